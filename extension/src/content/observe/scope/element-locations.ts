// Finds where elements stand: the entries of series around them, and their paths in the document.
import { DomPaths, MAX_STEPS, shownIn } from "./dom-paths.ts";
import { Entries, isSeriesEntry, seriesKindOf } from "./entries.ts";
import { recordOf } from "./entry-record.ts";
import type { EntryWords } from "./entry-words.ts";
import { entryWords } from "./entry-words.ts";
import { rowPositionOf } from "./row-position.ts";
import { partsOfRow } from "./split-rows.ts";
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

/** The most rows within rows that tell something. */
const MAX_ROWS = 3;

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
  readonly #paths = new DomPaths();
  readonly #entries = new Entries();
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
    return { row, domPath: this.#paths.of(element, (row?.key ?? "") === "" ? undefined : entry) };
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
    const parent = depth > 1 ? shownIn(entry) : undefined;
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
        (each) =>
          isWithin(each, entry) || isWithin(entry, each) || partsOfRow(entry).includes(each),
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
      seriesKindOf(beside) === seriesKindOf(entry) &&
      entryWords(beside).addresses.length > 0;
    const likes = [own.previousElementSibling, own.nextElementSibling];
    return likes.some(isLinked) ? address : undefined;
  }

  /** Returns the nearest entry of a series that `element` is or stands in. */
  entryAround(element: Element): Element | undefined {
    return this.#entries.around(element);
  }
}

/** Tells whether `outer` is `inner` or stands around it, also across shadow roots. */
function isWithin(inner: Element, outer: Element): boolean {
  let at: Element | undefined = inner;
  for (let steps = 0; at !== undefined && steps < MAX_STEPS * MAX_ROWS; steps++) {
    if (at === outer) return true;
    at = shownIn(at);
  }
  return false;
}
