// Enters a text where the focus is, as a person does, so that the page receives each part of it once.
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { startOf } from "@webserv/shared/model/text/graphemes.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { Hands } from "../../input/hands.ts";
import type { TextRun } from "../../input/text-plan.ts";
import { planRuns } from "../../input/text-plan.ts";
import type { ActionContext, Located } from "../context/action-context.ts";
import type { FieldContents } from "./field.ts";
import { isReread, selectContents, takeFieldFocus, whereThere } from "./field.ts";

export type Typed = Result<"frame.typed">;

/** The longest text, in UTF-16 units, that is typed key by key, as masks and completions expect; longer is inserted. */
const MAX_TYPED = 64;
/** The times in a row that everything sent may be held back; after that, the page makes no room for more. */
const MAX_STALLS = 2;

/** Is one run of the text. A key with `ahead` only probes what the page does with keys; the next run repeats it. */
interface Run extends TextRun {
  readonly ahead?: true;
}

export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly field: Pick<Located, "editing" | "plain"> & {
    /** The way in which an editor that the page draws itself takes a text. */
    readonly by?: NonNullable<FieldContents["drawn"]>["by"];
  };
  /** The characters for which the field has room, as `frame.select-contents` reports them. */
  readonly room: number | undefined;
}

export interface Entered {
  /** The field's state; undefined if the page has another document by now, or the field is gone. */
  readonly after: Typed | undefined;
  /** The end of the text of which no event has reached the page. */
  readonly unsent: string;
}

/**
 * Enters the text. By now the field has the focus, the text to replace is selected, and the frame watches its events.
 * Input that the page has received, or has prevented, is never sent again. A field for a scanner, a code or a console
 * uses each key at once, so its value does not tell what was received.
 */
export async function enterText(entry: Entry, context: ActionContext): Promise<Entered> {
  const { hands } = context;
  const { id, text } = entry;
  if (text === "") {
    // Everything is selected, so entering no text means emptying the field.
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
    const isTaken = await enterRun(run, id, context);
    const hasMore = queue.length > 0;
    // Inserted text is never held back; if the field's room is limited, the page must move its focus on first.
    if (!isFirst && hasMore && run.how !== "keys" && room === undefined) continue;
    // The frame sees whether the next insertion arrives, so there is no need to wait for a drawing.
    const drawn = !isFirst || queue[0]?.how !== "insert";
    // A busy page may still take these keys later.
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
      // As a person does, delete the bracket that the editor closed: the rest of the text has its own.
      for (let count = 0; count < after.surplus; count++) await hands.press("Delete");
    }
    isFirst &&= held > 0;
    if (!after.there) break;
    if (queue.length === 0 || after.focus !== "lost") continue;
    if (!(await regain(entry, context))) break;
    // Each key moves the focus away, so a field that lets the browser enter text gets the rest in one insertion.
    if (after.byInput) queue = [{ how: "insert", text: joined(queue) }];
  }
  // Nothing more is sent, so the frame must stop holding events back from the page.
  if (queue.length > 0 && after?.there === true) {
    after = await typed(id, context, { more: false, drawn: false });
  }
  return { after: after?.there === true ? after : undefined, unsent: joined(queue) };
}

/**
 * Plans the runs of a text. A line end is inserted without the Enter key, as the keyboards of telephones do it:
 * a page that submits its form on that key would submit half of the text.
 */
function plan({ text, field }: Pick<Entry, "text" | "field">, byKeys: boolean): TextRun[] {
  if (field.editing === "drawn") return byKeys ? planKeys(text, field) : asOne(text);
  const hasParagraphs = field.editing === "contenteditable" && field.plain !== true;
  return text.split(/(\n+)/).flatMap((part): readonly TextRun[] => {
    if (part === "") return [];
    if (part.startsWith("\n")) return [{ how: hasParagraphs ? "line-ends" : "insert", text: part }];
    return byKeys ? planRuns(part) : asOne(part);
  });
}

/** Plans the runs of a text; long text is inserted whole, or paragraph by paragraph if the field has paragraphs. */
function planAnyhow(entry: Pick<Entry, "text" | "field">, hands: Hands): TextRun[] {
  const { text, field } = entry;
  if (field.by === "paste" && !isOfWords(text)) return [{ how: "paste", text }];
  if (field.by === "keys") return planKeys(text, field);
  if (field.by === "insert" && COMPLETED.test(text)) return asOne(text);
  const hasParagraphs = field.editing === "contenteditable" && field.plain !== true;
  const isShort = text.length <= MAX_TYPED && (hasParagraphs || !text.includes("\n"));
  const byKeys = isShort && hands.typesInto(field.editing, text);
  return hasParagraphs || byKeys ? plan(entry, byKeys) : asOne(text);
}

