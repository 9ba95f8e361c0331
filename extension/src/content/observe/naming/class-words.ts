// Reads what a control is for from its classes, if nothing else names it: "delete" from `btn btn-delete`.
import { memoized } from "../../dom/memoized.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isGenerated } from "./volatile.ts";

/** The most classes that are looked at. */
const MOST = 20;
/** More words in one class are a sentence about its place. */
const MOST_WORDS = 3;

/** Returns the words of the class that says most; undefined if none does. */
export function classWords(element: Element): string | undefined {
  const written = unshadowed(element).getAttribute("class") ?? "";
  return written === "" ? undefined : wordsOf(written);
}

/** Tells whether an element may be an icon that is pressed: a large box without words is something else. */
export function mayBeIcon(element: Element): boolean {
  const own = unshadowed(element);
  const role = own.getAttribute("role") ?? "";
  if (role !== "") return role === "button" || role === "link";
  if (own.localName === "button" || own.localName === "a") return true;
  const { width, height } = own.getBoundingClientRect();
  return width <= LARGEST && height <= LARGEST && own.localName !== "input";
}

/** The longest side of an icon, in CSS px. */
const LARGEST = 64;

const wordsOf = memoized((written: string): string | undefined => {
  const classes = written.trim().split(/\s+/).slice(0, MOST).filter(isPlain).map(taken);
  const named = classes.find(({ isKind, words }) => isKind && words.length > 0);
  // A class that stands alone is the author's own word, and not one of many that say how it looks.
  const telling = classes.filter(({ words }) => words.length > 0);
  const found = named ?? (telling.length === 1 && classes.length <= 2 ? telling[0] : undefined);
  return found === undefined || found.words.length > MOST_WORDS ? undefined : found.words.join("-");
});

interface Taken {
  /** It says that it is a control or an icon. */
  readonly isKind: boolean;
  readonly words: readonly string[];
}

/** Matches classes that tools make of styles: `css-vubbuv`. */
const COMPILED = /^(?:css|sc|jss|emotion|svelte)-/;

function isPlain(name: string): boolean {
  return /^[a-z_-]+$/i.test(name) && !COMPILED.test(name) && !isGenerated(name);
}

function taken(name: string): Taken {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-_]+/);
  return {
    isKind: words.some((word) => KIND.test(word)),
    words: words.filter((word) => isWord(word) && !KIND.test(word) && !SAYS_NOTHING.has(word)),
  };
}

function isWord(word: string): boolean {
  return word.length > 2 || /^(?:in|up|go|to)$/.test(word);
}

const KIND = /^(?:icons?|ico|btn|button|glyph|sprite|toggler?|action|trigger|handle)$/;

/** Words for looks, places, states and libraries. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  (
    "link item input field control form primary secondary tertiary danger success warning info light dark default small medium " +
    "large size text label nav navbar block inline flex grid row col card list group rounded round circle square border outline " +
    "outlined ghost solid filled contained white black red green blue gray grey plain flat raised only root base main wrapper wrap " +
    "container content inner outer box holder area svg img image left right top bottom start end center full width auto active " +
    "selected current open opened closed hidden visible disabled enabled hover focus first last odd even mui ant chakra mdc mat " +
    "elementor clickable cursor pointer relative absolute fixed static sticky transition shadow overflow truncate uppercase bold " +
    "button buttons element component widget custom new old this that the and for with app page view ui sel checked icon set " +
    "fas far fab fal fad material icons symbols sharp regular brand brands ripple"
  ).split(" "),
);
