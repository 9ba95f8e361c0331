// Writes into editors that pages draw themselves: by keys and pastes, since they have no field whose value could be set.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { isSameDrawn, judgeDrawn } from "@webserv/shared/model/text/drawn-text.ts";

import type { ActionContext, ActionResult, Located } from "../context/action-context.ts";
import { enterText, isKeyAhead } from "./enter-text.ts";
import type { FieldContents } from "./field.ts";
import { takeFieldFocus, whereThere } from "./field.ts";

/** The most characters that are deleted one by one in an editor without a shortcut that selects everything. */
const MOST_DELETED = 500;
/** The keys that are pressed before the editor is looked at again. */
const KEYS_AT_ONCE = 20;

type Typing = Pick<ActionOf<"type">, "id" | "enter"> & {
  readonly text: string;
  readonly append: boolean;
};

/** Enters a text into an editor that has the focus. */
export async function typeDrawn(
  { id, text, append, enter }: Typing,
  { target }: Pick<Located, "target">,
  context: ActionContext,
): Promise<ActionResult> {
  const held = await context.page.frame("frame.value", { id, drawn: true });
  const before = append ? await atEnd(held, context) : await emptyDrawn(id, held, context);
  const by = before.drawn?.by ?? "insert";
  const entry = { id, text, field: { editing: "drawn", by } as const };
  const { length: characters } = Array.from(text);
  const typing = { characters, ahead: isKeyAhead(entry, context.hands) };
  await context.page.frame("frame.select-contents", { id, part: "end", typing });
  const entered = text === "" ? undefined : await enterText({ ...entry, room: undefined }, context);
  const wanted = append ? before.value + text : text;
  const after = await whereThere(context, () =>
    context.page.frame("frame.value", { id, drawn: true, until: wanted }),
  );
  if (isUntouched(held, after, wanted)) throw untouched(id);
  const outcome = judgeDrawn({
    id,
    text,
    append,
    before,
    after,
    unsent: entered?.unsent ?? "",
    heard: entered?.after?.heard ?? true,
  });
  if (enter === true && after !== undefined) {
    if (!after.focused) await takeFieldFocus(id, context);
    await context.hands.press("Enter");
  }
  return { target, ...outcome };
}

/**
 * Empties the editor as a person does, by its keys; `held` is what it shows.
 * @returns what it shows then
 * @throws WebservError `value-refused` before any key if nobody could tell what would be deleted, and before more than
 *   one character is deleted if the editor has too long a text and no shortcut that selects it.
 */
export async function emptyDrawn(
  id: string,
  held: FieldContents,
  context: ActionContext,
): Promise<FieldContents> {
  const { hands, page } = context;
  if (held.drawn?.terminal === true) return held;
  if (held.drawn?.unread === true) throw unreadable(id);
  if (held.value === "") return held;
  await hands.selectAll();
  await hands.press("Backspace");
  let left = await page.frame("frame.value", { id, drawn: true, until: "" });
  if (left.value === "") return left;
  if (left.drawn?.cut === true || Array.from(left.value).length > MOST_DELETED) throw tooLong(id);
  // An editor without that shortcut has deleted one character at most.
  await hands.caretToEnd();
  let deleted = 0;
  while (left.value !== "" && deleted < MOST_DELETED) {
    const count = Math.min(KEYS_AT_ONCE, Array.from(left.value).length);
    for (let key = 0; key < count; key++) await hands.press("Backspace");
    deleted += count;
    const { value } = left;
    left = await page.frame("frame.value", { id, drawn: true });
    // A prompt or a hint is drawn like text, and stays.
    if (left.value === value) break;
  }
  return left;
}

function unreadable(id: string): WebservError {
  return new WebservError(
    "value-refused",
    `${id} draws its text as a picture, so nobody can tell what would be deleted; no key was pressed`,
    { next: "Type with mode append; select and delete by press, if all of it is to go." },
  );
}

function tooLong(id: string): WebservError {
  return new WebservError(
    "value-refused",
    `${id} has no shortcut that selects all of its text, which is too long to be deleted by ${MOST_DELETED} keys`,
    { next: "Type with mode append, or select what is to go by select_text and type then." },
  );
}

async function atEnd(held: FieldContents, { hands }: ActionContext): Promise<FieldContents> {
  // To a terminal the key may be a command.
  if (held.drawn?.terminal !== true) await hands.caretToEnd();
  return held;
}

/** Tells whether an editor shows the very text that it had before, although it should show another. */
function isUntouched(
  { value: held, drawn }: FieldContents,
  after: FieldContents | undefined,
  wanted: string,
): boolean {
  if (held === "" || after?.value !== held || drawn?.terminal === true) return false;
  return drawn?.cut !== true && !isSameDrawn(wanted, held, drawn ?? {});
}

/** Makes the error for an editor that shows after all keys what it showed before. */
function untouched(id: string): WebservError {
  return new WebservError(
    "value-refused",
    `"${id}" took no text: it shows the same as before, so it seems to be read-only`,
    { next: "Look for what opens it for writing.", details: { id } },
  );
}
