// Tells which elements stand in what a person would call by given words: a card, a row, a form, a section.
import { composedChildren, composedParent } from "../../dom/composed-tree.ts";
import { isHeading, roleOf, SKIPPED } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ScopedPart } from "../../observe/scope/scoped-parts.ts";
import type { ReadingSteps } from "../../observe/walk/time-slices.ts";
import { shownText } from "../../observe/secrecy/shown-text.ts";
import { plainWords } from "./called.ts";

type RootOf = (element: Element) => ShadowRoot | null;

interface Placed {
  readonly scoped: ScopedPart;
}

/**
 * Returns the elements that stand in what is called so. The names of what they stand in count first, by which their ids
 * are made. If none is called so, the words are looked for as a text: what stands nearest around it is meant.
 */
export function* standingIn<T extends Placed>(
  place: string,
  elements: readonly T[],
  shadowRootOf: RootOf,
): ReadingSteps<readonly T[]> {
  const wanted = plainWords(place);
  const named = elements.filter(({ scoped }) =>
    scoped.scopes.some((scope) => plainWords(scope) === wanted),
  );
  if (named.length > 0) return named;
  const inside = byAncestor(elements);
  const surroundings = new Map<Element, Surroundings>();
  for (const fits of [isWhole, isWithin]) {
    const texts = smallestWith((text) => fits(wanted, text), wanted, shadowRootOf);
    const near = new Set<T>();
    for (const text of texts.slice(0, MAX_PLACES)) {
      const { around, found } = nearestAround(text, inside);
      const known = surroundings.get(around) ?? new Surroundings(around);
      surroundings.set(around, known);
      const isPlaceOf = known.placeNamedBy(text);
      for (const each of found) {
        yield "before-ids";
        if (isPlaceOf(each.scoped.part.element)) near.add(each);
      }
    }
    if (near.size > 0) return elements.filter((each) => near.has(each));
  }
  return [];
}

/** Words that stand in more places tell none of them apart. */
const MAX_PLACES = 100;

function isWhole(wanted: string, text: string): boolean {
  return plainWords(text) === wanted;
}

function isWithin(wanted: string, text: string): boolean {
  return ` ${plainWords(text)} `.includes(` ${wanted} `);
}

/** Lists, for each element around any of these, those that stand in it. */
function byAncestor<T extends Placed>(elements: readonly T[]): ReadonlyMap<Element, readonly T[]> {
  const inside = new Map<Element, T[]>();
  for (const each of elements) {
    const { element } = each.scoped.part;
    for (let at: Element | null = element; at !== null; at = composedParent(at)) {
      const known = inside.get(at);
      if (known === undefined) inside.set(at, [each]);
      else known.push(each);
    }
  }
  return inside;
}

function nearestAround<T>(
  element: Element,
  inside: ReadonlyMap<Element, readonly T[]>,
): { readonly around: Element; readonly found: readonly T[] } {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) {
    const found = inside.get(at);
    if (found !== undefined) return { around: at, found };
  }
  return { around: element, found: [] };
}

/** Knows an element around texts and what they may be the place of. What is asked for each pair is found out once. */
class Surroundings {
  readonly #around: Element;
  #isWhole: boolean | undefined;
  #headings: readonly Element[] | undefined;
  readonly #withWords = new Map<Element, boolean>();

  constructor(around: Element) {
    this.#around = around;
  }

  /**
   * Returns what tells whether a text names the place of an element, where both stand here. It does not if it is in one
   * entry of a list and the element in another, or if all that they share is the page.
   */
  placeNamedBy(text: Element): (element: Element) => boolean {
    const around = this.#around;
    const own = branchOf(text, around);
    if (own === around) return () => true;
    if (names(own)) {
      const end = this.#endOf(own);
      const isUnder = (element: Element): boolean =>
        follows(own, element) && (end === undefined || !follows(end, element));
      return (element) => element === around || isUnder(element);
    }
    return (element) => this.#isPlaceOf(own, branchOf(element, around), element);
  }

  #isPlaceOf(own: Element, other: Element, element: Element): boolean {
    const around = this.#around;
    if (other === around) return true;
    this.#isWhole ??= isWholePage(around);
    if (this.#isWhole) return false;
    if (isCell(other)) return !GRID_ROLE.test(roleOf(around));
    const { localName: tag } = unshadowed(other);
    const { localName: ownTag } = unshadowed(own);
    if (ownTag === "dt") return isDescribedBy(own, other);
    if (tag !== ownTag) return true;
    if (isEntry(other)) return false;
    if (!looksLike(own, other)) return true;
    if (TEXTUAL.has(tag) && unshadowed(own).querySelector(CONTROLS) === null) return true;
    const hasWords = this.#withWords.get(element) ?? hasWordsBeside(other, element);
    this.#withWords.set(element, hasWords);
    return !hasWords;
  }

  /** Returns the first heading behind one that is of its rank or a higher one: what is under it ends there. */
  #endOf(heading: Element): Element | undefined {
    this.#headings ??= [...unshadowed(this.#around).querySelectorAll(HEADINGS)];
    const rank = rankOf(heading);
    return this.#headings.find((each) => rankOf(each) <= rank && follows(heading, each));
  }
}

const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";

function names(element: Element): boolean {
  const own = unshadowed(element);
  return isHeading(own.localName, own.getAttribute("role"));
}

/** Tells whether a term of a `dl` is one of those that stand right before a description. */
function isDescribedBy(term: Element, description: Element): boolean {
  let at: Element | null = description;
  while (at !== null && unshadowed(at).localName !== "dt") at = at.previousElementSibling;
  while (at !== null && at !== term && unshadowed(at).localName === "dt")
    at = at.previousElementSibling;
  return at === term;
}

