// hover: moves the pointer to the element and leaves it there.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult, Located } from "./context/action-context.ts";
import { called } from "./context/called.ts";

export const hover: Act<"hover"> = {
  run,
  needs: "page",
  confirmsItself: true,
  words: ({ id }) => `Point at ${called(id)}`,
};

async function run(action: ActionOf<"hover">, context: ActionContext): Promise<ActionResult> {
  const { id, at } = action;
  const { target, x, y } = await located({ id, at }, context);
  await context.beforeInput();
  await context.hands.move({ id, x, y });
  return { target };
}

async function located(
  { id, at }: Pick<ActionOf<"hover">, "id" | "at">,
  context: ActionContext,
): Promise<Located> {
  try {
    return await context.page.locate(id, "hover", { at });
  } catch (error) {
    if (!(error instanceof WebservError) || error.code !== "moving") throw error;
    // A ticker stops while the pointer is on it.
    await context.approach({ id, purpose: "hover" });
    return await context.page.locate(id, "hover", { at });
  }
}
