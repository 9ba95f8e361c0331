// select: opens the menu of a select, walks through it and confirms by keys, as a person does.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { Hands } from "../../input/hands.ts";
import type { Act } from "../context/act.ts";
import type { ActionContext, ActionResult, Located } from "../context/action-context.ts";
import { called } from "../context/called.ts";
import { choose, press } from "./choose.ts";
import { readBack, shown, whereThere } from "../text/field.ts";
import { planMenuWalk } from "./menu-walk.ts";
import { takesOne } from "./takes-one.ts";

/** The longest wait for options that a select loads, in ms. */
const LOADING_MS = 4_000;

export const select: Act<"select"> = {
  run,
  needs: "page",
  words: ({ id }) => `Choose in ${called(id)}`,
};

async function run(action: ActionOf<"select">, context: ActionContext): Promise<ActionResult> {
  const { hands } = context;
  const { id } = action;
  const located = await context.page.locate(id, "select");
  if (located.editing !== "select") return await choose(action, located, context);
  const { target } = located;
  const found = await find(action, located, context);
  if (!found.multiple && new Set(found.indices).size > 1) throw takesOne(id, action.options);
  await context.beforeInput();
  const walk = hands.walksMenus ? planMenuWalk(found) : null;
  // The keys go to an open menu already, and to focus the select would close it.
  const focused = found.open || (await context.page.focus(id)).focused;
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

/**
 * Finds the options. A select without any may load them as soon as a hand is about to use it, so it is pressed then.
 * @throws WebservError the errors of `frame.find-options`; only a select that was pressed has had any input
 */
async function find(
  { id, options }: ActionOf<"select">,
  located: Located,
  context: ActionContext,
): Promise<Result<"frame.find-options">> {
  try {
    return await context.page.frame("frame.find-options", { id, options });
  } catch (error) {
    if (!isEmpty(error)) throw error;
  }
  await press(id, {}, context, located);
  try {
    return await context.page.frame("frame.find-options", { id, options, waitMs: LOADING_MS });
  } catch (error) {
    const left = await whereThere(context, () =>
      context.page.frame("frame.find-options", { id, options: [] }),
    );
    if (left?.open === true) await context.hands.press("Escape");
    throw error;
  }
}

/** Tells whether an error says that the select has no option, or only one that asks to choose. */
function isEmpty(error: unknown): boolean {
  if (!(error instanceof WebservError) || error.code !== "no-such-option") return false;
  const { options } = error.details;
  return Array.isArray(options) && options.length <= 1;
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
