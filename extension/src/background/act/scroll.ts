// scroll: the wheel is turned over what scrolls, and the answer says how far that is scrolled now.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";
import { synthesize } from "./synthesize.ts";

export async function scroll(
  action: ActionOf<"scroll">,
  context: ActionContext,
): Promise<ActionResult> {
  const { trusted } = context;
  if (trusted === null) return await synthesize(action, context);
  const { x, y, deltaX, deltaY, target } = await context.page.scroller(action);
  await context.beforeInput();
  await trusted.move({ x, y });
  await trusted.turnWheel({ x, y }, { deltaX, deltaY });
  const scrolled = await context.page.scrolled(action.id);
  return { ...(target === undefined ? {} : { target }), scrolled };
}
