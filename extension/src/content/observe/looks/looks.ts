// Tells by what look one of several like things is marked, and which control looks otherwise than before.
import { SERIES_ENTRIES } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementPart } from "../tree/parts.ts";
import { FormerLooks } from "./former-looks.ts";
import { counterparts, likeSiblings, wrapperOf } from "./likes.ts";
import type { Trait } from "./look.ts";
import { lookOf, paintWord, TRAITS, traitWords } from "./look.ts";
import { pointerTraits } from "./pointer-looks.ts";
import { isNoState, stateWords, tokensOf } from "./state-words.ts";

/** The fewest likes among which a look alone marks one. */
const FEWEST = 3;

/** Keeps how the controls of a frame looked, from one reading to the next. */
export class Looks {
  readonly #former = new FormerLooks();

  /** Sets what is told of the looks of these parts, which have ids. */
  note(parts: readonly ElementPart[]): void {
    const told = new Set<Element>();
    const alone: ElementPart[] = [];
    for (const part of parts) {
      if (!isAsked(part)) continue;
      const { element } = part;
      const outer = wrapperOf(element);
      if (isToldAround(element, told)) continue;
      if ([element, outer].some(saysItself)) continue;
      const likes = likeSiblings(outer);
      part.look = likes.length > 1 ? lookAmong(part, outer, likes) : undefined;
      if (part.look === undefined && part.interaction !== undefined && likes.length === 1) {
        part.look = lookAmong(part, element, counterparts(element)) ?? stateAlone(element);
      }
      if (part.look !== undefined) told.add(element);
      if (part.interaction !== undefined && likes.length < FEWEST) alone.push(part);
    }
    this.#former.compare(alone);
  }
}

function isAsked({ element, tag, interaction, id }: ElementPart): boolean {
  if (interaction === undefined) return SERIES_ENTRIES.has(tag) || tag === "td";
  if (interaction.field !== undefined || interaction.disabled || id === undefined) return false;
  return !(element instanceof HTMLLabelElement) && tag !== "iframe";
}

/** Tells whether something around has been told of, whose look shows in what it holds. */
function isToldAround(element: Element, told: ReadonlySet<Element>): boolean {
  let at = unshadowed(element).parentElement;
  for (let level = 0; at !== null && level < 6; level++, at = unshadowed(at).parentElement) {
    if (told.has(at)) return true;
  }
  return false;
}

/** Tells whether an element has a state of its own, which is told as such. */
function saysItself(element: Element): boolean {
  return STATES.some((name) => unshadowed(element).hasAttribute(name)) || holdsBox(element);
}

const STATES = ["aria-selected", "aria-checked", "aria-pressed", "aria-current", "aria-disabled"];

function holdsBox(element: Element): boolean {
  return unshadowed(element).querySelector('input[type="radio"], input[type="checkbox"]') !== null;
}

/** Returns what sets a thing apart from its likes; undefined if nothing does. */
function lookAmong(
  { element, interaction }: ElementPart,
  outer: Element,
  likes: readonly Element[],
): string | undefined {
  const others = likes.filter((like) => like !== outer);
  if (others.length === 0 || others.some(saysItself)) return undefined;
  const own = [...stateWords(element), ...stateWords(outer)];
  const theirs = others.map(statesOf);
  const word = own.find(
    (each) => theirs.filter((all) => !all.includes(each)).length * 2 >= others.length,
  );
  if (word !== undefined) {
    const without = others.filter((_, at) => theirs[at]?.includes(word) !== true);
    const isSeen = without.some((like) => looksOtherwise(outer, like));
    return isSeen ? withPaint(word, outer, without) : undefined;
  }
  if (interaction?.clickable !== true && !isEntry(outer)) return undefined;
  return isWrittenOtherwise(outer, others) ? oddLook(outer, others) : undefined;
}

function isEntry(element: Element): boolean {
  return SERIES_ENTRIES.has(unshadowed(element).localName);
}

function statesOf(like: Element): readonly string[] {
  const inner = unshadowed(like).firstElementChild;
  return [...stateWords(like), ...(inner === null ? [] : stateWords(inner))];
}

/** Compares an element with one of its likes, also by what is drawn at its edges. */
function looksOtherwise(one: Element, other: Element): boolean {
  return differing(one, other).length > 0 || edgesOf(one) !== edgesOf(other) || inner(one, other);
}

function inner(one: Element, other: Element): boolean {
  const [own, theirs] = [unshadowed(one).firstElementChild, unshadowed(other).firstElementChild];
  if (own === null || theirs === null) return own !== theirs;
  return differing(own, theirs).length > 0 || edgesOf(own) !== edgesOf(theirs);
}

