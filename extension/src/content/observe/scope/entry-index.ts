// Indexes the words of each entry of a long series, whether it was read or not. By these, ids of
// parts in one entry are told from those in the others. Only texts and a few attributes are looked
// at, which takes a hundredth of what a reading does.
import { composedChildren, composedParent } from "../../dom/composed-tree.ts";
import type { LongRun } from "../tree/walk-result.ts";
import { slugOnce } from "../naming/slug.ts";
import { withoutVolatileOnce } from "../naming/volatile.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Entries beyond this many are told apart by their ordinals alone. */
const MAX_ENTRIES = 200;
/** An entry with more words than this may say anything. */
const MAX_WORDS = 60;
/** The most texts and names of an entry that are looked at; one that has more may say anything. */
const MAX_LOOKED_AT = 240;
/** The most characters of a text that are looked at: an id holds less. */
const MAX_TEXT = 200;

/** Says where something stands in long series. */
export interface SeriesPosition {
  /** The outermost entry. */
  readonly entry: Element;
  /** Its place among all entries of the document's long series, from 1. */
  readonly ordinal: number;
  /** The place of each entry within that entry in the series around it, outermost first. */
  readonly inner: readonly number[];
  /** The innermost entry. */
  readonly innermost: Element;
}

/** Holds a place among the entries that say the same. */
export interface Rank {
  /** The rank, which counts from 1. */
  readonly at: number;
  readonly of: number;
}

/** A long series of one holder. */
interface Listing {
  readonly run: LongRun;
  /** The number of entries in series before it in the same entry, or in the document. */
  readonly before: number;
  /** Made once somebody asks: to list all takes longer than most readings. */
  places: Map<Element, number> | undefined;
}

export class EntryIndex {
  readonly #runs: readonly LongRun[];
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  #listings: Map<Element, Listing[]> | undefined;
  readonly #positions = new Map<Element, SeriesPosition | undefined>();
  #total = 0;
  #ordinals: Map<string, number[]> | undefined;
  /** The entries that say all of several words. */
  readonly #ordinalsOfAll = new Map<string, readonly number[]>();
  /** There are entries that may say anything. */
  #mayBeSaid = false;

  constructor(runs: readonly LongRun[], shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#runs = runs;
    this.#shadowRootOf = shadowRootOf;
  }

  /** Returns the entry of a long series that `element` is or stands in. */
  entryOf(element: Element): SeriesPosition | undefined {
    if (this.#runs.length === 0) return undefined;
    this.#list();
    return this.#positionAt(element);
  }

  /** Tells whether an entry is known to say this. */
  says({ ordinal }: SeriesPosition, word: string): boolean {
    return has(this.#ordinalsByWord().get(word) ?? [], ordinal);
  }

  /**
   * Returns the place of an entry among those that say all of `words`, which it says itself.
   *
   * @param isBesideLikes only those of its own series count
   */
  rank({ ordinal, entry }: SeriesPosition, words: readonly string[], isBesideLikes = false): Rank {
    const all = this.#allSaying(words);
    const list = isBesideLikes ? all.filter(this.#isInSeriesOf(entry)) : all;
    return { at: countTo(list, ordinal), of: list.length };
  }

  #isInSeriesOf(entry: Element): (ordinal: number) => boolean {
    const holder = composedParent(entry);
    const listings = holder === null ? [] : (this.#list().get(holder) ?? []);
    return (ordinal) =>
      listings.some(({ before, run }) => ordinal > before && ordinal <= before + run.count);
  }

  #allSaying(words: readonly string[]): readonly number[] {
    const key = words.join("\n");
    let all = this.#ordinalsOfAll.get(key);
    if (all === undefined) {
      const ordinals = this.#ordinalsByWord();
      const lists = words.map((word) => ordinals.get(word) ?? []);
      const [least = [], ...others] = lists.toSorted((a, b) => a.length - b.length);
      all =
        others.length === 0
          ? least
          : least.filter((each) => others.every((list) => has(list, each)));
      this.#ordinalsOfAll.set(key, all);
    }
    return all;
  }

  /** Tells whether no other of the first entries says this. */
  saysAlone({ ordinal }: SeriesPosition, word: string): boolean {
    const list = this.#ordinalsByWord().get(word);
    return !this.#mayBeSaid && list?.length === 1 && list[0] === ordinal;
  }

  /** Tells whether an entry is too far down to be indexed. */
  isBeyond({ ordinal }: SeriesPosition): boolean {
    return ordinal > MAX_ENTRIES;
  }

  /** The number of entries of the document's long series that stand in no other entry. */
  get total(): number {
    this.#list();
    return this.#total;
  }

  /** Tells whether some entry says just this. */
  isSaid(word: string): boolean {
    return this.#ordinalsByWord().has(word);
  }

  #list(): Map<Element, Listing[]> {
    if (this.#listings !== undefined) return this.#listings;
    const listings = new Map<Element, Listing[]>();
    this.#listings = listings;
    const counts = new Map<Element | undefined, number>();
    for (const run of this.#runs) {
      // A series comes after what it stands in.
      const around = this.#positionAt(run.holder)?.innermost;
      const before = counts.get(around) ?? 0;
      counts.set(around, before + run.count);
      const others = listings.get(run.holder) ?? [];
      listings.set(run.holder, [...others, { run, before, places: undefined }]);
    }
    this.#total = counts.get(undefined) ?? 0;
    return listings;
  }

  #positionAt(element: Element): SeriesPosition | undefined {
    const path: Element[] = [];
    let holder: Element | null = element;
    while (holder !== null && !this.#positions.has(holder)) {
      path.push(holder);
      holder = composedParent(holder);
    }
    let position = holder === null ? undefined : this.#positions.get(holder);
    for (const each of path.toReversed()) {
      const place = holder === null ? undefined : this.#placeIn(holder, each);
      if (place !== undefined) {
        position =
          position === undefined
            ? { entry: each, ordinal: place, inner: [], innermost: each }
            : { ...position, inner: [...position.inner, place], innermost: each };
      }
      this.#positions.set(each, position);
      holder = each;
    }
    return position;
  }

  #placeIn(holder: Element, element: Element): number | undefined {
    for (const listing of this.#listings?.get(holder) ?? []) {
      listing.places ??= new Map(Array.from(listing.run, (entry, at) => [entry, at + 1]));
      const place = listing.places.get(element);
      if (place !== undefined) return listing.before + place;
    }
    return undefined;
  }

