// drag: presses the button on one element, moves the pointer, and releases the button on another.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { FRAME_SEPARATOR } from "@webserv/shared/model/page/frame-place.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { waitMs } from "../platform/wait.ts";
import type { HeldDrag } from "../input/hands.ts";
import { limits } from "../input/limits.ts";
import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";

export const drag: Act<"drag"> = {
  run,
  needs: "page",
  words: ({ id, to }) =>
    to === undefined ? `Drag ${called(id)}` : `Drag ${called(id)} to ${called(to)}`,
};

/** A timer runs a little later than it was set for, and the page draws what it did, in ms. */
const FRAME_MS = 30;

async function run(action: ActionOf<"drag">, context: ActionContext): Promise<ActionResult> {
  const { id, to, by, position, at, toAt } = action;
  const end = { position, at: toAt };
  if (to !== undefined) await assertHears(id, to, context);
  // If the second element can't be reached, the drag of the first one must not begin.
  if (to !== undefined) await context.page.locate(to, "hover", end);
  // A page in which a drag can't be watched is dragged in all the same.
  const isWatched = await unlessLost(context, context.page.frame("frame.watch-drag", { id }));
  let held: HeldDrag | undefined;
  try {
    const from = await context.point(
      id,
      "click",
      async (spot) => {
        held = await context.hands.beginDrag(spot);
        return true;
      },
      {
        at,
        release: async () => {
          await held?.end();
          held = undefined;
        },
      },
    );
    await held?.start(await heldUntilReady(id, from.draggable, context));
    // The start of a drag may move other elements, so the end is located now; this also scrolls it into view.
    const drop =
      to === undefined
        ? { x: from.x + (by?.x ?? 0), y: from.y + (by?.y ?? 0) }
        : await context.page.locateDrop(to, end);
    await held?.move(drop);
    if (isWatched !== undefined) {
      // While a list makes room it heeds no moves, so the last one is made once more.
      await unlessLost(context, context.page.frame("frame.drag-rested", { id }));
      await held?.move(drop);
    }
    await held?.drop();
    const isHere = to === undefined || frameOf(id) === frameOf(to);
    if (isWatched !== undefined && isHere) await assertHeeded(id, to, context);
    return { target: from.target };
  } finally {
    void held?.end();
  }
}

/**
 * Holds the button still if the page begins a drag by a timer that the press has set: a move before that ends it.
 * @returns whether the browser drags the element, which the page may have decided at the press or after it
 */
async function heldUntilReady(
  id: string,
  draggable: boolean,
  context: ActionContext,
): Promise<boolean> {
  const ask = (): Promise<Result<"frame.drag-held"> | undefined> =>
    unlessLost(context, context.page.frame("frame.drag-held", { id }));
  const held = await ask();
  if (held === undefined || held.holdMs === 0) return held?.draggable ?? draggable;
  await waitMs(held.holdMs + FRAME_MS, context.signal);
  return (await ask())?.draggable ?? draggable;
}

/** @throws WebservError `not-dragged` */
async function assertHeeded(
  id: string,
  to: string | undefined,
  context: ActionContext,
): Promise<void> {
  const asked = await unlessLost(context, context.page.frame("frame.drag-heeded", { id }));
  if (asked?.heeded !== false) return;
  const where = to === undefined ? "" : ` to "${to}"`;
  throw new WebservError("not-dragged", `"${id}" was dragged${where}, and nothing changed`, {
    details: { id, ...(to === undefined ? {} : { to }) },
  });
}

/** Returns the answer; undefined if the page was replaced, or the element in it. */
async function unlessLost<T>(
  { signal }: ActionContext,
  answer: Promise<T>,
): Promise<T | undefined> {
  return await answer.catch(() => {
    signal.throwIfAborted();
    return undefined;
  });
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
