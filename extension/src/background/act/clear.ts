// clear: everything in the field is selected and deleted.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";
import { focusField, readBack, shown } from "./field.ts";
import { synthesize } from "./synthesize.ts";

export async function clear(
  action: ActionOf<"clear">,
  context: ActionContext,
): Promise<ActionResult> {
  const { trusted } = context;
  if (trusted === null) return await synthesize(action, context);
  const { id } = action;
  const { target, editing } = await focusField(id, context);
  if (editing === "setter") {
    const { value } = await context.frame("frame.set-value", { id, value: "" });
    return { target, value };
  }
  const { empty } = await context.frame("frame.select-contents", { id, part: "all" });
  if (!empty) await trusted.press("Backspace");
  const left = await readBack(id, context);
  if (left === undefined) return { target };
  if (left.value === "") return { target, value: "" };
  const { value } = await context.frame("frame.set-value", { id, value: "" });
  if (value !== "") {
    const held = shown({ ...left, value: value.slice(0, 100) });
    throw new WebservError(
      "value-refused",
      `the field "${id}" can't be emptied; it holds ${JSON.stringify(held)}`,
    );
  }
  return { target, value, inputReason: "the field did not empty by keys; its own setter did it" };
}