  /** Returns the ordinals of the first entries by the words that they say. */
  #ordinalsByWord(): Map<string, number[]> {
    if (this.#ordinals !== undefined) return this.#ordinals;
    const ordinals = new Map<string, number[]>();
    this.#ordinals = ordinals;
    for (const [entry, ordinal] of this.#first()) {
      const words = this.#wordsOf(entry);
      if (words === undefined) {
        this.#mayBeSaid = true;
        continue;
      }
      for (const word of words) {
        const list = ordinals.get(word);
        if (list === undefined) ordinals.set(word, [ordinal]);
        else list.push(ordinal);
      }
    }
    return ordinals;
  }

  *#first(): Iterable<[Element, number]> {
    let ordinal = 0;
    for (const run of this.#runs) {
      if (this.entryOf(run.holder) !== undefined) continue;
      for (const entry of run) {
        if (++ordinal > MAX_ENTRIES) return;
        yield [entry, ordinal];
      }
    }
  }

  /** Returns the words of an entry; undefined if it may say anything. */
  #wordsOf(entry: Element): ReadonlySet<string> | undefined {
    const words = new Words();
    const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    while (!words.isFull && texts.nextNode() !== null) words.add(texts.currentNode.nodeValue);
    words.addNames(entry);
    for (const element of unshadowed(entry).querySelectorAll(NAMED)) {
      if (words.isFull) break;
      words.addNames(element);
    }
    if (words.all.size === 0) this.#addComposed(entry, words);
    return words.isFull ? undefined : words.all;
  }

  /** Adds what is drawn in shadow roots. */
  #addComposed(element: Element, words: Words): void {
    for (const node of composedChildren(element, this.#shadowRootOf)) {
      if (words.isFull) return;
      if (node.nodeType === Node.TEXT_NODE) words.add(node.nodeValue);
      else if (node instanceof Element) {
        words.addNames(node);
        this.#addComposed(node, words);
      }
    }
  }
}

class Words {
  readonly all = new Set<string>();
  #lookedAt = 0;

  get isFull(): boolean {
    return this.all.size > MAX_WORDS || this.#lookedAt > MAX_LOOKED_AT;
  }

  /** Adds what the element's attributes call it, and its text if that is in pieces. */
  addNames(element: Element): void {
    const own = unshadowed(element);
    for (const name of NAMING) this.add(own.getAttribute(name));
    if (IN_PIECES.has(own.localName) && own.firstElementChild !== null) this.add(own.textContent);
  }

  add(text: string | null): void {
    if (text === null) return;
    this.#lookedAt++;
    const word = wordOf(text);
    if (word !== "") this.all.add(word);
  }
}

const NAMING = ["alt", "aria-label", "title", "placeholder", "value"];
/** Elements that are called by all of their text. */
const PIECES = ["a", "button", "h1", "h2", "h3", "h4", "h5", "h6"];
const IN_PIECES: ReadonlySet<string> = new Set(PIECES);
const NAMED = [...NAMING.map((name) => `[${name}]`), ...PIECES].join();

/** Tells whether a list of ascending numbers holds one. */
function has(list: readonly number[], wanted: number): boolean {
  return list[countTo(list, wanted) - 1] === wanted;
}

/** Counts the numbers in an ascending list that are not greater than `most`. */
function countTo(list: readonly number[], most: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? 0) <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Returns a text as ids have it. The results are kept, as the same few thousand texts are asked for
 * whenever more of them are shown.
 */
function wordOf(text: string): string {
  const known = words.get(text);
  if (known !== undefined) return known;
  const word = /[\p{L}\p{N}]/u.test(text)
    ? slugOnce(withoutVolatileOnce(text.slice(0, MAX_TEXT).trim()))
    : "";
  if (text.length > MAX_TEXT) return word;
  if (words.size >= MOST_WORDS) words.clear();
  words.set(text, word);
  return word;
}

const words = new Map<string, string>();
const MOST_WORDS = 10_000;
