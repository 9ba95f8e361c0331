// What an action enters into a page, and how a record keeps it: by its length alone, if it may be a secret.
import * as z from "zod/mini";

import { actions } from "./action.ts";
import { characterOf, isUnknownChord } from "./keys.ts";
import { addressWithoutUserInfo } from "./user-info.ts";

const withheld = z
  .strictObject({
    length: z.int().check(z.nonnegative()),
    /** Nobody could say whether it is a secret, as if the field was not found. */
    unsure: z.optional(z.literal(true)),
  })
  .check(
    z.describe(
      "What was entered is a secret, or may be one: it is null, and this is its length, in UTF-16 units",
    ),
  );
export type Withheld = z.infer<typeof withheld>;

const secret = z.optional(withheld);

const { type, press, select, dialog, ...others } = actions;
const asTheyAre = Object.values(others).map(({ schema }) => schema);

/** An action as it is answered and recorded. What was entered is null if only its length is kept. */
export const recordedAction = z.discriminatedUnion("type", [
  z.strictObject({ ...type.schema.shape, text: z.nullable(type.schema.shape.text), secret }),
  z.strictObject({ ...press.schema.shape, key: z.nullable(press.schema.shape.key), secret }),
  z.strictObject({
    ...select.schema.shape,
    options: z.nullable(select.schema.shape.options),
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

/** What an action enters, in parts; none if it enters nothing, or nothing that was kept. */
export function enteredTexts(action: RecordedAction): readonly string[] {
  switch (action.type) {
    case "type":
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

/** The key by the name that it was given, and what it gives. A key that nobody knows may be a whole text. */
function pressedTexts(key: string): readonly string[] {
  const character = characterOf(key);
  if (character !== undefined) return [...new Set([key, character])];
  return isUnknownChord(key) ? [key] : [];
}

/** The action without the sign-in of its address, which the browser alone is told. */
export function toldAction(action: RecordedAction): RecordedAction {
  if (action.type !== "goto" && action.type !== "new_tab") return action;
  if (action.url === undefined) return action;
  const url = addressWithoutUserInfo(action.url);
  return url === action.url ? action : { ...action, url };
}

/** The action with nothing but the length of what it enters. */
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

/** What is known of an entered text that is not kept; undefined if the action is kept in full. */
export function withheldOf(action: RecordedAction): Withheld | undefined {
  return "secret" in action ? action.secret : undefined;
}