function differing(one: Element, other: Element): readonly Trait[] {
  const [own, theirs] = [lookOf(one), lookOf(other)];
  return TRAITS.filter((trait) => own[trait] !== theirs[trait]);
}

function edgesOf(element: Element): string {
  return ["::before", "::after"]
    .map((pseudo) => {
      const { content, display, backgroundColor, borderBottomColor, opacity, transform } =
        getComputedStyle(element, pseudo);
      if (content === "none" || display === "none") return "";
      return [content, backgroundColor, borderBottomColor, opacity, transform].join();
    })
    .join();
}

/** Adds the colour of a drawing that only the marked one has: a red heart says more than "on". */
function withPaint(word: string, outer: Element, others: readonly Element[]): string {
  const { icon } = lookOf(outer);
  const paint = others.every((like) => lookOf(like).icon !== icon) ? paintWord(icon) : undefined;
  return paint === undefined ? word : `${word}, ${paint}`;
}

/**
 * Tells whether the author wrote an element otherwise than its likes. A link to elsewhere is often made to stand out,
 * and so is the button that sends a form.
 */
function isWrittenOtherwise(outer: Element, others: readonly Element[]): boolean {
  if (others.length + 1 < FEWEST || standsOut(outer)) return false;
  if (others.some((like) => shapeOf(like) !== shapeOf(outer))) return false;
  const own = stemsOf(outer);
  const theirs = others.map(stemsOf);
  const extra = own.filter(
    (stem) => theirs.filter((all) => all.includes(stem)).length * 3 < others.length,
  );
  const lacking = (theirs[0] ?? []).filter(
    (stem) => !own.includes(stem) && theirs.every((all) => all.includes(stem)),
  );
  if ([...extra, ...lacking].some(isNoState)) return false;
  if (extra.length > 0 || lacking.length > 0) return true;
  const style = paintsIn(outer);
  return style !== "" && others.every((like) => paintsIn(like) !== style);
}

/** Returns what like things hold: a heading in a list is no entry of it. */
function shapeOf(element: Element): string {
  const { childElementCount, firstElementChild } = unshadowed(element);
  return `${childElementCount > 0} ${firstElementChild?.localName ?? ""}`;
}

/** Returns an element's classes without the numbers by which entries are counted. */
function stemsOf(element: Element): readonly string[] {
  return tokensOf(element).map((token) => token.replace(/[-_]\d+$/, "-"));
}

function paintsIn(element: Element): string {
  const style = unshadowed(element).getAttribute("style") ?? "";
  return /color|background|border|outline|weight|shadow|decoration/.test(style) ? style : "";
}

function standsOut(outer: Element): boolean {
  const own = unshadowed(outer);
  const link = own.matches("a[href]") ? own : own.querySelector("a[href]");
  if (link instanceof HTMLAnchorElement) {
    const { pathname, search, origin } = link;
    const isHere = origin === location.origin && pathname === location.pathname;
    return !isHere || search !== location.search;
  }
  return own.matches('form button:not([type="button"])');
}

/** Returns how an element looks if nearly all of its likes look otherwise, and all of these alike. */
function oddLook(outer: Element, others: readonly Element[]): string | undefined {
  const own = lookOf(outer);
  const looks = others.map(lookOf);
  const words: string[] = [];
  const passing = pointerTraits(outer);
  for (const trait of TRAITS) {
    if (passing.has(trait)) continue;
    const usual = looks.find((look) => look[trait] !== own[trait]);
    if (usual === undefined) continue;
    const alike = looks.filter((look) => look[trait] === usual[trait]);
    const same = looks.filter((look) => look[trait] === own[trait]);
    const isUsual = alike.length + same.length === looks.length;
    if (isUsual && same.length * 2 < alike.length) words.push(traitWords(own, trait, usual));
  }
  return words.length === 0 ? undefined : words.slice(0, 2).join(", ");
}

/** Returns the state of a control that has no likes. */
function stateAlone(element: Element): string | undefined {
  const word = stateWords(element).find((each) => !NEEDS_LIKES.test(each));
  if (word === undefined) return undefined;
  const paint = paintWord(lookOf(element).icon);
  return paint === undefined ? word : `${word}, ${paint}`;
}

/** Matches words that also say where a thing stands, or what it is. */
const NEEDS_LIKES = /^(?:active|current|today|done|completed|highlighted|saved|unread)$/;
