// Leaves out the parts of a page that the page before had, too, such as the navigation of a site.
import type { Part } from "./written-parts.ts";
import { withoutCues, writtenParts } from "./written-parts.ts";

/** A part that is shorter than this, in characters, is told again: its mark would hardly be shorter. */
const MIN_LENGTH = 160;

/**
 * Returns the html with the mark `<!--unchanged-->` in place of what an element holds if the page before had the same
 * element, with the same ids. The start tag stays. If that does not say which part it is, the mark names the first id in
 * it: `<!--unchanged: clothing …-->`. Entries of a list and rows of a table that followed one another before, too, have
 * one mark, with the first and the last id: `<!--unchanged: row-3 … row-40-->`. Returns undefined if nothing is left out.
 * Both are pages of the form `html`.
 */
export function withoutUnchanged(before: string, next: string): string | undefined {
  const { parts } = writtenParts(next, MIN_LENGTH);
  const told = abridged(next, { start: 0, end: next.length, parts }, new Before(before));
  return told === next ? undefined : told;
}

/** Knows the parts of the page before. */
class Before {
  readonly #tags: ReadonlyMap<string, number>;
  /** The part that each part stood behind, or undefined; both without cues. */
  readonly #former = new Map<string, string | undefined>();

  constructor(html: string) {
    const { parts, tags } = writtenParts(html, MIN_LENGTH);
    this.#tags = tags;
    this.#learn(parts);
  }

  has({ bare }: Part): boolean {
    return this.#former.has(bare);
  }

  /** Tells whether the part stood behind the other one, as its next entry or row. */
  follows({ bare }: Part, former: Part): boolean {
    return this.#former.get(bare) === former.bare;
  }

  isOnlyTag(tag: string): boolean {
    return this.#tags.get(tag) === 1;
  }

  #learn(parts: readonly Part[]): void {
    for (const [index, part] of parts.entries()) {
      this.#former.set(part.bare, parts[index - 1]?.bare);
      this.#learn(part.parts);
    }
  }
}

/** Leaves out what is known, and looks for more in what is not. */
function abridged(
  html: string,
  { start, end, parts }: Pick<Part, "start" | "end" | "parts">,
  before: Before,
): string {
  let told = "";
  let at = start;
  for (let index = 0; index < parts.length;) {
    const run = runAt(parts, index, before);
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) break;
    const mark = run.length > 1 ? rangeMark(html.slice(first.start, last.end)) : undefined;
    const shown = mark ?? run.map((part) => shortened(html, part, before)).join("");
    told += `${html.slice(at, first.start)}${shown}`;
    at = last.end;
    index += run.length;
  }
  return told + html.slice(at, end);
}

/** Returns the entries from there on that followed one another before, if they are long together; else one part. */
function runAt(parts: readonly Part[], index: number, before: Before): readonly Part[] {
  const behind = parts.slice(index + 1);
  const isOver = (part: Part, at: number): boolean => {
    const former = parts[index + at];
    return !part.isEntry || former?.end !== part.start || !before.follows(part, former);
  };
  const first = parts[index];
  const isRun = first?.isEntry === true && before.has(first);
  const more = isRun ? behind.findIndex(isOver) : 0;
  const run = parts.slice(index, more === -1 ? undefined : index + 1 + more);
  const length = run.reduce((sum, { bare }) => sum + bare.length, 0);
  return length >= MIN_LENGTH ? run : run.slice(0, 1);
}

function rangeMark(html: string): string | undefined {
  const ids = [...html.matchAll(IDS)];
  const [first, last] = [ids[0]?.[1], ids.at(-1)?.[1]];
  return first === undefined ? undefined : `<!--unchanged: ${first} … ${last}-->`;
}

/** Leaves out what the part holds if it is known, else parts in it. */
function shortened(html: string, part: Part, before: Before): string {
  const isKnown = part.bare.length >= MIN_LENGTH && before.has(part);
  const mark = isKnown ? markOf(html, part, before) : undefined;
  if (mark === undefined) return abridged(html, part, before);
  return `${html.slice(part.start, part.from)}${mark}${html.slice(part.to, part.end)}`;
}

/** Returns undefined if nothing would say which part is meant. */
function markOf(html: string, { start, from, to }: Part, before: Before): string | undefined {
  const tag = withoutCues(html.slice(start, from));
  if (TELLING.test(tag) && before.isOnlyTag(tag)) return "<!--unchanged-->";
  const id = html.slice(from, to).matchAll(IDS).next().value?.[1];
  return id === undefined ? undefined : `<!--unchanged: ${id} …-->`;
}

/** Matches a start tag that says which part of the page it is, if there is only one like it. */
const TELLING = /^<(?:header|nav|main|footer|aside)[ >]| (?:id|aria-label)="/;
const IDS = / id="([^"<>]+)"/g;
