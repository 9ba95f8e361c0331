// scroll: turns the wheel over a scroll container, and reports how far that is scrolled afterwards.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";

export const scroll: Act<"scroll"> = {
  run,
  needs: "page",
  words: ({ direction, id }) =>
    id === undefined ? `Scroll ${direction}` : `Scroll ${direction} at ${called(id)}`,
};

/** Scrolls in the frame of the element; if nothing there scrolls that way, it tries each parent frame in turn. */
async function run(action: ActionOf<"scroll">, context: ActionContext): Promise<ActionResult> {
  let at = action;
  let refusal: WebservError | undefined;
  let hasTurned = false;
  for (;;) {
    try {
      return await scrollAt(at, context, () => (hasTurned = true));
    } catch (error) {
      if (!(error instanceof WebservError) || error.code !== "not-scrollable") throw error;
      // A scroller was found, so nothing around it is meant.
      if (error.details["atEnd"] === true || hasTurned) throw error;
      refusal ??= error;
      const end = at.id?.lastIndexOf(FRAME_SEPARATOR) ?? -1;
      if (at.id === undefined || end === -1) throw refusal;
      at = { ...action, id: at.id.slice(0, end) };
    }
  }
}

/** @throws WebservError `not-scrollable`, before any input is sent or if nothing has moved */
async function scrollAt(
  action: ActionOf<"scroll">,
  context: ActionContext,
  onTurn: () => void,
): Promise<ActionResult> {
  const { hands } = context;
  const { id, x, y, deltaX, deltaY, target } = await context.page.scroller(action);
  await context.beforeInput();
  const at = { id, x, y };
  await hands.move(at);
  onTurn();
  await hands.turnWheel(at, { deltaX, deltaY });
  const scrolled = await context.page.scrolled(id);
  return { ...(target === undefined ? {} : { target }), scrolled };
}
