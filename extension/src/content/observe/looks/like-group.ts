// Holds things that are compared with one another, and what they have in common, which is found out once for all.
import { unshadowed } from "../../dom/unshadowed.ts";
import { stateWords, tokensOf } from "./state-words.ts";

/** Like things of one page. The page must not change while it is in use. */
export class LikeGroup {
  readonly all: readonly Element[];
  #members: ReadonlySet<Element> | undefined;
  #saysItself: boolean | undefined;
  #states: ReadonlyMap<Element, readonly string[]> | undefined;
  #stems: ReadonlyMap<string, number> | undefined;
  #hasOneShape: boolean | undefined;
  #paints: ReadonlyMap<string, number> | undefined;

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

  /** Counts how many of them have each class. */
  get stems(): ReadonlyMap<string, number> {
    this.#stems ??= counted(this.all.flatMap((like) => [...new Set(stemsOf(like))]));
    return this.#stems;
  }

  /** Counts how many of them are painted by each style that is written at an element. */
  get paints(): ReadonlyMap<string, number> {
    this.#paints ??= counted(this.all.map(paintsIn));
    return this.#paints;
  }
}

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Tells whether an element has a state of its own, which is told as such. */
export function saysItself(element: Element): boolean {
  const own = unshadowed(element);
  return STATES.some((name) => own.hasAttribute(name)) || holdsBox(own);
}

const STATES = ["aria-selected", "aria-checked", "aria-pressed", "aria-current", "aria-disabled"];

function holdsBox(own: Element): boolean {
  return own.querySelector('input[type="radio"], input[type="checkbox"]') !== null;
}

function statesOf(like: Element): readonly string[] {
  const inner = unshadowed(like).firstElementChild;
  return [...stateWords(like), ...(inner === null ? [] : stateWords(inner))];
}

function shapeOf(element: Element): string {
  const { childElementCount, firstElementChild } = unshadowed(element);
  return `${childElementCount > 0} ${firstElementChild?.localName ?? ""}`;
}

/** Returns an element's classes without the numbers by which entries are counted. */
export function stemsOf(element: Element): readonly string[] {
  return tokensOf(element).map((token) => token.replace(/[-_]\d+$/, "-"));
}

/** Returns the style that is written at an element, if it paints anything; else an empty text. */
export function paintsIn(element: Element): string {
  const style = unshadowed(element).getAttribute("style") ?? "";
  return /color|background|border|outline|weight|shadow|decoration/.test(style) ? style : "";
}
