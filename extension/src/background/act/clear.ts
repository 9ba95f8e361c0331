// clear: selects everything in the field and deletes it; in a list, it unchooses all that is chosen.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { differenceOf } from "@webserv/shared/model/text/text-difference.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult, Located } from "./context/action-context.ts";
import { called } from "./context/called.ts";
import { emptyList } from "./lists/empty-list.ts";
import { emptyDrawn } from "./text/drawn.ts";
import type { FieldContents } from "./text/field.ts";
import { focusField, readBackAnew, selectContents, shown } from "./text/field.ts";

export const clear: Act<"clear"> = {
  run,
  needs: "page",
  confirmsItself: true,
  words: ({ id }) => `Empty ${called(id)}`,
};

async function run(action: ActionOf<"clear">, context: ActionContext): Promise<ActionResult> {
  const { id } = action;
  let field: Located;
  try {
    field = await focusField(id, context);
  } catch (error) {
    if (!(error instanceof WebservError) || error.code !== "not-editable") throw error;
    return await emptyList(id, context, error);
  }
  const { target, editing } = field;
  if (editing === "setter") {
    const set = await context.page.send("frame.set-value", { id, value: "" });
    return set === undefined ? { target } : { target, value: set.value };
  }
  const before =
    editing === "drawn"
      ? await context.page.frame("frame.value", { id, drawn: true })
      : await selectContents(id, "all", field, context);
  if (editing === "drawn") await emptyDrawn(id, before, context);
  else if (before.value !== "") await context.hands.press("Backspace");
  const left = await readBackAnew(id, context);
  // A picture does not tell what it holds.
  if (left === undefined || left.drawn?.unread === true) return { target };
  const difference = differenceOf("", left.value, left.secret === true);
  if (difference === undefined) return { target, value: "" };
  // The page may react to the key and leave, for example, the beginning of a mask.
  if (left.value === before.value) throw notEmptied(id, left);
  return { target, value: shown(left), difference };
}

function notEmptied(id: string, left: FieldContents): WebservError {
  const held = shown({ ...left, value: left.value.slice(0, 100) });
  return new WebservError(
    "value-refused",
    `the field "${id}" can't be emptied; it holds ${JSON.stringify(held)}`,
    {
      next: "Look at the observation: the page may put the text back.",
      details: { id },
    },
  );
}
