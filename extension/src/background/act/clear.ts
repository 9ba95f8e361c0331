// clear: everything in the field is selected and deleted.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { isSameText } from "@webserv/shared/model/text-difference.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";
import type { FieldValue } from "./field.ts";
import { focusField, readBackAnew, selectContents, shown } from "./field.ts";
import { synthesize } from "./synthesize.ts";

export async function clear(
  action: ActionOf<"clear">,
  context: ActionContext,
): Promise<ActionResult> {
  const { trusted } = context;
  if (trusted === null) return await synthesize(action, context);
  const { id } = action;
  const field = await focusField(id, context);
  const { target, editing } = field;
  if (editing === "setter") {
    const { value } = await context.page.frame("frame.set-value", { id, value: "" });
    return { target, value };
  }
  const { empty } = await selectContents(id, "all", field, context, trusted);
  if (!empty) await trusted.press("Backspace");
  const left = await readBackAnew(id, context);
  if (left === undefined) return { target };
  if (isSameText("", left.value)) return { target, value: "" };
  if (editing === "contenteditable") throw notEmptied(id, left);
  const { value } = await context.page.frame("frame.set-value", { id, value: "" });
  if (value !== "") throw notEmptied(id, { ...left, value });
  return { target, value, inputReason: "the field did not empty by keys; its own setter did it" };
}

function notEmptied(id: string, left: FieldValue): WebservError {
  const held = shown({ ...left, value: left.value.slice(0, 100) });
  return new WebservError(
    "value-refused",
    `the field "${id}" can't be emptied; it holds ${JSON.stringify(held)}`,
    { details: { id } },
  );
}
