// Empties a list: a select of several options, a select that can choose nothing, or a listbox of the page's own.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { ActionContext, ActionResult } from "../context/action-context.ts";
import { press } from "./choose.ts";
import { select } from "./select.ts";

/** @throws WebservError `notEditable` if the element is no list; `value-refused` if a list can't be emptied */
export async function emptyList(
  id: string,
  context: ActionContext,
  notEditable: WebservError,
): Promise<ActionResult> {
  const { editing, target } = await context.page.locate(id, "select").catch((error: unknown) => {
    throw error instanceof WebservError && error.code === "not-a-select" ? notEditable : error;
  });
  if (editing !== "select") return { target, value: await emptyDrawn(id, context) };
  const none = { id, options: [] };
  const { multiple } = await context.page.frame("frame.find-options", none);
  if (!multiple) return await chooseNothing(id, context);
  await context.beforeInput();
  await context.page.focus(id);
  const set = await context.page.send("frame.select-options", { id, indices: [] });
  return set === undefined ? { target } : { target, value: "" };
}

/** Chooses the option that stands for no choice. */
async function chooseNothing(id: string, context: ActionContext): Promise<ActionResult> {
  try {
    return await select.run({ type: "select", id, options: [""] }, context);
  } catch (error) {
    if (!(error instanceof WebservError) || error.code !== "no-such-option") throw error;
    throw new WebservError(
      "value-refused",
      `"${id}" takes one option, and has none that is empty`,
      {
        next: "Choose another option.",
        details: error.details,
      },
    );
  }
}

/** Clicks all that is chosen in a list that shows, and returns what is chosen then. */
async function emptyDrawn(id: string, context: ActionContext): Promise<string> {
  const list = await context.page.frame("frame.popup", { id });
  if (list.collapsible || list.choices === "one") {
    throw new WebservError("value-refused", `"${id}" can't be emptied as a field can`, {
      next: "Click what removes a choice, if the observation shows it; else choose another option.",
      details: { id },
    });
  }
  for (const option of list.chosen) await press(id, { option }, context);
  const { chosen } = await context.page.frame("frame.popup", { id, option: "", waitMs: 100 });
  if (chosen.length === 0 || list.chosen.length === 0) return "";
  throw new WebservError(
    "value-refused",
    `"${id}" was clicked, and ${chosen.map((text) => JSON.stringify(text)).join(", ")} stayed chosen`,
    {
      next: "Look at the observation: the list may always have one option.",
      details: { id, chosen },
    },
  );
}
