// drag: presses the button on one element, moves the pointer, and releases the button on another.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { HeldDrag } from "../input/hands.ts";
import { limits } from "../input/limits.ts";
import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";

export const drag: Act<"drag"> = {
  run,
  needs: "page",
  words: ({ id, to }) => (to === undefined ? `Drag ${id}` : `Drag ${id} to ${to}`),
};

async function run(action: ActionOf<"drag">, context: ActionContext): Promise<ActionResult> {
  const { id, to, by, position } = action;
  if (to !== undefined) await assertHears(id, to, context);
  // If the second element can't be reached, the drag of the first one must not begin.
  if (to !== undefined) await context.page.locate(to, "hover", position);
  let held: HeldDrag | undefined;
  try {
    const from = await context.point(
      id,
      "click",
      async (at) => {
        held = await context.hands.beginDrag(at);
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
    // The start of a drag may move other elements, so the end is located now; this also scrolls it into view.
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
 * Makes sure that the frame of `to` can receive the drag. A page whose button was pressed in one process gets no
 * events from another: only the browser's own drags cross processes. A script's events reach only its own document.
 * @throws WebservError `outside`, and the errors of `ActionPage.locate`
 */
async function assertHears(id: string, to: string, { page, hands }: ActionContext): Promise<void> {
  if (frameOf(id) === frameOf(to)) return;
  const { where, why, next } = limits.drag[hands.kind].refusal;
  if (hands.pointsIn === "tab") {
    if (await page.areOfOneSite([id, to])) return;
    if ((await page.locate(id, "click")).draggable) return;
  }
  throw new WebservError("outside", `"${to}" is in ${where} than "${id}", ${why}`, {
    next,
    details: { id: to },
  });
}

function frameOf(id: string): string {
  return id.slice(0, id.lastIndexOf(FRAME_SEPARATOR) + 1);
}
