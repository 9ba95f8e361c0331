// For scenarios in which a deadline passes, but not before what it ends is under way: on a slow machine they take
// longer instead of failing.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import { until } from "../daemon/daemon.ts";
import { PATIENCE_MS } from "./patience.ts";

/** The deadline passed before all that it should end was under way. */
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

/** Attempts again what came too early, where nothing can be made longer: the page itself goes by a clock. */
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
 * The answer to what may be asked again, as by an agent: one that was not there when the call's own deadline passed is
 * asked for with a longer one.
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
