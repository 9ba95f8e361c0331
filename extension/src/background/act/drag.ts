// drag: the button goes down on one element, the pointer moves, and the button goes up on another.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { Drag } from "../input/drag.ts";
import type { ActionContext, ActionResult } from "./action-context.ts";
import { synthesize } from "./synthesize.ts";

export async function drag(
  action: ActionOf<"drag">,
  context: ActionContext,
): Promise<ActionResult> {
  if (context.trusted === null) return await synthesize(action, context);
  const { id, to, by, position } = action;
  // An element that can't be reached must not leave the other one in the air.
  if (to !== undefined) await context.page.locate(to, "hover", position);
  let held: Drag | undefined;
  try {
    const from = await context.point(
      id,
      "click",
      async (at, pointer) => {
        held = await pointer.beginDrag(at);
        return true;
      },
      {
        release: async () => {
          await held?.end();
          held = undefined;
        },
      },
    );
    await held?.start(from.draggable);
    // What begins to be dragged may move the rest, and what is out of view comes into it now.
    const end =
      to === undefined
        ? { x: from.x + (by?.x ?? 0), y: from.y + (by?.y ?? 0) }
        : await context.page.locate(to, "hover", position);
    await held?.move(end);
    await held?.drop();
    return { target: from.target };
  } finally {
    void held?.end();
  }
}
