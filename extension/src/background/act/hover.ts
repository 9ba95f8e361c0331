// hover: moves the pointer to the element and leaves it there.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";

export const hover: Act<"hover"> = {
  run,
  needs: "page",
  confirmsItself: true,
  words: ({ id }) => `Point at ${id}`,
};

async function run(action: ActionOf<"hover">, context: ActionContext): Promise<ActionResult> {
  const { target, x, y } = await context.page.locate(action.id, "hover");
  await context.beforeInput();
  await context.hands.move({ id: action.id, x, y });
  return { target };
}
