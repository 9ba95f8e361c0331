// Enters a text where the focus is, as a person would, so that the page hears of each part of it once.
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { startOf } from "@webserv/shared/model/graphemes.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { Hands } from "../../input/hands.ts";
import type { TextRun } from "../../input/text-plan.ts";
import { planRuns } from "../../input/text-plan.ts";
import type { ActionContext, Located } from "../context/action-context.ts";
import { isReread, selectContents, takeFieldFocus, whereThere } from "./field.ts";

export type Typed = Result<"frame.typed">;

/** Up to here text is typed key by key, as pages that complete or mask it expect; longer text is put in. */
const MAX_TYPED = 64;
/** So often in a row all that was sent may be held back: the page makes no room then. */
const MAX_STALLS = 2;

/** With `ahead` a key tells only what the page does with keys: its character is in what follows as well. */
interface Run extends TextRun {
  readonly ahead?: true;
}

export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly field: Pick<Located, "editing" | "plain">;
  /** As of `frame.select-contents`. */
  readonly room: number | undefined;
}

export interface Entered {
  /** Undefined where the page went on to another document, or has no such field any more. */
  readonly after: Typed | undefined;
  /** The end of the text, as far as no event of it has reached the page. */
  readonly unsent: string;
}

/**
 * The field has the focus, what is to be replaced is selected, and the frame watches. Whatever the page
 * has heard of, or has kept the browser from doing, is never sent again: a scanner, a code or a console
 * uses what it gets, and what the field holds then says nothing.
 */
export async function enterText(entry: Entry, context: ActionContext): Promise<Entered> {
  const { hands } = context;
  const { id, text } = entry;
  if (text === "") {
    // With everything selected, entering nothing means to empty the field.
    await hands.press("Backspace");
    return { after: await typed(id, context, { more: false, drawn: true }), unsent: "" };
  }
  let queue = firstApart(planAnyhow(entry, hands), hands);
  let after: Typed | undefined;
  let { room } = entry;
  let isFirst = true;
  for (let stalls = 0; stalls < MAX_STALLS;) {
    const run = takeNext(queue, room, hands);
    if (run === undefined) break;
    const isTaken = await enterRun(run, hands);
    const hasMore = queue.length > 0;
    // Text that is put in is never held back; where there is little room the page is to move on first.
    if (!isFirst && hasMore && run.how !== "keys" && room === undefined) continue;
    // The frame sees what is put in next arrive, so nothing is lost by not waiting.
    const drawn = !isFirst || queue[0]?.how !== "insert";
    // A busy page may still take what it has not taken yet.
    const sent = isTaken || run.how !== "keys" ? {} : { sent: lengthOf(run.text) };
    after = await typed(id, context, { more: hasMore, drawn, ...sent });
    if (after === undefined) {
      if (run.ahead === true) queue = withoutFirst(queue, run);
      break;
    }
    ({ room } = after);
    const { held } = after;
    if (held > 0) queue.unshift({ ...run, text: lastOf(run.text, held) });
    const isLost = isTaken && !isFirst && run.how === "insert" && !after.heardMore;
    if (isLost) queue.unshift(run);
    stalls = isLost || (held > 0 && held === lengthOf(run.text)) ? stalls + 1 : 0;
    if (isFirst && held === 0) {
      queue = afterFirst(queue, entry, run, after);
      // As a person would: what follows closes the bracket itself.
      for (let count = 0; count < after.surplus; count++) await hands.press("Delete");
    }
    isFirst &&= held > 0;
    if (!after.there) break;
    if (queue.length === 0 || after.focus !== "lost") continue;
    if (!(await regain(entry, context))) break;
    // The focus goes with each key: what takes text by the browser is given the rest at once.
    if (after.byInput) queue = [{ how: "insert", text: joined(queue) }];
  }
  // Nothing more is sent, so nothing more is to be kept from the page.
  if (queue.length > 0 && after?.there === true) {
    after = await typed(id, context, { more: false, drawn: false });
  }
  return { after: after?.there === true ? after : undefined, unsent: joined(queue) };
}

/**
 * A line end is put in without the Enter key, as the keyboards of telephones do it: a page that sends
 * its form on that key does not send half of the text.
 */
function plan({ text, field }: Pick<Entry, "text" | "field">, byKeys: boolean): TextRun[] {
  const hasParagraphs = field.editing === "contenteditable" && field.plain !== true;
  return text.split(/(\n+)/).flatMap((part): readonly TextRun[] => {
    if (part === "") return [];
    if (part.startsWith("\n")) return [{ how: hasParagraphs ? "line-ends" : "insert", text: part }];
    return byKeys ? planRuns(part) : asOne(part);
  });
}

