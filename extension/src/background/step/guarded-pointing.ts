// Presses the pointer on an element, and makes sure that nothing else is pressed.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { ParamsInput } from "@webserv/shared/protocol/methods.ts";

import type { Located } from "../act/context/action-context.ts";
import type { FrameCallOptions } from "../frames/patient-calls.ts";
import type { Guard, GuardWish, Landing } from "../input/guard.ts";
import type { ElementSpot, Hands } from "../input/hands.ts";

/** The number of tries for an element that slips away; until the last of them, nothing has reached the page. */
const MAX_TRIES = 4;
/** The time after the gesture at which a guard ends by itself if nobody has asked it, in ms. */
const GUARD_MS = 5_000;
/** The longest wait for a frame to report where a gesture landed, in ms. */
const ANSWER_MS = 2_000;
/** The same, in ms, for a page that did not take the gesture in time: it is frozen, or a dialog is open. */
const BUSY_ANSWER_MS = 100;

/** Says when the element must be at rest. */
type Rest = NonNullable<
  NonNullable<NonNullable<ParamsInput<"frame.locate">["ready"]>["guard"]>["rest"]
>;

export interface Pointing {
  /** Locates the element, and has its frame get ready for the gesture if it can. */
  readonly locate: (guard: GuardWish | undefined, rest: Rest) => Promise<Located>;
  /** @param ready is what the frame answered if it is ready */
  readonly beforeInput: (ready: Located["ready"]) => Promise<void>;
  /** Brings the pointer to where the element is now, although it moves. */
  readonly approach: () => Promise<void>;
  readonly guard: () => Promise<Guard>;
  readonly timed: () => FrameCallOptions;
  readonly holdMs: number;
  readonly hands: Pick<Hands, "move">;
  /** Sends the input where the pointer is; resolves with whether the page has taken it. */
  readonly gesture: (at: ElementSpot) => Promise<boolean>;
  /** Releases the button that `gesture` leaves pressed, if the press did not land on the element. */
  readonly release: (() => Promise<void>) | undefined;
  /** Is called if input has reached the page. */
  readonly arrived: () => void;
  /** Makes the error for input that has not reached the page, although `what` was done. */
  readonly blocked: (what: string) => WebservError;
  /** The position at which the element was just found, if it was. */
  readonly located: Located | undefined;
}

/**
 * Locates the element, guards it and presses it; it tries again if another element was in the way.
 * @throws WebservError the errors of `locate`, `covered`, `slipped` and `input-blocked`
 */
export async function pointGuarded(id: string, pointing: Pointing): Promise<Located> {
  const { locate, beforeInput, timed, hands, gesture } = pointing;
  const forMs = pointing.holdMs + GUARD_MS;
  let rest: Rest = "at-press";
  let hasMoved = false;
  let isApproached = false;
  for (let tries = 1; ; tries++) {
    const guard = await pointing.guard();
    const given = tries === 1 ? pointing.located : undefined;
    let located: Located;
    try {
      located = given ?? (await locate(guard.wish(forMs), rest));
    } catch (error) {
      if (rest === "any" || isApproached || !isMoving(error)) throw error;
      if (hasMoved) rest = "any";
      else {
        // A ticker stops while the pointer is on it. What then still moves is not pressed.
        await pointing.approach();
        isApproached = true;
      }
      continue;
    }
    const isReady = given === undefined && located.ready !== undefined;
    await beforeInput(isReady ? located.ready : undefined);
    const at = { id, x: located.x, y: located.y };
    const [armed, moved] = await Promise.allSettled([
      guard.arm(forMs, timed(), isReady),
      hands.move(at),
    ]);
    if (moved.status === "rejected") throw moved.reason;
    if (armed.status === "rejected") {
      // The element has just gone; locating it once more gives the reason.
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
        if (tries >= MAX_TRIES) throw coveredBy(id, landing);
        rest = "before";
        continue;
      case "moved":
        // The pointer's coming may have set the element going for as long as it stays.
        hasMoved = true;
        rest = "before";
        continue;
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

function isMoving(error: unknown): boolean {
  return error instanceof WebservError && error.code === "moving";
}

async function landingOf(
  guard: Guard,
  { release, timed }: Pointing,
  atMostMs: number,
): Promise<Landing> {
  const { signal, timeoutMs } = timed();
  const answerMs = Math.min(atMostMs, timeoutMs);
  if (release === undefined) return await guard.landing(answerMs, signal);
  const press = await guard.press(answerMs, signal);
  if (press.landed === "there") return press;
  // The guards still keep the release from the page.
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