/** Tells whether one element comes after another in one tree; of two trees nothing is known. */
function follows(one: Element, other: Element): boolean {
  const order = one.compareDocumentPosition(other);
  const { DOCUMENT_POSITION_FOLLOWING: following, DOCUMENT_POSITION_DISCONNECTED: apart } = Node;
  return (order & following) !== 0 && (order & apart) === 0;
}

/** Returns the level of a heading, 1 for the highest (HTML-AAM, and `aria-level`, which is 2 if it is not given). */
function rankOf(heading: Element): number {
  const own = unshadowed(heading);
  const level = Number.parseInt(own.getAttribute("aria-level") ?? "", 10);
  if (level > 0) return level;
  return /^h[1-6]$/.test(own.localName) ? Number(own.localName[1]) : 2;
}

/** Tells whether all that things in an element share is the page: what is in one part of it says nothing of another. */
function isWholePage(around: Element): boolean {
  const own = unshadowed(around);
  if (own.matches(WHOLE_PAGE) || own.querySelector(PAGE_PARTS) !== null) return true;
  for (let at = own; at !== document.body; at = unshadowed(at.parentElement ?? document.body)) {
    const parent = at.parentElement;
    if (parent === null) return false;
    if ([...parent.children].some((each) => each !== at && each.checkVisibility())) return false;
  }
  return true;
}

const WHOLE_PAGE = "html, body, main, [role=main]";
const PAGE_PARTS = "main, nav, [role=main], [role=navigation]";
/** These hold a line of a place, rather than being one. */
const TEXTUAL: ReadonlySet<string> = new Set("p span b strong em i small label dt dd".split(" "));
const CONTROLS =
  "a[href], button, input, select, textarea, summary, [role=button], [role=link], [tabindex]";

/** Returns the child of `around` that an element stands in or is; `around` itself if it is that. */
function branchOf(element: Element, around: Element): Element {
  let own = element;
  for (let at: Element | null = element; at !== null && at !== around; at = composedParent(at)) {
    own = at;
  }
  return element === around ? around : own;
}

function looksLike(one: Element, other: Element): boolean {
  const [classes, others] = [unshadowed(one).classList, unshadowed(other).classList];
  if (classes.length === 0 || others.length === 0) return classes.length === others.length;
  return [...classes].some((name) => others.contains(name));
}

/** Tells whether an element is an entry of a list or a table, in which only its own words count, whatever its classes. */
function isEntry(element: Element): boolean {
  return ENTRIES.has(unshadowed(element).localName) || ENTRY_ROLE.test(roleOf(element));
}

const ENTRIES: ReadonlySet<string> = new Set(["tr", "li", "article", "option"]);
const ENTRY_ROLE = /^(?:row|listitem|option|treeitem|article|menuitem|tab)$/;

function isCell(element: Element): boolean {
  const { localName } = unshadowed(element);
  return localName === "td" || localName === "th" || CELL_ROLE.test(roleOf(element));
}

const CELL_ROLE = /^(?:cell|gridcell|rowheader|columnheader)$/;
/** These hold more than one row. */
const GRID_ROLE = /^(?:grid|treegrid|table|rowgroup)$/;

/** Tells whether an entry has words of its own beside an element in it and other controls. */
function hasWordsBeside(entry: Element, element: Element): boolean {
  const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { nodeValue, parentElement } = texts.currentNode;
    if (parentElement === null || !/[\p{L}\p{N}]/u.test(nodeValue ?? "")) continue;
    const control = unshadowed(parentElement).closest(CONTROLS);
    const isOutside = control === null || !unshadowed(entry).contains(control) || control === entry;
    if (isOutside && !unshadowed(element).contains(parentElement)) return true;
  }
  return false;
}

/** A longer text, in UTF-16 units, is no name of a place. */
const MAX_TEXT = 1_000;
/** The depth to which a page is read. */
const MAX_DEPTH = 800;

/** Returns the smallest elements that are shown and whose text, or label, fits. */
function smallestWith(
  fits: (text: string) => boolean,
  wanted: string,
  shadowRootOf: RootOf,
): Element[] {
  const found: Element[] = [];
  // Most texts have not even the first of the words, which is found out at once.
  const [first = wanted] = /[\p{L}\p{M}\p{N}]+/u.exec(wanted) ?? [];
  const mayFit = (text: string): boolean =>
    text.length <= MAX_TEXT &&
    text.normalize("NFKC").toLowerCase().replace(/['’]/g, "").includes(first) &&
    fits(text);
  /** Returns the element's text; undefined if it was found in it, or is too long. */
  const visit = (element: Element, depth: number): string | undefined => {
    const own = unshadowed(element);
    if (depth > MAX_DEPTH || SKIPPED.has(own.localName)) return "";
    let text: string | undefined = "";
    for (const node of composedChildren(element, shadowRootOf)) {
      if (node instanceof Element) {
        const inner = visit(node, depth + 1);
        text = text === undefined || inner === undefined ? undefined : `${text} ${inner}`;
      } else if (node.nodeType === Node.TEXT_NODE && text !== undefined) {
        text += shownText(node.nodeValue ?? "", element);
      }
      if ((text?.length ?? 0) > MAX_TEXT * 4) text = undefined;
    }
    const labels = own.hasAttributes() ? LABELS.map((name) => own.getAttribute(name)) : [];
    const isIt = [text, ...labels].some(
      (each) => each !== undefined && each !== null && mayFit(each),
    );
    if (!isIt) return text;
    if (own.checkVisibility({ visibilityProperty: true })) found.push(element);
    return undefined;
  };
  visit(document.documentElement, 0);
  return found;
}

const LABELS = ["aria-label", "alt", "title"];
