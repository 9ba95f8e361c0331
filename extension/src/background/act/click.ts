// click: the pointer goes to the element, presses and lets go.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";
import { synthesize } from "./synthesize.ts";

export async function click(
  action: ActionOf<"click">,
  context: ActionContext,
): Promise<ActionResult> {
  if (context.trusted === null) return await synthesize(action, context);
  const { target } = await context.point(action.id, "click", (at, pointer) =>
    pointer.pressButton(at, action),
  );
  return { target };
}
