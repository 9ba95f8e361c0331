// Counts as style sheets say: what each counter stands at where it is drawn (CSS Lists 3, 4).
import { composedChildren } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { HINT } from "./sheet-hints.ts";
import type { StyleHints } from "./style-hints.ts";

export type Pseudo = "before" | "after" | "marker";

/** The values of the counters of one name, from the outermost in. */
export type CounterValues = (name: string) => readonly number[];

/** A counter that an element has made. It is seen in the element, and in what comes after it in its parent. */
interface Counter {
  readonly name: string;
  readonly maker: object;
  value: number;
}

/** Elements are nested less deeply; scripts can go on. */
const MAX_DEPTH = 800;

/** Counts through a whole document once, and keeps the values where something is drawn with them. */
export class Counters {
  readonly #hints: StyleHints;
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  readonly #values = new Map<Element, Map<Pseudo, ReadonlyMap<string, readonly number[]>>>();
  /** The counters in scope, in the order of the elements that made them. */
  #scope: Counter[] = [];

  constructor(
    root: Element | null,
    hints: StyleHints,
    shadowRootOf: (element: Element) => ShadowRoot | null,
  ) {
    this.#hints = hints;
    this.#shadowRootOf = shadowRootOf;
    if (root !== null) this.#count(root, [], 0);
  }

  /** Returns the values that a pseudo-element draws. */
  at(element: Element, pseudo: Pseudo): CounterValues {
    const values = this.#values.get(element)?.get(pseudo);
    return (name) => values?.get(name) ?? [];
  }

  /** @param siblings those that stand before it in the same parent */
  #count(element: Element, siblings: object[], depth: number): void {
    const own = unshadowed(element);
    const attributes = own.hasAttributes() ? own.getAttributeNames() : [];
    const bits = this.#hints.of(element, own.localName, attributes);
    if (bits !== 0 && !isDrawn(element)) return;
    if ((bits & HINT.counter) !== 0) this.#apply(getComputedStyle(element), element, siblings);
    siblings.push(element);
    const inner: object[] = [];
    if ((bits & HINT.marker) !== 0) this.#keep(element, "marker");
    if ((bits & HINT.before) !== 0) this.#pseudo(element, "before", inner);
    if (depth < MAX_DEPTH) {
      for (const child of composedChildren(element, this.#shadowRootOf)) {
        if (child instanceof Element) this.#count(child, inner, depth + 1);
      }
    }
    if ((bits & HINT.after) !== 0) this.#pseudo(element, "after", inner);
    // A counter ends with the parent of what made it.
    if (inner.length > 0 && this.#scope.some(({ maker }) => inner.includes(maker))) {
      const gone = new Set(inner);
      this.#scope = this.#scope.filter(({ maker }) => !gone.has(maker));
    }
  }

  #pseudo(element: Element, pseudo: "before" | "after", siblings: object[]): void {
    const style = getComputedStyle(element, `::${pseudo}`);
    if (style.content === "none" || style.content === "normal" || style.display === "none") return;
    const maker = {};
    this.#apply(style, maker, siblings);
    siblings.push(maker);
    this.#keep(element, pseudo);
  }

  #apply(style: CSSStyleDeclaration, maker: object, siblings: readonly object[]): void {
    for (const [name, value] of countersIn(style.counterReset, 0)) {
      const last = this.#scope.findLastIndex((counter) => counter.name === name);
      const innermost = this.#scope[last];
      // One that a sibling made is replaced, and any other one is hidden.
      if (innermost !== undefined && siblings.includes(innermost.maker))
        this.#scope.splice(last, 1);
      this.#scope.push({ name, maker, value });
    }
    for (const [name, value] of countersIn(style.counterIncrement, 1)) {
      this.#innermost(name, maker).value += value;
    }
    for (const [name, value] of countersIn(style.counterSet, 0)) {
      this.#innermost(name, maker).value = value;
    }
  }

  #innermost(name: string, maker: object): Counter {
    const found = this.#scope.findLast((counter) => counter.name === name);
    if (found !== undefined) return found;
    const made = { name, maker, value: 0 };
    this.#scope.push(made);
    return made;
  }

  #keep(element: Element, pseudo: Pseudo): void {
    const values = new Map<string, number[]>();
    for (const { name, value } of this.#scope) {
      const all = values.get(name);
      if (all === undefined) values.set(name, [value]);
      else all.push(value);
    }
    const kept = this.#values.get(element) ?? new Map<Pseudo, ReadonlyMap<string, number[]>>();
    kept.set(pseudo, values);
    this.#values.set(element, kept);
  }
}

/** An element without a box of its own may still count. */
function isDrawn(element: Element): boolean {
  return element.checkVisibility() || getComputedStyle(element).display === "contents";
}

/** Reads `chapter 2 section` as names with their numbers. */
function countersIn(written: string, usual: number): (readonly [string, number])[] {
  if (written === "none" || written === "") return [];
  return [
    ...written.matchAll(/(?:reversed\(([^)]*)\)|([^\s\d-][^\s]*|-[^\s\d][^\s]*))(?:\s+(-?\d+))?/g),
  ].map(([, reversed, name = reversed, value]) => [
    name ?? "",
    value === undefined ? usual : Number(value),
  ]);
}
