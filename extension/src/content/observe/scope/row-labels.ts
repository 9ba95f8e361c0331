// What an entry of a series is called in ids: the first of its texts that no other entry of the series has.
import type { EntryCensus } from "./entry-census.ts";
import { entryWords } from "./entry-words.ts";
import { slug } from "../naming/slug.ts";
import type { Surroundings } from "./surroundings.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** Of more entries side by side no more are compared. */
const MAX_LIKES = 100;

/** Of one reading; whatever is shown of a series, its entries are told apart by all that are in the document. */
export class RowLabels {
  readonly #surroundings: Surroundings;
  readonly #census: EntryCensus;
  readonly #labels = new Map<Element, string>();

  constructor(surroundings: Surroundings, census: EntryCensus) {
    this.#surroundings = surroundings;
    this.#census = census;
  }

  /** Empty where it stands in no entry, or in one that nothing tells from the others. */
  labelFor(element: Element): string {
    const entry = this.#surroundings.entryAround(element);
    if (entry === undefined) return "";
    let label = this.#labels.get(entry);
    if (label === undefined) {
      const own = entryWords(entry).texts.filter((text) => this.#isItsOwn(text, entry));
      label = own.find((text) => /\p{L}/u.test(text)) ?? own[0] ?? "";
      this.#labels.set(entry, label);
    }
    return label;
  }

  #isItsOwn(text: string, entry: Element): boolean {
    const listed = this.#census.entryOf(entry);
    if (listed?.entry === entry) return this.#census.saysAlone(listed, slug(text));
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
