// hover: the pointer goes to the element and stays there.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";
import { synthesize } from "./synthesize.ts";

export async function hover(
  action: ActionOf<"hover">,
  context: ActionContext,
): Promise<ActionResult> {
  if (context.trusted === null) return await synthesize(action, context);
  const { target, x, y } = await context.page.locate(action.id, "hover");
  await context.beforeInput();
  await context.trusted.move({ x, y });
  return { target };
}