/** Long text is put in whole, paragraph by paragraph where there are any. */
function planAnyhow(entry: Pick<Entry, "text" | "field">, hands: Hands): TextRun[] {
  const { text, field } = entry;
  const hasParagraphs = field.editing === "contenteditable" && field.plain !== true;
  const isShort = text.length <= MAX_TYPED && (hasParagraphs || !text.includes("\n"));
  const byKeys = isShort && hands.typesInto(field.editing, text);
  return hasParagraphs || byKeys ? plan(entry, byKeys) : asOne(text);
}

/** Tells whether the frame keeps what the browser would enter for the first key. */
export function isKeyAhead(entry: Pick<Entry, "text" | "field">, hands: Hands): boolean {
  return firstApart(planAnyhow(entry, hands), hands)[0]?.ahead === true;
}

/**
 * The first key tells what the page does with keys, and with the focus. Ahead of text that is put in whole it does
 * no more than that: editors close brackets, and make lists and headings of what is typed.
 */
function firstApart(runs: readonly TextRun[], hands: Hands): Run[] {
  const [first, ...rest] = runs;
  if (first === undefined || first.how === "line-ends") return [...runs];
  if (first.how === "keys" && hands.heedsEachKey) return [...runs];
  const [initial] = planRuns(first.text.slice(0, MAX_TYPED));
  if (initial?.how !== "keys") return [...runs];
  const letter = Array.from(initial.text)[0] ?? "";
  if (first.how === "insert") return [{ how: "keys", text: letter, ahead: true }, ...runs];
  const left = { how: first.how, text: first.text.slice(letter.length) };
  return [{ how: "keys", text: letter }, ...(left.text === "" ? [] : [left]), ...rest];
}

/**
 * Text of an input method comes as one where there is room for it, and else in parts, each where the focus is by then.
 * So does text that is put in, if it is known at once where each part went.
 */
function takeNext(queue: Run[], room: number | undefined, hands: Hands): Run | undefined {
  const next = queue.shift();
  if (next === undefined || room === undefined) return next;
  const { how } = next;
  if (how !== "compose" && !(how === "insert" && hands.heedsEachKey)) return next;
  const fitting = startOf(next.text, room);
  const left = next.text.slice(fitting.length);
  if (left !== "") queue.unshift({ how, text: left });
  return { how, text: fitting };
}

/** How the rest is entered, once the first key has told. */
function afterFirst(
  queue: Run[],
  { field }: Entry,
  first: Run,
  { heard, byInput, focus, surplus }: Typed,
): Run[] {
  if (first.how !== "keys") return queue;
  // No event of it has come anywhere: keys do not reach this page, or come to nothing in the browser.
  if (!heard && focus === "field") return plan({ text: joined([first, ...queue]), field }, false);
  if (byInput) return queue;
  const rest = first.ahead === true ? withoutFirst(queue, first) : queue;
  // The page takes the keys themselves; what is put in would pass it by. An editor takes but those that it completes.
  return surplus > 0 ? rest : plan({ text: joined(rest), field }, true);
}

/** The key that went ahead has come to the page: it took that itself. */
function withoutFirst([next, ...rest]: readonly Run[], { text }: Run): Run[] {
  if (next === undefined) return [];
  const left = { ...next, text: next.text.slice(text.length) };
  return left.text === "" ? rest : [left, ...rest];
}

/** @returns whether text can be entered into the field again */
async function regain({ id, field }: Entry, context: ActionContext): Promise<boolean> {
  try {
    await takeFieldFocus(id, context);
    await selectContents(id, "end", field, context, "go-on");
    return true;
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof WebservError && GIVEN_UP.has(error.code)) return false;
    throw error;
  }
}

/** The page has taken the field away, or locked it. */
const GIVEN_UP: ReadonlySet<ErrorCode> = new Set([
  "not-focusable",
  "not-editable",
  "stale-id",
  "unknown-id",
]);

async function typed(
  id: string,
  context: ActionContext,
  how: { readonly more: boolean; readonly drawn: boolean; readonly sent?: number },
): Promise<Typed | undefined> {
  const ask = (): Promise<Typed> => context.page.frame("frame.typed", { id, ...how });
  const told = await whereThere(context, ask);
  if (told === undefined || told.there) return told;
  return (await isReread(id, context)) ? await whereThere(context, ask) : undefined;
}

/** @returns whether the page has taken it; one that is busy may do so yet */
async function enterRun({ how, text }: TextRun, hands: Hands): Promise<boolean> {
  switch (how) {
    case "keys":
      return await hands.typeKeys(text);
    case "compose":
      return await hands.composeText(text);
    case "line-ends":
      return await hands.insertLineEnds(text.length);
    case "insert":
      return await hands.insertText(text);
  }
}

function joined(runs: readonly Run[]): string {
  return runs.map(({ text, ahead }) => (ahead === true ? "" : text)).join("");
}

/** The last characters, by keys. */
function lastOf(text: string, count: number): string {
  return Array.from(text).slice(-count).join("");
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function asOne(text: string): TextRun[] {
  return [{ how: "insert", text }];
}
