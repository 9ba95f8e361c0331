// Remembers what showed before a list was opened: what has come since is the list, whatever its roles.
import { entryKind } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { FieldSources } from "../text/field-within.ts";
import { within } from "./openers.ts";

/** The most elements that are looked at as entries of a list without roles. */
const MAX_ENTRIES = 2_000;
/** The most ancestors of a text among which its entry is looked for. */
const MAX_LEVELS = 4;

export class Openings {
  #opener: Element | undefined;
  #before: ReadonlySet<Element> = new Set();

  /** Notes what shows now, before the list of this opener is opened. */
  note(opener: Element, shadowRootOf: FieldSources["shadowRootOf"]): void {
    this.#opener = opener;
    this.#before = new Set(shownIn(document.documentElement, shadowRootOf));
  }

  /** Returns what has come to be shown since the opening was noted; undefined if it was not. */
  since(opener: Element, shadowRootOf: FieldSources["shadowRootOf"]): Element[] | undefined {
    if (this.#opener !== opener) return undefined;
    return shownIn(document.documentElement, shadowRootOf).filter(
      (element) => !this.#before.has(element),
    );
  }

  end(): void {
    this.#opener = undefined;
    this.#before = new Set();
  }
}

function shownIn(around: Element, shadowRootOf: FieldSources["shadowRootOf"]): Element[] {
  return [...within(around, shadowRootOf)].filter(isShown);
}

/**
 * Returns the entries among the elements that have come: around each text, the element that has neighbours like it.
 */
export function entriesAmong(come: readonly Element[]): Element[] {
  const among = new Set(come);
  const entries = new Set<Element>();
  for (const element of come.slice(0, MAX_ENTRIES)) {
    if (hasOwnText(element)) entries.add(entryAround(element, among));
  }
  return [...entries];
}

function entryAround(element: Element, among: ReadonlySet<Element>): Element {
  let at: Element = element;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const parent = unshadowed(at).parentElement;
    if (parent === null) break;
    const kind = entryKind(at);
    const isOneOfMany = [...unshadowed(parent).children].some(
      (other) => other !== at && among.has(other) && entryKind(other) === kind,
    );
    if (isOneOfMany) return at;
    if (!among.has(parent)) break;
    at = parent;
  }
  return element;
}

function hasOwnText(element: Element): boolean {
  for (const node of unshadowed(element).childNodes) {
    if (node instanceof Text && node.data.trim() !== "") return true;
  }
  return false;
}

/** Tells whether a person can see an element, or could if it were scrolled to. */
export function isShown(element: Element): boolean {
  const own = unshadowed(element);
  const { width, height } = own.getBoundingClientRect();
  return width > 0 && height > 0 && own.checkVisibility({ visibilityProperty: true });
}
