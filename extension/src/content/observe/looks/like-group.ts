// Holds things that are compared with one another, and what they have in common, which is found out once for all.
import { unshadowed } from "../../dom/unshadowed.ts";
import { drawingIn } from "./look.ts";
import { stateWords, tokensOf } from "./state-words.ts";

/** Like things of one page. The page must not change while it is in use. */
export class LikeGroup {
  readonly all: readonly Element[];
  #members: ReadonlySet<Element> | undefined;
  #saysItself: boolean | undefined;
  #states: ReadonlyMap<Element, readonly string[]> | undefined;
  #stems: ReadonlyMap<string, number> | undefined;
  #hasOneShape: boolean | undefined;
  #areTwins: boolean | undefined;
  #paints: ReadonlyMap<string, number> | undefined;
  #areWrittenAlike: boolean | undefined;

  constructor(all: readonly Element[]) {
    this.all = all;
  }

  has(element: Element): boolean {
    this.#members ??= new Set(this.all);
    return this.#members.has(element);
  }

  /** Tells whether any of them has a state of its own. */
  get saysItself(): boolean {
    this.#saysItself ??= this.all.some(saysItself);
    return this.#saysItself;
  }

  /** Returns those of them, without `element`, that do not have a word for a state. */
  without(word: string, element: Element): readonly Element[] {
    this.#states ??= new Map(this.all.map((like) => [like, statesOf(like)]));
    const states = this.#states;
    return this.all.filter((like) => like !== element && !states.get(like)?.includes(word));
  }

  /** True if all of them hold the same kind of thing: a heading in a list is no entry of it. */
  get hasOneShape(): boolean {
    this.#hasOneShape ??= new Set(this.all.map(shapeOf)).size < 2;
    return this.#hasOneShape;
  }

  /** True if all of them show the same few words or the same drawing, as the stars of a rating do: only looks differ. */
  get areTwins(): boolean {
    this.#areTwins ??= new Set(this.all.map(contentsOf)).size < 2 && isShort(this.all[0]);
    return this.#areTwins;
  }

  /** Tells whether a member, and all others, have one and the same class and style, so that no look can mark one. */
  isWrittenAlike(element: Element): boolean {
    this.#areWrittenAlike ??= new Set(this.all.map(writtenAt)).size < 2 && !this.areTwins;
    return this.#areWrittenAlike && this.has(element);
  }

  /** Counts how many of them have each class. */
  get stems(): ReadonlyMap<string, number> {
    this.#stems ??= counted(this.all.flatMap((like) => [...new Set(this.stemsOf(like))]));
    return this.#stems;
  }

  /** Counts how many of them are painted by each style that is written at an element. */
  get paints(): ReadonlyMap<string, number> {
    this.#paints ??= counted(this.all.map((like) => this.paintsIn(like)));
    return this.#paints;
  }

  /** Returns an element's classes without the numbers by which entries are counted; of twins, also its drawing's. */
  stemsOf(element: Element): readonly string[] {
    const tokens = this.#paintedParts(element).flatMap(tokensOf);
    return tokens.map((token) => token.replace(/[-_]\d+$/, "-"));
  }

  /** Returns the style that is written at an element, if it paints anything; of twins, also its drawing's. */
  paintsIn(element: Element): string {
    return this.#paintedParts(element)
      .map((part) => {
        const own = unshadowed(part);
        const style = own.getAttribute("style") ?? "";
        return (PAINT.test(style) ? style : "") + (own.getAttribute("fill") ?? "");
      })
      .join("");
  }

  #paintedParts(element: Element): readonly Element[] {
    const drawing = this.areTwins ? drawingIn(element) : null;
    if (drawing === null) return [element];
    const shape = shapeIn(drawing);
    return shape === drawing ? [element, drawing] : [element, drawing, shape];
  }
}

const PAINT = /color|background|border|outline|weight|shadow|decoration|fill|stroke/;

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Tells whether an element has a state of its own, which is told as such. */
export function saysItself(element: Element): boolean {
  const own = unshadowed(element);
  return (own.hasAttributes() && STATES.some((name) => own.hasAttribute(name))) || holdsBox(own);
}

const STATES = ["aria-selected", "aria-checked", "aria-pressed", "aria-current", "aria-disabled"];

function holdsBox(own: Element): boolean {
  return (
    own.firstElementChild !== null &&
    own.querySelector('input[type="radio"], input[type="checkbox"]') !== null
  );
}

function writtenAt(element: Element): string {
  const own = unshadowed(element);
  return ["class", "style", "fill"].map((name) => own.getAttribute(name) ?? "").join("\n");
}

function statesOf(like: Element): readonly string[] {
  const inner = unshadowed(like).firstElementChild;
  return [...stateWords(like), ...(inner === null ? [] : stateWords(inner))];
}

function shapeOf(element: Element): string {
  const { childElementCount, firstElementChild } = unshadowed(element);
  return `${childElementCount > 0} ${firstElementChild?.localName ?? ""}`;
}

function isShort(element: Element | undefined): boolean {
  return element !== undefined && unshadowed(element).textContent.trim().length <= MAX_TWIN_TEXT;
}

/** Longer words, in UTF-16 units, are no sign that is repeated. */
const MAX_TWIN_TEXT = 20;

/** Returns what an element shows, without the paint of it. */
function contentsOf(element: Element): string {
  const words = unshadowed(element).textContent.trim();
  const drawing = drawingIn(element);
  if (drawing === null) return words;
  const shape = shapeIn(drawing);
  const drawn = ["href", "src", "d"].map((name) => shape.getAttribute(name) ?? "").join();
  return `${words} ${drawing.localName} ${drawn}`;
}

function shapeIn(drawing: Element): Element {
  return drawing.querySelector("use, path, circle, rect, polygon") ?? drawing;
}
