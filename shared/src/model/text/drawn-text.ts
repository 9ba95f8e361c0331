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
 * Tells whether an editor shows a text. Rows that wrap look like lines, spaces at the end of a line can't be seen, a
 * tab is drawn as spaces, and an editor may draw only a part.
 */
export function isSameDrawn(wanted: string, shown: string, { cut }: Drawing): boolean {
  const [whole, seen] = [plain(wanted), plain(shown)];
  if (whole === seen) return true;
  if (cut === true && seen !== "" && whole.includes(seen)) return true;
  const isWrapped = shown.split("\n").length > wanted.split("\n").length;
  if (!wanted.includes("\t") && !isWrapped) return false;
  const [spaced, spacedSeen] = [withoutSpace(wanted), withoutSpace(shown)];
  return cut === true ? spaced.includes(spacedSeen) : spaced === spacedSeen;
}

function plain(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\u00A0/g, " ")
    .replace(/[\u200B\u2060\uFEFF]/g, "")
    .replace(/[ \t]+$/gm, "")
    .replaceAll("\n", "");
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
