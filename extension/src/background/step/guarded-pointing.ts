// Presses the pointer on an element, and makes sure that nothing else is pressed.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Located } from "../act/context/action-context.ts";
import type { FrameCallOptions } from "../frames/frame-peers.ts";
import type { Guard, Landing } from "../input/guard.ts";
import type { ElementSpot, Hands } from "../input/hands.ts";

/** How often an element is looked for that slips away; nothing has reached the page before. */
const MAX_TRIES = 4;
/** A guard that nobody asks about ends by itself, so much later than the gesture, in ms. */
const GUARD_MS = 5_000;
/** The longest a frame is asked what became of a gesture, in ms. */
const ANSWER_MS = 2_000;
/** A page that did not take it in time can't tell of it either: it is frozen, or a dialog is up. */
const BUSY_ANSWER_MS = 100;

export interface Pointing {
  readonly locate: () => Promise<Located>;
  readonly beforeInput: () => Promise<void>;
  readonly guard: () => Promise<Guard>;
  readonly timed: () => FrameCallOptions;
  readonly holdMs: number;
  readonly hands: Pick<Hands, "move">;
  /** What is done where the pointer is; tells whether the page has taken it. */
  readonly gesture: (at: ElementSpot) => Promise<boolean>;
  /** Lets go of what `gesture` leaves pressed, where that was on nothing of the page. */
  readonly release: (() => Promise<void>) | undefined;
  /** Input has reached the page, … */
  readonly arrived: () => void;
  /** … or has not, although `what` was done. */
  readonly blocked: (what: string) => WebservError;
  /** Where it was found just now. */
  readonly located: Located | undefined;
}

/** @throws WebservError what `locate` throws, `covered`, `slipped` and `input-blocked` */
export async function pointGuarded(id: string, pointing: Pointing): Promise<Located> {
  const { locate, beforeInput, timed, holdMs, hands, gesture } = pointing;
  for (let tries = 1; ; tries++) {
    const located = (tries === 1 ? pointing.located : undefined) ?? (await locate());
    await beforeInput();
    const guard = await pointing.guard();
    const at = { id, x: located.x, y: located.y };
    const [armed, moved] = await Promise.allSettled([
      guard.arm(holdMs + GUARD_MS, timed()),
      hands.move(at),
    ]);
    if (moved.status === "rejected") throw moved.reason;
    if (armed.status === "rejected") {
      // It went away just now; to look for it once more tells how.
      timed().signal.throwIfAborted();
      if (tries < MAX_TRIES) continue;
      throw armed.reason;
    }
    const taken = await gesture(at);
    const answerMs = taken ? ANSWER_MS : BUSY_ANSWER_MS;
    const landing = await landingOf(guard, pointing, answerMs);
    switch (landing.landed) {
      case "there":
        pointing.arrived();
        return located;
      case "unwatched":
        return located;
      case "elsewhere":
        if (tries < MAX_TRIES) continue;
        throw coveredBy(id, landing);
      case "slipped":
        throw new WebservError(
          "slipped",
          `"${id}" was pressed, but went away or was covered before the button was let go of`,
          { details: { id } },
        );
      case "nowhere":
        throw pointing.blocked(`"${id}" was pointed at`);
    }
  }
}

async function landingOf(
  guard: Guard,
  { release, timed }: Pointing,
  answerMs: number,
): Promise<Landing> {
  const { signal } = timed();
  if (release === undefined) return await guard.landing(answerMs, signal);
  const press = await guard.press(answerMs, signal);
  if (press.landed === "there") return press;
  // The guards still keep what follows from the page.
  await release();
  await guard.landing(answerMs, signal);
  return press;
}

function coveredBy(id: string, { by }: Landing): WebservError {
  const what = by?.words ?? "something else";
  return new WebservError(
    "covered",
    `"${id}" can't be hit: each time ${what} is in its place when the button goes down`,
    { details: { id, by: by?.id ?? what } },
  );
}
