// check and uncheck: clicks the element if it is not yet in the wanted state, and reads the state that follows.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { setChecked } from "@webserv/shared/model/checking.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { Target } from "@webserv/shared/model/page/target.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";
import { isGone } from "./text/field.ts";

export const check: Act<"check"> = {
  run,
  needs: "page",
  words: ({ id }) => `Check ${called(id)}`,
};

export const uncheck: Act<"uncheck"> = {
  run,
  needs: "page",
  words: ({ id }) => `Uncheck ${called(id)}`,
};

async function run(
  action: ActionOf<"check" | "uncheck">,
  context: ActionContext,
): Promise<ActionResult> {
  const { id } = action;
  return await setChecked(id, action.type === "check" ? "checked" : "unchecked", {
    stateOf: (until) => stateOf({ id, until }, context),
    click: () => clicked(id, context),
  });
}

/** Clicks the element; presses the space bar on one of which only a label shows that a link takes up. */
async function clicked(id: string, context: ActionContext): Promise<Target | undefined> {
  try {
    const { target } = await context.point(id, "click", (at) => context.hands.pressButton(at));
    return target;
  } catch (error) {
    if (!(error instanceof WebservError) || error.code !== "covered") throw error;
    const state = await stateOf({ id }, context);
    if (state?.byKeys !== true) throw error;
    await context.beforeInput();
    await context.page.focus(id);
    await context.press("Space");
    return state.target;
  }
}

/** Reads the state of the element; returns undefined if the click left the page or removed the element. */
async function stateOf(
  params: ParamsInput<"frame.check-state">,
  context: ActionContext,
): Promise<Result<"frame.check-state"> | undefined> {
  try {
    return await context.page.frame("frame.check-state", params);
  } catch (error) {
    context.signal.throwIfAborted();
    if (params.until !== undefined && error instanceof WebservError && isGone(error)) {
      return undefined;
    }
    throw error;
  }
}
