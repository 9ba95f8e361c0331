// wheel: brings the pointer over an element, and turns the wheel there.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";

export const wheel: Act<"wheel"> = {
  run,
  needs: "page",
  confirmsItself: true,
  words: ({ id }) => `Turn the wheel over ${called(id)}`,
};

async function run(action: ActionOf<"wheel">, context: ActionContext): Promise<ActionResult> {
  const { id, dx = 0, dy = 0, at, modifiers } = action;
  const { target } = await context.point(
    id,
    "hover",
    (spot) => context.hands.wheelOver(spot, { deltaX: dx, deltaY: dy }, modifiers),
    { part: { wheel: true }, at },
  );
  return { target };
}
