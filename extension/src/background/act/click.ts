// click: the pointer goes to the element, presses and lets go.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

export async function click(
  action: ActionOf<"click">,
  context: ActionContext,
): Promise<ActionResult> {
  const { target } = await context.point(action.id, "click", (at) =>
    context.hands.pressButton(at, action),
  );
  return { target };
}
