// Labels an entry of a series for ids: by the first of its texts that no other entry of the series
// has.
import { isSeriesEntry, SERIES_LENGTH, seriesKindOf } from "./entries.ts";
import type { EntryIndex } from "./entry-index.ts";
import { entryWords } from "./entry-words.ts";
import { slug } from "../naming/slug.ts";
import type { ElementLocations } from "./element-locations.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most entries side by side that are compared. */
const MAX_LIKES = 100;

/**
 * Labels the entries of one reading. Whatever is shown of a series, its entries are told apart by
 * all that are in the document.
 */
export class RowLabels {
  readonly #locations: ElementLocations;
  readonly #entryIndex: EntryIndex;
  readonly #labels = new Map<Element, string>();
  readonly #nearest = new Map<Element, boolean>();

  constructor(locations: ElementLocations, entryIndex: EntryIndex) {
    this.#locations = locations;
    this.#entryIndex = entryIndex;
  }

  /**
   * Returns the label of the entry around an element; empty if it stands in none, or in one that
   * nothing tells from the others.
   */
  labelFor(element: Element): string {
    const entry = this.#locations.entryAround(element);
    if (entry === undefined) return "";
    let label = this.#labels.get(entry);
    if (label === undefined) {
      const own = entryWords(entry).texts.filter((text) => this.#isItsOwn(text, entry));
      label = own.find((text) => /\p{L}/u.test(text)) ?? own[0] ?? "";
      this.#labels.set(entry, label);
    }
    return label;
  }

  /**
   * Tells whether an element stands in an entry that is one only because its likes stand beside it, and that is labelled
   * by its first words. Such an entry makes no scope, and yet each of its controls is about it.
   */
  isNearest(element: Element): boolean {
    const entry = this.#locations.entryAround(element);
    if (entry === undefined || entry === element) return false;
    let isNearest = this.#nearest.get(entry);
    if (isNearest === undefined) {
      isNearest =
        this.#isPlainBlock(entry) && this.labelFor(element) === entryWords(entry).texts[0];
      this.#nearest.set(entry, isNearest);
    }
    return isNearest;
  }

  #isPlainBlock(entry: Element): boolean {
    const own = unshadowed(entry);
    if (isSeriesEntry(entry) || own.hasAttribute("aria-label")) return false;
    if (own.hasAttribute("aria-labelledby")) return false;
    const kind = seriesKindOf(entry);
    const likes = kind === "" ? [] : this.#likesOf(entry);
    return likes.filter((like) => seriesKindOf(like) === kind).length + 1 >= SERIES_LENGTH;
  }

  #isItsOwn(text: string, entry: Element): boolean {
    const position = this.#entryIndex.entryOf(entry);
    if (position?.entry === entry) return this.#entryIndex.saysAlone(position, slug(text));
    return this.#likesOf(entry).every((like) => !entryWords(like).texts.includes(text));
  }

  #likesOf(entry: Element): Element[] {
    const { localName, parentElement } = unshadowed(entry);
    const likes: Element[] = [];
    let at = parentElement === null ? null : unshadowed(parentElement).firstElementChild;
    for (; at !== null && likes.length < MAX_LIKES; at = unshadowed(at).nextElementSibling) {
      if (at !== entry && unshadowed(at).localName === localName) likes.push(at);
    }
    return likes;
  }
}