/** Matches what an editor of code completes as it is typed: lines by indents, brackets and quotes by their ends. */
const COMPLETED = /[\n()[\]{}<>"'`]/;

/** Tells whether a text is so short and plain that typing completes nothing in it. Many signs accept a suggestion. */
function isOfWords(text: string): boolean {
  return text.length <= MAX_TYPED && /^[\p{L}\p{N} ]*$/u.test(text);
}

/** Plans a text by keys alone; each line ends by the Enter key. What hears only keys gets no compositions either. */
function planKeys(text: string, { by }: Entry["field"]): TextRun[] {
  return text.split(/(\n)/).flatMap((part): readonly TextRun[] => {
    if (part === "") return [];
    if (part === "\n") return [{ how: "enter", text: part }];
    return by === "keys" ? [{ how: "keys", text: part }] : planRuns(part);
  });
}

/** Tells whether the frame must keep the browser from entering the first key, which only probes the page. */
export function isKeyAhead(entry: Pick<Entry, "text" | "field">, hands: Hands): boolean {
  return firstApart(planAnyhow(entry, hands), hands)[0]?.ahead === true;
}

/**
 * Separates the first key from the runs: it shows what the page does with keys, and with the focus. Ahead of inserted
 * text it enters nothing, because editors close brackets, and make lists and headings of typed text.
 */
function firstApart(runs: readonly TextRun[], hands: Hands): Run[] {
  const [first, ...rest] = runs;
  if (first === undefined || OWN_WAYS.has(first.how)) return [...runs];
  if (first.how === "keys" && hands.heedsEachKey) return [...runs];
  const [initial] = planRuns(first.text.slice(0, MAX_TYPED));
  if (initial?.how !== "keys") return [...runs];
  const letter = Array.from(initial.text)[0] ?? "";
  if (first.how === "insert") return [{ how: "keys", text: letter, ahead: true }, ...runs];
  const left = { how: first.how, text: first.text.slice(letter.length) };
  return [{ how: "keys", text: letter }, ...(left.text === "" ? [] : [left]), ...rest];
}

/** The ways of text of which no character can be sent ahead. */
const OWN_WAYS: ReadonlySet<TextRun["how"]> = new Set(["line-ends", "enter", "paste"]);

/**
 * Takes the next run from the queue. Text of an input method is entered whole if the field has room for it; else in
 * parts, each where the focus is by then. Inserted text is divided likewise if `hands.heedsEachKey`.
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

/** Plans how the rest is entered, now that the first key has shown what the page does with keys. */
function afterFirst(
  queue: Run[],
  { field }: Entry,
  first: Run,
  { heard, byInput, focus, surplus }: Typed,
): Run[] {
  if (first.how !== "keys") return queue;
  // No event of the key has arrived: keys do not reach this page, or have no effect in the browser.
  if (!heard && focus === "field") return plan({ text: joined([first, ...queue]), field }, false);
  if (byInput) return queue;
  const rest = first.ahead === true ? withoutFirst(queue, first) : queue;
  // The page handles the keys itself and would miss an insertion. An editor handles only those that it completes.
  return surplus > 0 ? rest : plan({ text: joined(rest), field }, true);
}

/** Removes the character of the key that probed the page: the page has handled that key itself. */
function withoutFirst([next, ...rest]: readonly Run[], { text }: Run): Run[] {
  if (next === undefined) return [];
  const left = { ...next, text: next.text.slice(text.length) };
  return left.text === "" ? rest : [left, ...rest];
}

/** Focuses the field again. @returns whether text can be entered into it */
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

/** The errors that mean that the page has removed the field, or locked it. */
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

/** @returns whether the page has taken the run; a busy page may still take it later */
async function enterRun(
  { how, text }: TextRun,
  id: string,
  { hands, page }: ActionContext,
): Promise<boolean> {
  switch (how) {
    case "enter":
      return await hands.press("Enter");
    case "paste":
      await page.send("frame.paste-text", { id, text });
      return true;
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

/** Returns the last `count` characters, in code points, since each of them is one key. */
function lastOf(text: string, count: number): string {
  return Array.from(text).slice(-count).join("");
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

function asOne(text: string): TextRun[] {
  return [{ how: "insert", text }];
}
