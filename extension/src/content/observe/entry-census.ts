// What each entry of a long series says, whether it was read or not, so that ids of what stands in one can
// be told from those of what stands in the others. Only texts and a few attributes are looked at, which
// takes a hundredth of what a reading does.
import { composedChildren, composedParent } from "./composed-tree.ts";
import type { LongRun } from "./series-windows.ts";
import { slug } from "./slug.ts";
import { withoutVolatile } from "./volatile.ts";
import { unshadowed } from "../unshadowed.ts";

/** Entries beyond are told apart by their ordinals alone. */
const MAX_ENTRIES = 600;
/** What says more than so many things may say anything. */
const MAX_WORDS = 60;
/** Beyond, a text is no name. */
const MAX_TEXT = 200;

/** An entry by its place among all entries of the document's long series, from 1. */
export interface Listed {
  readonly entry: Element;
  readonly ordinal: number;
}

/** A place among the entries that could be mistaken for each other. */
export interface Rank {
  /** From 1. */
  readonly at: number;
  readonly of: number;
}

export class EntryCensus {
  readonly #runs: readonly LongRun[];
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  #ordinals: Map<Element, number> | undefined;
  /** Series that go on beyond the first entries, by what holds them, with how many entries come before. */
  readonly #beyond = new Map<Element, { readonly run: LongRun; readonly before: number }[]>();
  #total = 0;
  #saying: Map<string, number[]> | undefined;
  /** Entries that may say anything. */
  readonly #unsure: number[] = [];

  constructor(runs: readonly LongRun[], shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#runs = runs;
    this.#shadowRootOf = shadowRootOf;
  }

  /** The entry of a long series that `element` is or stands in; of entries within entries the outermost. */
  entryOf(element: Element): Listed | undefined {
    if (this.#runs.length === 0) return undefined;
    const ordinals = (this.#ordinals ??= this.#list());
    let found: Listed | undefined;
    let at: Element | null = element;
    while (at !== null) {
      const around: Element | null = composedParent(at);
      const ordinal = ordinals.get(at) ?? this.#ordinalBeyond(at, around);
      if (ordinal !== undefined) found = { entry: at, ordinal };
      at = around;
    }
    return found;
  }

  /**
   * The place of an entry among those that say all of `words`, as far as it says them itself: what it
   * does not say tells nothing.
   */
  rank({ ordinal }: Listed, words: readonly string[]): Rank {
    const total = this.#total;
    if (ordinal > MAX_ENTRIES) return { at: ordinal, of: total };
    const saying = (this.#saying ??= this.#listen());
    if (this.#unsure.includes(ordinal)) return { at: ordinal, of: total };
    const lists = words.flatMap((word) => {
      const list = saying.get(word);
      return list !== undefined && has(list, ordinal) ? [list] : [];
    });
    const [least, ...others] = lists.toSorted((a, b) => a.length - b.length);
    if (least === undefined) return { at: ordinal, of: total };
    let [at, of] = [0, 0];
    const note = (each: number): void => {
      of++;
      if (each <= ordinal) at++;
    };
    for (const each of least) if (others.every((list) => has(list, each))) note(each);
    for (const each of this.#unsure) note(each);
    return { at, of };
  }

  /** Whether some entry says just this. */
  isSaid(word: string): boolean {
    return (this.#saying ??= this.#listen()).has(word);
  }

  /** Of the first entries alone: to list all takes longer than most readings. */
  #list(): Map<Element, number> {
    const ordinals = new Map<Element, number>();
    for (const run of this.#runs) {
      const { holder, count } = run;
      // A series comes after what it stands in.
      if (this.#isInEntry(holder, ordinals)) continue;
      const before = this.#total;
      this.#total += count;
      if (this.#total > MAX_ENTRIES) {
        const others = this.#beyond.get(holder) ?? [];
        this.#beyond.set(holder, [...others, { run, before }]);
      }
      let ordinal = before;
      if (before < MAX_ENTRIES) {
        for (const entry of run) {
          if (ordinal === MAX_ENTRIES) break;
          ordinals.set(entry, ++ordinal);
        }
      }
    }
    return ordinals;
  }

  #isInEntry(element: Element, ordinals: ReadonlyMap<Element, number>): boolean {
    let at: Element | null = element;
    while (at !== null) {
      const around: Element | null = composedParent(at);
      if ((ordinals.get(at) ?? this.#ordinalBeyond(at, around)) !== undefined) return true;
      at = around;
    }
    return false;
  }

  #ordinalBeyond(element: Element, holder: Element | null): number | undefined {
    const runs = holder === null ? undefined : this.#beyond.get(holder);
    for (const { run, before } of runs ?? []) {
      let ordinal = before;
      for (const entry of run) {
        ordinal++;
        if (entry === element) return ordinal;
      }
    }
    return undefined;
  }

  #listen(): Map<string, number[]> {
    const saying = new Map<string, number[]>();
    for (const [entry, ordinal] of (this.#ordinals ??= this.#list())) {
      const words = this.#wordsOf(entry);
      if (words.length > MAX_WORDS) {
        this.#unsure.push(ordinal);
        continue;
      }
      for (const word of words) {
        const list = saying.get(word);
        if (list === undefined) saying.set(word, [ordinal]);
        else if (list.at(-1) !== ordinal) list.push(ordinal);
      }
    }
    return saying;
  }

  #wordsOf(entry: Element): string[] {
    const words: string[] = [];
    const texts = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    while (words.length <= MAX_WORDS && texts.nextNode() !== null) {
      addWord(texts.currentNode.nodeValue, words);
    }
    addAttributes(entry, words);
    for (const element of unshadowed(entry).querySelectorAll(NAMED)) {
      if (words.length > MAX_WORDS) break;
      addAttributes(element, words);
    }
    if (words.length === 0) this.#addComposed(entry, words);
    return words;
  }

  /** What is drawn in shadow roots. */
  #addComposed(element: Element, words: string[]): void {
    for (const node of composedChildren(element, this.#shadowRootOf)) {
      if (words.length > MAX_WORDS) return;
      if (node.nodeType === Node.TEXT_NODE) addWord(node.nodeValue, words);
      else if (node instanceof Element) {
        addAttributes(node, words);
        this.#addComposed(node, words);
      }
    }
  }
}

function addAttributes(element: Element, words: string[]): void {
  for (const name of NAMING) addWord(unshadowed(element).getAttribute(name), words);
}

function addWord(text: string | null, words: string[]): void {
  const word = text === null ? "" : wordOf(text);
  if (word !== "") words.push(word);
}

const NAMING = ["alt", "aria-label", "title", "placeholder", "value"];
const NAMED = NAMING.map((name) => `[${name}]`).join();

/** In a list of ascending numbers. */
function has(list: readonly number[], wanted: number): boolean {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? 0) < wanted) from = middle + 1;
    else to = middle;
  }
  return list[from] === wanted;
}

/** As ids have it. The same few thousand texts are asked for whenever more of them are shown. */
function wordOf(text: string): string {
  const known = words.get(text);
  if (known !== undefined) return known;
  const word = /[\p{L}\p{N}]/u.test(text)
    ? slug(withoutVolatile(text.slice(0, MAX_TEXT).trim()))
    : "";
  if (text.length > MAX_TEXT) return word;
  if (words.size >= MOST_WORDS) words.clear();
  words.set(text, word);
  return word;
}

const words = new Map<string, string>();
const MOST_WORDS = 10_000;
