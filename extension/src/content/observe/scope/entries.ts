// Finds the entries of series: which element is one, and which one stands nearest around another.
import { SERIES_ENTRIES } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { MAX_STEPS, shownIn, writtenIn } from "./dom-paths.ts";
import { isRecord } from "./entry-record.ts";
import { rowPositionOf } from "./row-position.ts";

/** So many alike are a series, whatever their tags. */
export const SERIES_LENGTH = 3;

/** Finds the entries of one reading. */
export class Entries {
  readonly #known = new Map<Element, boolean>();
  /** The nearest entry around each element that was asked about. */
  readonly #around = new Map<Element, Element | undefined>();
  /** The kinds of children by what holds them. */
  readonly #kinds = new Map<Element, KindsIn>();

  /** Returns the nearest entry of a series that `element` is or stands in. */
  around(element: Element): Element | undefined {
    const known = this.#around.get(element);
    if (known !== undefined || this.#around.has(element)) return known;
    const entry = this.#findEntry(element);
    this.#around.set(element, entry);
    return entry;
  }

  #findEntry(element: Element): Element | undefined {
    let at: Element | undefined = element;
    for (let steps = 0; at !== undefined && steps < MAX_STEPS; steps++) {
      if (this.#isEntry(at, at === element)) return at;
      at = shownIn(at);
    }
    return undefined;
  }

  /**
   * Tells whether an element is an entry.
   *
   * @param isItself whether it is the element asked about: likes side by side are no rows yet
   */
  #isEntry(element: Element, isItself: boolean): boolean {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const own = unshadowed(element);
    const tag = own.localName;
    if (tag === "body" || tag === "html") return false;
    const isEntry =
      // An article is one among others only if there are others.
      (tag === "article" ? hasRowRole(element) : isSeriesEntry(element)) ||
      (!isItself && this.#isRepeated(element)) ||
      (own.hasAttributes() && (isRecord(element) || rowPositionOf(element) !== ""));
    // It may still be an entry for what stands in it.
    if (isEntry || !isItself) this.#known.set(element, isEntry);
    return isEntry;
  }

  #isRepeated(element: Element): boolean {
    const parent = writtenIn(element);
    if (parent === undefined) return false;
    const kind = seriesKindOf(element);
    if (kind === "") return false;
    let kinds = this.#kinds.get(parent);
    if (kinds === undefined) {
      kinds = new KindsIn(parent);
      this.#kinds.set(parent, kinds);
    }
    return kinds.has(kind, SERIES_LENGTH);
  }
}

const ROW_ROLES: ReadonlySet<string> = new Set("row listitem option treeitem".split(" "));

/** Tells whether an element is an entry by its tag or its role. */
export function isSeriesEntry(element: Element): boolean {
  return SERIES_ENTRIES.has(unshadowed(element).localName) || hasRowRole(element);
}

function hasRowRole(element: Element): boolean {
  return ROW_ROLES.has(unshadowed(element).getAttribute("role") ?? "");
}

/**
 * Counts the children of each kind that an element has. It looks at each once, and no further than
 * is asked.
 */
class KindsIn {
  readonly #counts = new Map<string, number>();
  #next: Element | null;

  constructor(parent: Element) {
    this.#next = unshadowed(parent).firstElementChild;
  }

  has(kind: string, count: number): boolean {
    while ((this.#counts.get(kind) ?? 0) < count) {
      const child = this.#next;
      if (child === null) return false;
      const other = seriesKindOf(child);
      this.#counts.set(other, (this.#counts.get(other) ?? 0) + 1);
      this.#next = unshadowed(child).nextElementSibling;
    }
    return true;
  }
}

/** Returns what repeated elements have in common; empty for an element that can be no entry. */
export function seriesKindOf(element: Element): string {
  const own = unshadowed(element);
  const looks = own.getAttribute("class") ?? "";
  if (looks === "" || NO_ENTRIES.has(own.localName)) return "";
  return `${own.localName} ${FIRST_NAME.exec(looks)?.[0] ?? ""}`;
}

const FIRST_NAME = /\S+/;
const NO_ENTRIES: ReadonlySet<string> = new Set(
  "button input select textarea label span svg path option td th".split(" "),
);
