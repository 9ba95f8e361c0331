// Finds the elements of a written page, without a document: the writer leaves out end tags that an HTML parser adds.
import { pieceOf, withoutViewMarks } from "@webserv/shared/model/text/view-cues.ts";

/** An element's places in the html. Its contents lie between `from` and `to`; its end tag may be left out. */
export interface Part {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  /** True for an entry of a list and a row of a table. */
  readonly isEntry: boolean;
  /** All of it without marks and cues on the view and the focus. */
  readonly bare: string;
  /** The elements in it, without those that were passed over. */
  readonly parts: readonly Part[];
}

export interface WrittenParts {
  readonly parts: readonly Part[];
  /** How often each start tag occurs, without cues. */
  readonly tags: ReadonlyMap<string, number>;
}

/**
 * Finds the entries of lists and the rows of tables, and all other elements of at least `minLength` characters whose end
 * tag is written, in a page of the form `html`.
 */
export function writtenParts(html: string, minLength: number): WrittenParts {
  const reader = new Reader(html, minLength);
  for (const { 0: text, 1: tag = "", index } of html.matchAll(TAGS)) reader.read(text, tag, index);
  return reader.end();
}

/** Matches tags: the writer escapes the angle brackets of texts and values. */
const TAGS = /<\/?([a-z][^\s<>]*)[^<>]*>/g;

/** The elements that end the search for an entry that the next one ends, by its tag. */
const LISTS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(["ul", "ol", "menu"]),
  tr: new Set(["table", "thead", "tbody", "tfoot"]),
};

/** A place in the html, and the same place in its bare form. */
interface Place {
  readonly at: number;
  readonly bareAt: number;
}

interface Open {
  readonly tag: string;
  readonly start: Place;
  readonly from: number;
  readonly parts: Part[];
}

class Reader {
  readonly #html: string;
  readonly #minLength: number;
  readonly #root: Open = { tag: "", start: { at: 0, bareAt: 0 }, from: 0, parts: [] };
  readonly #around: Open[] = [this.#root];
  readonly #tags = new Map<string, number>();
  #bare = "";
  #at = 0;

  constructor(html: string, minLength: number) {
    this.#html = html;
    this.#minLength = minLength;
  }

  read(text: string, tag: string, index: number): void {
    this.#bare += unmarked(this.#html.slice(this.#at, index));
    const start = { at: index, bareAt: this.#bare.length };
    const shown = withoutCues(text);
    this.#bare += shown;
    this.#at = index + text.length;
    if (text.startsWith("</")) {
      const end = { at: this.#at, bareAt: this.#bare.length };
      this.#close(
        this.#around.findLastIndex((open) => open.tag === tag),
        start,
        end,
      );
      return;
    }
    this.#tags.set(shown, (this.#tags.get(shown) ?? 0) + 1);
    const lists = LISTS[tag];
    const former = this.#around.findLastIndex((open) => open.tag === tag);
    const isFormer = !this.#around.slice(former + 1).some((open) => lists?.has(open.tag));
    if (lists !== undefined && isFormer) this.#close(former, start, start);
    this.#around.push({ tag, start, from: this.#at, parts: [] });
  }

  end(): WrittenParts {
    const end = { at: this.#html.length, bareAt: this.#bare.length };
    this.#close(1, end, end);
    return { parts: this.#root.parts, tags: this.#tags };
  }

  /** Ends the element at `place` of those around, and what was begun in it; the root is never ended. */
  #close(place: number, to: Place, end: Place): void {
    if (place < 1) return;
    const [open, ...inner] = this.#around.splice(place);
    if (open === undefined) return;
    // An element in it has no end tag, or no contents.
    let within: Part[] = [];
    for (const each of inner.toReversed()) {
      each.parts.push(...within);
      within = this.#ended(each, to, to, false);
    }
    open.parts.push(...within);
    this.#around.at(-1)?.parts.push(...this.#ended(open, to, end, true));
  }

  /** Returns the part; what is in it if it is passed over. */
  #ended({ tag, start, from, parts }: Open, to: Place, end: Place, isEnded: boolean): Part[] {
    const isEntry = tag in LISTS;
    const isPart = isEntry || (isEnded && end.bareAt - start.bareAt >= this.#minLength);
    if (!isPart) return parts;
    const bare = this.#bare.slice(start.bareAt, end.bareAt);
    return [{ start: start.at, from, to: to.at, end: end.at, isEntry, bare, parts }];
  }
}

export function withoutCues(tag: string): string {
  return pieceOf(tag, "html").bare;
}

function unmarked(html: string): string {
  return withoutViewMarks({ form: "html", html });
}
