// Finds where elements stand: the entries of series around them, and their paths in the document.
import { LANDMARKS, SERIES_ENTRIES } from "../../dom/element-kinds.ts";
import { isRecord, recordOf } from "./entry-record.ts";
import type { EntryWords } from "./entry-words.ts";
import { entryWords } from "./entry-words.ts";
import { rowPositionOf } from "./row-position.ts";
import { isGenerated } from "../naming/volatile.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The entry of a series that an element stands in. */
export interface Row {
  /**
   * The record's number or the address by which the author knows the row; empty if there is none.
   */
  readonly key: string;
  /** All keys that it could have: which one is chosen depends on what others have too. */
  readonly keys: readonly string[];
  /** The text that tells it from the others; empty if none does. */
  readonly name: string;
  /** Its first texts. */
  readonly texts: readonly string[];
  /** The position that the row says it has; a recycled element goes to another. */
  readonly position: string;
  readonly outer: Row | undefined;
}

/** The most steps outwards to a row or an anchor. */
const MAX_STEPS = 12;
/** The most rows within rows that tell something. */
const MAX_ROWS = 3;
/** So many alike are a series, whatever their tags. */
const SERIES_LENGTH = 3;

export interface ElementLocation {
  readonly row: Row | undefined;
  readonly domPath: string;
}

/** An entry of a series, as it was read. */
export interface EntrySnapshot {
  readonly element: WeakRef<Element>;
  readonly row: Row;
}

/** The words of an entry, before it is known what the others say. */
interface RawRow extends EntryWords {
  readonly record: string;
  readonly position: string;
  readonly outer: Element | undefined;
}

/**
 * Finds the locations of one reading's elements. What is found for one element serves all in the
 * same row.
 */
export class ElementLocations {
  /** The positions of elements among all of one tag where they stand, with the number of these. */
  readonly #positions = new Map<Element, Position>();
  readonly #entries = new Map<Element, boolean>();
  /** The nearest entry around each element that was asked about. */
  readonly #around = new Map<Element, Element | undefined>();
  /** The kinds of children by what holds them. */
  readonly #kinds = new Map<Element, KindsIn>();
  readonly #raw = new Map<Element, RawRow>();
  readonly #rows = new Map<Element, Row>();
  /** The entries in which each address and text stands. */
  readonly #tellers = new Map<string, Element[]>();

  /**
   * Looks at what stands around these elements, and so tells rows apart that are described
   * afterwards.
   */
  gather(elements: Iterable<Element>): void {
    for (const element of elements) this.#gather(this.entryAround(element), MAX_ROWS);
  }

  of(element: Element): ElementLocation {
    const entry = this.entryAround(element);
    const row = entry === undefined ? undefined : this.#rowOf(entry);
    return { row, domPath: this.#domPathOf(element, (row?.key ?? "") === "" ? undefined : entry) };
  }

  /** Returns the entries that `element` stands in, innermost first, each with what tells it. */
  entriesOf(element: Element): EntrySnapshot[] {
    const told: EntrySnapshot[] = [];
    let entry = this.entryAround(element);
    while (entry !== undefined) {
      const row = this.#rowOf(entry);
      if (row !== undefined) told.push({ element: new WeakRef(entry), row });
      entry = this.#raw.get(entry)?.outer;
    }
    return told;
  }

  #gather(entry: Element | undefined, depth: number): void {
    if (entry === undefined || this.#raw.has(entry)) return;
    const parent = depth > 1 ? composedParent(entry) : undefined;
    const outer = parent === undefined ? undefined : this.entryAround(parent);
    const raw: RawRow = {
      ...entryWords(entry),
      record: recordOf(entry),
      position: rowPositionOf(entry),
      outer,
    };
    this.#raw.set(entry, raw);
    for (const told of new Set([...raw.addresses, ...raw.texts])) {
      const tellers = this.#tellers.get(told);
      if (tellers === undefined) this.#tellers.set(told, [entry]);
      else tellers.push(entry);
    }
    this.#gather(outer, depth - 1);
  }

  #rowOf(entry: Element): Row | undefined {
    const known = this.#rows.get(entry);
    const raw = this.#raw.get(entry);
    if (known !== undefined || raw === undefined) return known;
    // The contents of an entry stand in the entries around it too.
    const isItsOwn = (told: string): boolean =>
      (this.#tellers.get(told) ?? []).every(
        (each) => isWithin(each, entry) || isWithin(entry, each),
      );
    const row: Row = {
      key: raw.record === "" ? (this.#addressOf(entry, raw, isItsOwn) ?? "") : raw.record,
      keys: raw.record === "" ? raw.addresses : [raw.record],
      name:
        raw.texts.find((text) => isItsOwn(text) && /\p{L}/u.test(text)) ??
        raw.texts.find(isItsOwn) ??
        "",
      texts: raw.texts,
      position: raw.position,
      outer: raw.outer === undefined ? undefined : this.#rowOf(raw.outer),
    };
    this.#rows.set(entry, row);
    return row;
  }

  /**
   * Returns the address of a link that is the row's own, as records' links are. Among parts of a
   * page that merely look alike, one with a link is no record.
   */
  #addressOf(
    entry: Element,
    { addresses }: RawRow,
    isItsOwn: (told: string) => boolean,
  ): string | undefined {
    const address = addresses.find(isItsOwn);
    if (address === undefined || isSeriesEntry(entry)) return address;
    const own = unshadowed(entry);
    const isLinked = (beside: Element | null): boolean =>
      beside !== null &&
      kindOf(beside) === kindOf(entry) &&
      entryWords(beside).addresses.length > 0;
    const likes = [own.previousElementSibling, own.nextElementSibling];
    return likes.some(isLinked) ? address : undefined;
  }

