// drag: the button goes down on one element, the pointer moves, and the button goes up on another.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/frame-place.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Drag } from "../input/drag.ts";
import type { ActionContext, ActionResult } from "./action-context.ts";
import { synthesize } from "./synthesize.ts";

export async function drag(
  action: ActionOf<"drag">,
  context: ActionContext,
): Promise<ActionResult> {
  if (context.trusted === null) {
    assertInOneFrame(action);
    return await synthesize(action, context);
  }
  const { id, to, by, position } = action;
  if (to !== undefined) await assertHears(id, to, context);
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

/**
 * What is pressed in one process hears of nothing in another: the browser's own drags alone go across.
 * @throws WebservError `outside`, and what `ActionPage.locate` throws
 */
async function assertHears(id: string, to: string, { page }: ActionContext): Promise<void> {
  if (frameOf(id) === frameOf(to) || (await page.areOfOneSite([id, to]))) return;
  if ((await page.locate(id, "click")).draggable) return;
  throw new WebservError(
    "outside",
    `"${to}" is in a frame of another site than "${id}", which the browser does not drag by itself: its page would not hear of the pointer there`,
    { next: "Drag it to something in its own frame.", details: { id: to } },
  );
}

/** A script's events reach no document but its own. */
function assertInOneFrame({ id, to }: ActionOf<"drag">): void {
  if (to === undefined || frameOf(to) === frameOf(id)) return;
  throw new WebservError(
    "outside",
    `"${to}" is in another frame than "${id}", and synthetic input does not drag from one into another`,
    { next: "Open a session with trusted input.", details: { id: to } },
  );
}

function frameOf(id: string): string {
  return id.slice(0, id.lastIndexOf(FRAME_SEPARATOR) + 1);
}
