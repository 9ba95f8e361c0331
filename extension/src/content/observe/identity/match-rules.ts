// Lists the rules by which an element can be known again, strongest first.
import type { Descriptor } from "./descriptor.ts";
import { anchorOf, isOwnMark, kindOfMark, nameOf, rowId, rowKey, scopeSlug } from "./descriptor.ts";

/**
 * Returns the keys by which a rule knows an element. Two elements match if they have an equal key;
 * an element may have several, or none.
 */
export type MatchRule = (descriptor: Descriptor) => string[];

const key = (...parts: string[]): string => parts.join("\n");

/** A row's key is worth more than the words over it, which may be the row's own. */
const rowOrScope = (it: Descriptor): string =>
  key(it.tag, rowId(it.row), (it.row?.key ?? "") === "" ? scopeSlug(it) : "");

/**
 * Matches by everything that is known. Elements that share such a key are told apart by their order
 * alone.
 */
export const byEverything: MatchRule = (it) => [
  key("byEverything", rowOrScope(it), it.name, it.marks.join(" "), it.context),
];

/** Each key tells something only if it is one element's alone, among those of its reading. */
export const MATCH_RULES: readonly MatchRule[] = [
  (it) => [key("marks", rowOrScope(it), nameOf(it), it.marks.join(" "))],
  (it) => it.marks.map((mark) => key("named", it.tag, rowId(it.row), nameOf(it), mark)),
  (it) =>
    it.marks
      .filter((mark) => tellsRenamed(mark, it))
      .map((mark) => key("marked", it.tag, rowId(it.row), mark)),
  (it) => (it.name === "" ? [] : [key("name", rowOrScope(it), nameOf(it))]),
  (it) => {
    const said = withoutSigns(nameOf(it));
    return said === "" ? [] : [key("said", rowOrScope(it), said)];
  },
];

/**
 * Returns a name without the signs that say a state: ▸ and ▾ of what opens, ▲ and ▼ of what is
 * sorted, ☐ and ☑ of what is chosen.
 */
function withoutSigns(name: string): string {
  const said = name.replace(SIGNS, " ").replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

const SIGNS = /[←-⇿⌀-⏿■-◿★☆☐-☒✓-✘❮❯⬀-⯿]/gu;

/** Matches by what a change of language leaves: the author's marks. */
export const byMark: MatchRule = (it) =>
  it.marks
    .filter((mark) => isOwnMark(mark) || isOfPanel(mark) || rowKey(it.row) !== "")
    .map((mark) => key("mark", it.tag, rowKey(it.row), mark));

/**
 * Tells whether a mark names what the element opens, such as a tab's panel: most parts of a page
 * are opened by one thing alone.
 */
function isOfPanel(mark: string): boolean {
  return kindOfMark(mark) === "aria-controls";
}

export const byDomPath: MatchRule = (it) => [key("domPath", it.tag, rowKey(it.row), it.domPath)];

/** Matches the one field for such a thing in its form. */
export const byKind: MatchRule = (it) =>
  TELLING_TYPES.test(it.tag) ? [key("kind", it.tag, rowKey(it.row), anchorOf(it))] : [];

const TELLING_TYPES = /^input-(?:email|tel|password|url|search|file|date|time|color|submit|image)$/;

/**
 * Tells whether the mark alone tells an element that has another name now. The only entry of a list
 * has no likes.
 */
function tellsRenamed(mark: string, it: Descriptor): boolean {
  if (it.row === undefined) return isOwnMark(mark);
  return rowId(it.row) !== "" || (isOwnMark(mark) && kindOfMark(mark) !== "test");
}