  /** Returns the nearest entry of a series that `element` is or stands in. */
  entryAround(element: Element): Element | undefined {
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
      at = composedParent(at);
    }
    return undefined;
  }

  /**
   * Tells whether an element is an entry.
   *
   * @param isItself whether it is the element asked about: likes side by side are no rows yet
   */
  #isEntry(element: Element, isItself: boolean): boolean {
    const known = this.#entries.get(element);
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
    if (isEntry || !isItself) this.#entries.set(element, isEntry);
    return isEntry;
  }

  #isRepeated(element: Element): boolean {
    const parent = composedParent(element);
    if (parent === undefined) return false;
    const kind = kindOf(element);
    if (kind === "") return false;
    let kinds = this.#kinds.get(parent);
    if (kinds === undefined) {
      kinds = new KindsIn(parent);
      this.#kinds.set(parent, kinds);
    }
    return kinds.has(kind, SERIES_LENGTH);
  }

  /**
   * Returns the path of an element from its nearest anchor.
   *
   * @param keyed the row around it, if the row's key tells which one it is
   */
  #domPathOf(element: Element, keyed: Element | undefined): string {
    let domPath = "";
    let at: Element | undefined = element;
    for (let steps = 0; at !== undefined && steps < MAX_STEPS; steps++) {
      const anchor = steps === 0 ? "" : at === keyed ? "row" : anchorOf(at);
      if (anchor !== "") return `${anchor}${domPath}`;
      domPath = `>${this.#stepOf(at)}${domPath}`;
      at = composedParent(at);
    }
    return domPath;
  }

  /**
   * Returns the element's tag with its position among those of the tag and their number: `li2/5`.
   */
  #stepOf(element: Element): string {
    let position = this.#positions.get(element);
    if (position === undefined) {
      const tags = new Map<string, { count: number }>();
      for (let at = firstBeside(element); at !== null; at = unshadowed(at).nextElementSibling) {
        const tag = unshadowed(at).localName;
        let likes = tags.get(tag);
        if (likes === undefined) {
          likes = { count: 0 };
          tags.set(tag, likes);
        }
        this.#positions.set(at, { at: ++likes.count, likes });
      }
      position = this.#positions.get(element);
    }
    const { localName } = unshadowed(element);
    return position === undefined
      ? localName
      : `${localName}${position.at}/${position.likes.count}`;
  }
}

interface Position {
  /** From 1. */
  readonly at: number;
  readonly likes: { readonly count: number };
}

const ROW_ROLES: ReadonlySet<string> = new Set("row listitem option treeitem".split(" "));

/** Tells whether an element is an entry by its tag or its role. */
function isSeriesEntry(element: Element): boolean {
  return SERIES_ENTRIES.has(unshadowed(element).localName) || hasRowRole(element);
}

function hasRowRole(element: Element): boolean {
  return ROW_ROLES.has(unshadowed(element).getAttribute("role") ?? "");
}

function composedParent(element: Element): Element | undefined {
  const own = unshadowed(element);
  if (own.parentElement !== null) return own.parentElement;
  const root = own.parentNode;
  return root instanceof ShadowRoot ? root.host : undefined;
}

/** Tells whether `outer` is `inner` or stands around it, also across shadow roots. */
function isWithin(inner: Element, outer: Element): boolean {
  let at: Element | undefined = inner;
  for (let steps = 0; at !== undefined && steps < MAX_STEPS * MAX_ROWS; steps++) {
    if (at === outer) return true;
    at = composedParent(at);
  }
  return false;
}

/** Returns the first of those that stand beside an element, which may be itself. */
function firstBeside(element: Element): Element | null {
  const { parentElement, parentNode } = unshadowed(element);
  if (parentElement !== null) return unshadowed(parentElement).firstElementChild;
  // The top of a shadow tree is not among its host's children.
  return parentNode instanceof ShadowRoot ? parentNode.firstElementChild : element;
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
      const other = kindOf(child);
      this.#counts.set(other, (this.#counts.get(other) ?? 0) + 1);
      this.#next = unshadowed(child).nextElementSibling;
    }
    return true;
  }
}

/** Returns what repeated elements have in common; empty for an element that can be no entry. */
function kindOf(element: Element): string {
  const own = unshadowed(element);
  const looks = own.getAttribute("class") ?? "";
  if (looks === "" || NO_ENTRIES.has(own.localName)) return "";
  return `${own.localName} ${FIRST_NAME.exec(looks)?.[0] ?? ""}`;
}

const FIRST_NAME = /\S+/;
const NO_ENTRIES: ReadonlySet<string> = new Set(
  "button input select textarea label span svg path option td th".split(" "),
);

/** Returns a name for what others are placed in; empty if it has none that stays. */
function anchorOf(element: Element): string {
  const own = unshadowed(element);
  const id = own.getAttribute("id") ?? "";
  if (id !== "" && !isGenerated(id) && !/\d/.test(id)) return `#${id}`;
  return own.localName === "body" || LANDMARKS.has(own.localName) ? own.localName : "";
}
