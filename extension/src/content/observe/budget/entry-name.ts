// Finds what names an entry of a series that is shown by its name alone, and what sets it apart from
// entries of the same name.
import { isHeading } from "../../dom/element-kinds.ts";
import type { ElementPart, Part } from "../tree/parts.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The most parts of an entry that are looked at for its name. */
const NAME_VISITS = 60;

/** Says what is shown of an entry that is not shown whole. */
export interface Brief {
  /** The parts from the entry's child down to each that is shown. */
  readonly paths: readonly (readonly Part[])[];
  /** The words that set it apart from entries of the same name, if they are shown. */
  readonly apart: string | undefined;
}

/** Returns what is to be shown of each entry of a series. */
export function briefsOf(entries: readonly Part[]): ReadonlyMap<Part, Brief> {
  const named = entries
    .filter((entry) => entry.kind === "element")
    .map((entry) => ({ entry, name: nameOf(entry), words: wordsOf(nameOf(entry).at(-1)) }));
  const briefs = new Map<Part, Brief>();
  for (const like of Map.groupBy(named, ({ words }) => words).values()) {
    const texts = like.map(({ entry, name }) =>
      like.length === 1 ? new Map<string, readonly Part[]>() : textsIn(entry, name.at(-1)),
    );
    const tally = new Map<string, number>();
    for (const words of texts.flatMap((found) => [...found.keys()]))
      tally.set(words, (tally.get(words) ?? 0) + 1);
    for (const [index, { entry, name }] of like.entries()) {
      const found = texts[index] ?? new Map<string, readonly Part[]>();
      briefs.set(entry, brief(name, found, rarest([...found.keys()], tally, like.length)));
    }
  }
  return briefs;
}

/** Returns what is to be shown of an entry again, of which these words were shown beside its name. */
export function briefAgain(entry: ElementPart, apart: string | undefined): Brief {
  const name = nameOf(entry);
  return brief(name, apart === undefined ? new Map() : textsIn(entry, name.at(-1)), apart);
}

function brief(
  name: readonly Part[],
  texts: ReadonlyMap<string, readonly Part[]>,
  apart: string | undefined,
): Brief {
  const path = apart === undefined ? undefined : texts.get(apart);
  const paths = [name, path ?? []].filter((parts) => parts.length > 0);
  return { paths, apart: path === undefined ? undefined : apart };
}

/** Returns the first words that the fewest entries have, unless all of them have these. */
function rarest(
  all: readonly string[],
  tally: ReadonlyMap<string, number>,
  entries: number,
): string | undefined {
  let least = entries;
  let found: string | undefined;
  for (const words of all) {
    const count = tally.get(words) ?? entries;
    if (count < least) [least, found] = [count, words];
  }
  return found;
}

/** Returns the texts of an entry that lie outside of its name, each with the path to it. */
function textsIn(entry: ElementPart, name: Part | undefined): Map<string, readonly Part[]> {
  const texts = new Map<string, readonly Part[]>();
  let left = NAME_VISITS;
  const visit = (part: ElementPart, path: readonly Part[]): void => {
    for (const child of part.children) {
      if (left-- <= 0) return;
      if (child === name || child.spoken === true) continue;
      if (child.kind === "element") visit(child, [...path, child]);
      else if (child.kind === "text" && SAYS.test(child.text) && !texts.has(wordsOf(child)))
        texts.set(wordsOf(child), [...path, child]);
    }
  };
  visit(entry, []);
  return texts;
}

/** Returns the beginning of what a part says. */
function wordsOf(part: Part | undefined): string {
  let [words, left] = ["", NAME_VISITS];
  const visit = (part: Part): void => {
    if (left-- <= 0 || words.length >= MAX_WORDS) return;
    if (part.kind === "text") words += part.text;
    if (part.kind === "element") for (const child of part.children) visit(child);
  };
  if (part !== undefined) visit(part);
  return words.slice(0, MAX_WORDS).trim();
}

/** The most of a text that is compared with others, in UTF-16 units. */
const MAX_WORDS = 200;
const SAYS = /[\p{L}\p{N}]/u;

/**
 * Returns the parts from the entry's child down to what names it: its heading, else its first link
 * or control, else its first text.
 */
function nameOf(entry: ElementPart): Part[] {
  let left = NAME_VISITS;
  const search = (part: ElementPart, isName: (part: Part) => boolean): Part[] | undefined => {
    for (const child of part.children) {
      if (left-- <= 0) return undefined;
      if (isName(child)) return [child];
      const inside = child.kind === "element" ? search(child, isName) : undefined;
      if (inside !== undefined) return [child, ...inside];
    }
    return undefined;
  };
  const kinds: ((part: Part) => boolean)[] = [
    (part) =>
      part.kind === "element" && isHeading(part.tag, unshadowed(part.element).getAttribute("role")),
    (part) => part.kind === "element" && part.interaction !== undefined && saysSomething(part, 40),
    (part) => part.kind === "text" && part.generated !== true && SAYS.test(part.text),
  ];
  for (const isName of kinds) {
    left = NAME_VISITS;
    const path = search(entry, isName);
    if (path !== undefined) return path;
  }
  return [];
}

function saysSomething(part: ElementPart, visits: number): boolean {
  let left = visits;
  const search = (parts: readonly Part[]): boolean =>
    parts.some((part) => {
      if (left-- <= 0) return false;
      return part.kind === "text"
        ? SAYS.test(part.text)
        : part.kind === "element" && search(part.children);
    });
  return search(part.children);
}
