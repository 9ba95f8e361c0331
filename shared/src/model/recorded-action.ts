// Describes the recorded form of an action: entered text that may be a secret is kept by its length alone.
import * as z from "zod/mini";

import { actions } from "./action.ts";
import { characterOf, isUnknownChord } from "./keys.ts";
import { addressWithoutUserInfo } from "./text/user-info.ts";

const withheld = z
  .strictObject({
    length: z.int().check(z.nonnegative()),
    /** Set if nobody could say whether it is a secret, for example because the field was not found. */
    unsure: z.optional(z.literal(true)),
  })
  .check(
    z.describe(
      "What was entered is a secret, or may be one: it is null, and this is its length, in UTF-16 units",
    ),
  );
export type Withheld = z.infer<typeof withheld>;

const secret = z.optional(withheld);

const { type, press, select, select_text, dialog, ...others } = actions;
const asTheyAre = Object.values(others).map(({ schema }) => schema);

/** An action as it is answered and recorded. Entered text is null if only its length is kept. */
export const recordedAction = z.discriminatedUnion("type", [
  z.strictObject({ ...type.schema.shape, text: z.nullable(type.schema.shape.text), secret }),
  z.strictObject({ ...press.schema.shape, key: z.nullable(press.schema.shape.key), secret }),
  z.strictObject({
    ...select.schema.shape,
    options: z.nullable(select.schema.shape.options),
    secret,
  }),
  z.strictObject({
    ...select_text.schema.shape,
    text: z.nullable(select_text.schema.shape.text),
    secret,
  }),
  z.strictObject({
    ...dialog.schema.shape,
    text: z.optional(z.nullable(dialog.schema.shape.text)),
    secret,
  }),
  ...asTheyAre,
]);
export type RecordedAction = z.infer<typeof recordedAction>;

/** Returns the entered texts of an action; none if it enters nothing, or nothing that was kept. */
export function enteredTexts(action: RecordedAction): readonly string[] {
  switch (action.type) {
    case "type":
    case "select_text":
      return action.text === null ? [] : [action.text];
    case "select":
      return action.options ?? [];
    case "dialog":
      return action.text === undefined || action.text === null ? [] : [action.text];
    case "press":
      return action.key === null ? [] : pressedTexts(action.key);
    default:
      return [];
  }
}

/** Returns the key's given name, and its character. An unknown key may be a whole text. */
function pressedTexts(key: string): readonly string[] {
  const character = characterOf(key);
  if (character !== undefined) return [...new Set([key, character])];
  return isUnknownChord(key) ? [key] : [];
}

/** Returns the action without the sign-in in its address, which only the browser receives. */
export function toldAction(action: RecordedAction): RecordedAction {
  if (action.type !== "goto" && action.type !== "new_tab") return action;
  if (action.url === undefined) return action;
  const url = addressWithoutUserInfo(action.url);
  return url === action.url ? action : { ...action, url };
}

/** Returns the action with nothing but the length of its entered text. */
export function withheldAction(action: RecordedAction, why: "secret" | "unsure"): RecordedAction {
  const entered = enteredTexts(action);
  if (entered.length === 0) return toldAction(action);
  const length =
    action.type === "press"
      ? (entered.at(-1)?.length ?? 0)
      : entered.reduce((sum, { length }) => sum + length, 0);
  const kept = { length, ...(why === "unsure" ? { unsure: true as const } : {}) };
  switch (action.type) {
    case "type":
    case "select_text":
    case "dialog":
      return { ...action, text: null, secret: kept };
    case "select":
      return { ...action, options: null, secret: kept };
    case "press":
      return { ...action, key: null, secret: kept };
    default:
      return action;
  }
}

/** Describes an entered text that is not kept; undefined if the action is kept in full. */
export function withheldOf(action: RecordedAction): Withheld | undefined {
  return "secret" in action ? action.secret : undefined;
}
