// Compares a text with what an editor shows of it that the page draws itself, and judges what became of it.
import type { TextOutcome } from "./entered-text.ts";
import { judgeEntered } from "./entered-text.ts";
import { dots } from "./text-difference.ts";

/** What an editor shows, as `frame.value` tells it. */
interface Shown {
  readonly value: string;
  readonly secret?: true | undefined;
  readonly drawn?: (Drawing & { readonly told: string }) | undefined;
}

export interface DrawnEntry {
  readonly id: string;
  readonly text: string;
  readonly append: boolean;
  /** What it showed before the text, but after it was emptied. */
  readonly before: Shown;
  /** Undefined if the page went on to another document, or has no such editor any more. */
  readonly after: Shown | undefined;
  /** The end of the text of which no event has reached the page. */
  readonly unsent: string;
  /** True if an event of the text has reached the page. */
  readonly heard: boolean;
}

/**
 * Judges by what the editor shows whether it holds the text. A picture shows nothing that could be read, and a terminal
 * need not show what is typed.
 * @throws WebservError `value-refused`
 */
export function judgeDrawn(entry: DrawnEntry): TextOutcome {
  const { id, text, append, before, after, unsent, heard } = entry;
  const contents = { before, after: after && { ...after, fields: [], heard }, unsent };
  const isSecret = before.secret === true || after?.secret === true;
  const told = (value: string): string => (isSecret ? dots(value) : value);
  if (after === undefined || !heard)
    return judgeEntered({ id, text, append, editing: "drawn", ...contents });
  const { value, drawn } = after;
  if (drawn?.terminal === true) return { value: told(lastLine(value)) };
  if (drawn?.unread === true) return {};
  const wanted = append ? before.value + text : text;
  const isHeld = isSameDrawn(wanted, value, drawn ?? {}) || stands(text, before.value, value);
  if (unsent === "" && isHeld) return { value: told(drawn?.told ?? value) };
  return judgeEntered({ id, text, append, editing: "drawn", ...contents });
}

/** Tells whether a text has come behind what could not be deleted: a prompt, for example. */
function stands(text: string, left: string, value: string): boolean {
  return left !== "" && isSameDrawn(left.trimEnd() + text, withoutGap(value, left), {});
}

function withoutGap(value: string, left: string): string {
  const kept = left.trimEnd();
  return value.startsWith(kept) ? kept + value.slice(kept.length).trimStart() : value;
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

interface Drawing {
  /** Set if the editor may hold more lines than it draws. */
  readonly cut?: true | undefined;
  /** Set if the text is a picture. */
  readonly unread?: true | undefined;
  readonly terminal?: true | undefined;
}

/**
 * Tells whether an editor shows a text. Rows that wrap look like lines, spaces at the end of a line can't be seen, and a
 * tab is drawn as spaces. Empty lines may not be drawn. An editor that draws only a part shows the beginning or the end.
 */
export function isSameDrawn(wanted: string, shown: string, { cut }: Drawing): boolean {
  const isSame = (lines: readonly string[], rows: readonly string[]): boolean =>
    begins(lines, rows, false) ||
    (cut === true &&
      rows.length > 0 &&
      (begins(lines, rows, true) || begins(backwards(lines), backwards(rows), true)));
  const [lines, rows] = [linesOf(wanted), linesOf(shown)];
  if (isSame(lines, rows)) return true;
  if (!wanted.includes("\t") && rows.length <= lines.length) return false;
  return isSame(lines.map(withoutSpace), rows.map(withoutSpace));
}

/**
 * Tells whether each line stands in one row or in several that follow one another, so that no line has lost its end.
 * @param cut rows may end before the lines do
 */
function begins(lines: readonly string[], rows: readonly string[], cut: boolean): boolean {
  let row = 0;
  for (const line of lines) {
    let found = "";
    while (found !== line) {
      const next = rows[row];
      if (next === undefined) return cut;
      found += next;
      if (!line.startsWith(found)) return false;
      row++;
    }
  }
  return row === rows.length;
}

function backwards(lines: readonly string[]): string[] {
  return lines.map((line) => Array.from(line).toReversed().join("")).toReversed();
}

function linesOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\u00A0/g, " ")
    .replace(/[\u200B\u2060\uFEFF]/g, "")
    .split("\n")
    .map((line) => line.replace(/[ \t]+$/, ""))
    .filter((line) => line !== "");
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
