// Attaches to one target of a browser for a moment, over the debugging pipe.
import * as z from "zod/mini";

import type { DebuggingPipe } from "./debugging-pipe.ts";

/** A page that stands still, under a dialog or at work, does not answer within this time. */
const ANSWER_MS = 1_000;

const attachment = z.object({ sessionId: z.string() });

export class AttachedTarget {
  readonly #pipe: DebuggingPipe;
  readonly sessionId: string;

  private constructor(pipe: DebuggingPipe, sessionId: string) {
    this.#pipe = pipe;
    this.sessionId = sessionId;
  }

  /** Returns undefined if the target is gone. */
  static async attach(pipe: DebuggingPipe, targetId: string): Promise<AttachedTarget | undefined> {
    const answer = await ask(pipe, "Target.attachToTarget", { targetId, flatten: true });
    const { data } = attachment.safeParse(answer);
    return data === undefined ? undefined : new AttachedTarget(pipe, data.sessionId);
  }

  /** Returns undefined if the answer is late, or the method is refused. */
  async ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return await ask(this.#pipe, method, params, this.sessionId);
  }

  /** Returns what `found` makes of the first event for which it returns a value; undefined if none comes in time. */
  async firstEvent<T>(
    found: (method: string, params: unknown) => T | undefined,
  ): Promise<T | undefined> {
    const event = Promise.withResolvers<T | undefined>();
    const timer = setTimeout(() => event.resolve(undefined), ANSWER_MS);
    const unlisten = this.#pipe.listen(this.sessionId, (method, params) => {
      const value = found(method, params);
      if (value !== undefined) event.resolve(value);
    });
    try {
      return await event.promise;
    } finally {
      clearTimeout(timer);
      unlisten();
    }
  }

  async detach(): Promise<void> {
    await ask(this.#pipe, "Target.detachFromTarget", { sessionId: this.sessionId });
  }
}

/** Returns undefined if the answer is late, or the browser refuses. */
export async function ask(
  pipe: DebuggingPipe,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  sessionId?: string,
): Promise<unknown> {
  return await pipe
    .send(method, params, AbortSignal.timeout(ANSWER_MS), sessionId)
    .catch(() => undefined);
}
