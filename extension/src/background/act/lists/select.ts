// select: opens the menu of a select, walks through it and confirms by keys, as a person does.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Hands } from "../../input/hands.ts";
import type { Act } from "../context/act.ts";
import type { ActionContext, ActionResult } from "../context/action-context.ts";
import { choose } from "./choose.ts";
import { readBack, shown } from "../text/field.ts";
import { planMenuWalk } from "./menu-walk.ts";

export const select: Act<"select"> = {
  run,
  needs: "page",
  words: ({ id }) => `Choose in ${id}`,
};

async function run(action: ActionOf<"select">, context: ActionContext): Promise<ActionResult> {
  const { hands } = context;
  const { id } = action;
  const located = await context.page.locate(id, "select");
  if (located.editing !== "select") return await choose(action, located, context);
  const { target } = located;
  const found = await context.page.frame("frame.find-options", { id, options: action.options });
  await context.beforeInput();
  const walk = hands.walksMenus ? planMenuWalk(found) : null;
  const { focused } = await context.page.focus(id);
  const canWalk = walk !== null && focused;
  if (canWalk) {
    for (const key of walk) await hands.press(key);
    const left = await readBack(id, context).catch(unlessAsking);
    if (left === undefined) return { target };
    if (await isSelected(action, found.indices, context)) return { target, value: shown(left) };
    await hands.press("Escape");
  }
  const set = await context.page.send("frame.select-options", { id, indices: found.indices });
  const reason = reasonFor(found.multiple, hands, canWalk);
  return {
    target,
    ...(set === undefined ? {} : { value: set.value }),
    ...(reason === undefined ? {} : { inputReason: reason }),
  };
}

/** Ignores an open dialog: the choice made the page open it, and the value can't be read until it is answered. */
function unlessAsking(error: unknown): undefined {
  if (!(error instanceof WebservError) || error.code !== "dialog-open") throw error;
}

async function isSelected(
  action: ActionOf<"select">,
  wanted: readonly number[],
  context: ActionContext,
): Promise<boolean> {
  const { selected } = await context.page.frame("frame.find-options", {
    id: action.id,
    options: action.options,
  });
  return selected.length === wanted.length && wanted.every((index) => selected.includes(index));
}

/** Returns the reason for the use of the setter, or undefined if the session's input is synthetic anyway. */
function reasonFor(multiple: boolean, hands: Hands, walked: boolean): string | undefined {
  if (hands.kind === "synthetic") return undefined;
  if (multiple) return "a list of several options is set by its own setter";
  if (!hands.walksMenus) return "this system's select menus take no keys from us";
  if (!walked) return "keys do not reach this option; it was set by the select's own setter";
  return "the select did not follow the keys; it was set by its own setter";
}
