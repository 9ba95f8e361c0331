// Runs scenarios in which a deadline passes, but not before the work that it ends is under way: on a slow machine
// they take longer instead of failing.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import { until } from "../daemon/daemon.ts";
import { PATIENCE_MS } from "./patience.ts";

/** Reports that the deadline passed before all the work was under way that it should end. */
export class TooEarly extends Error {}

/** Attempts the scenario under a deadline of `firstMs`, and under one twice as long each time it was too early. */
export async function underDeadline<T>(
  firstMs: number,
  attempt: (deadlineMs: number) => Promise<T>,
): Promise<T> {
  for (let deadlineMs = firstMs; ; deadlineMs *= 2) {
    try {
      return await attempt(deadlineMs);
    } catch (error) {
      if (!(error instanceof TooEarly) || 2 * deadlineMs > PATIENCE_MS) throw error;
    }
  }
}

/** Resolves once what an answer waits for is there. @throws TooEarly if the answer came before. */
export async function underWay(
  answer: Promise<unknown>,
  isThere: () => boolean,
  what: string,
): Promise<void> {
  let ended = false;
  answer.finally(() => (ended = true)).catch(() => {});
  await until(() => {
    if (ended) throw new TooEarly(`the answer came before ${what}`);
    return isThere();
  }, what);
}

const MOST_TRIES = 20;

/**
 * Attempts the scenario again if it was too early and nothing can be made longer, because the page itself goes by a
 * clock.
 */
export async function inTime<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TooEarly) || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * Resolves with the answer to a question that may be repeated, as by an agent. If there is none within the call's
 * own deadline, it is asked again with a longer one.
 */
export async function answerWithin<T>(
  firstMs: number,
  ask: (timeoutMs: number) => Promise<T>,
): Promise<T> {
  return await underDeadline(firstMs, async (timeoutMs) => {
    try {
      return await ask(timeoutMs);
    } catch (error) {
      if (toWebservError(error).code !== "timeout") throw error;
      throw new TooEarly(`no answer within ${timeoutMs} ms`, { cause: error });
    }
  });
}
