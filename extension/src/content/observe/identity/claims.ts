// The ways in which an element can be known again, strongest first.
import type { Descriptor } from "./evidence.ts";
import { anchorOf, isOwnMark, kindOfMark, nameOf, rowId, rowKey, scopeSlug } from "./evidence.ts";

/** One way: what must be equal, as strings; an element may have several, or none. */
export type Claim = (descriptor: Descriptor) => string[];

const key = (...parts: string[]): string => parts.join("\n");

/** A row's key is worth more than the words over it, which may be the row's own. */
const around = (it: Descriptor): string =>
  key(it.tag, rowId(it.row), (it.row?.key ?? "") === "" ? scopeSlug(it) : "");

/** All there is. Likes that have it in common are told by their order alone. */
export const whole: Claim = (it) => [
  key("whole", around(it), it.name, it.marks.join(" "), it.context),
];

/** Each must be one element's alone, among those of its reading, to tell anything. */
export const CLAIMS: readonly Claim[] = [
  (it) => [key("marks", around(it), nameOf(it), it.marks.join(" "))],
  (it) => it.marks.map((mark) => key("named", it.tag, rowId(it.row), nameOf(it), mark)),
  (it) =>
    it.marks
      .filter((mark) => tellsRenamed(mark, it))
      .map((mark) => key("marked", it.tag, rowId(it.row), mark)),
  (it) => (it.name === "" ? [] : [key("name", around(it), nameOf(it))]),
];

/** What a change of language leaves: marks, and the place among as many others as before. */
export const byMark: Claim = (it) =>
  it.marks
    .filter((mark) => isOwnMark(mark) || isOfPanel(mark) || rowKey(it.row) !== "")
    .map((mark) => key("mark", it.tag, rowKey(it.row), mark));

/** What opens a part of the page, such as a tab: most parts are opened by one thing alone. */
function isOfPanel(mark: string): boolean {
  return kindOfMark(mark) === "aria-controls";
}

export const byPlace: Claim = (it) => [key("place", it.tag, rowKey(it.row), it.place)];

/** The one field for such a thing in its form. */
export const byKind: Claim = (it) =>
  TELLING_TYPES.test(it.tag) ? [key("kind", it.tag, rowKey(it.row), anchorOf(it))] : [];

const TELLING_TYPES = /^input-(?:email|tel|password|url|search|file|date|time|color|submit|image)$/;

/** Whether the mark alone tells what has another name now; the only entry of a list has no likes. */
function tellsRenamed(mark: string, it: Descriptor): boolean {
  if (it.row === undefined) return isOwnMark(mark);
  return rowId(it.row) !== "" || (isOwnMark(mark) && kindOfMark(mark) !== "test");
}
