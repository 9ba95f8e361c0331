// Has an action wait for its turn while others use the machine.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Semaphore } from "../../semaphore.ts";
import type { CarryOutOptions } from "./carry-out.ts";

/** The part of an action's time that it may spend waiting for its turn. */
const MAX_WAITING = 0.8;

/**
 * Does the work in its turn, or at once without a semaphore.
 * @throws WebservError `overloaded` if its turn does not come while there is time for it.
 */
export async function inTurn<T>(
  semaphore: Semaphore | undefined,
  { deadline, signal, cancel }: Pick<CarryOutOptions, "deadline" | "signal" | "cancel">,
  work: () => Promise<T>,
): Promise<T> {
  if (semaphore === undefined) return await work();
  const waitMs = Math.floor(deadline.leftMs * MAX_WAITING);
  const late = AbortSignal.timeout(waitMs);
  try {
    return await semaphore.run(AbortSignal.any([signal, cancel, late]), work);
  } catch (error) {
    if (error !== late.reason) throw error;
    throw new WebservError(
      "overloaded",
      `the action's turn did not come within ${waitMs} ms: the environments of this machine are busy`,
      { next: "Do it again, with a longer timeout or fewer environments at once." },
    );
  }
}
