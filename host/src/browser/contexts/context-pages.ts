// Freezes and wakes the pages of one context, over the browser's debugging pipe.
import * as z from "zod/mini";

import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";

import { ask } from "./attached-target.ts";
import type { DebuggingPipe } from "./debugging-pipe.ts";

const targets = z.object({
  targetInfos: z.array(
    z.object({
      targetId: z.string(),
      type: z.string(),
      browserContextId: z.optional(z.string()),
    }),
  ),
});
const attachment = z.object({ sessionId: z.string() });

/** No method rejects: if a page or the browser is gone, nothing is left to freeze. */
export class ContextPages {
  readonly #pipe: DebuggingPipe;
  readonly #browserContextId: string;
  /** Ids of the debugging sessions that keep pages frozen. */
  readonly #frozen = new Set<string>();

  constructor(pipe: DebuggingPipe, browserContextId: string) {
    this.#pipe = pipe;
    this.#browserContextId = browserContextId;
  }

  /** Makes the pages give back memory that they no longer need. */
  async collectGarbage(): Promise<void> {
    const sessions = await this.#attach();
    await Promise.all(
      sessions.map(async (sessionId) => {
        await this.#send("HeapProfiler.collectGarbage", {}, sessionId);
        await this.#detach(sessionId);
      }),
    );
  }

  /** Freezes the pages until `wake`. Returns false if one did not answer; then all of them go on. */
  async freeze(): Promise<boolean> {
    const sessions = await this.#attach();
    for (const sessionId of sessions) this.#frozen.add(sessionId);
    // Each page is asked first: under a dialog, or at work, it would freeze in the middle of it.
    const answers = await this.#all(sessions, "Runtime.evaluate", { expression: "0" });
    const isFrozen =
      answers && (await this.#all(sessions, "Page.setWebLifecycleState", { state: "frozen" }));
    if (!isFrozen) await this.wake();
    return isFrozen;
  }

  /** Resolves when the pages go on; within a second if one does not answer. */
  async wake(): Promise<void> {
    const sessions = [...this.#frozen];
    this.#frozen.clear();
    await this.#all(sessions, "Page.setWebLifecycleState", { state: "active" });
    for (const sessionId of sessions) void this.#detach(sessionId);
  }

  /** Starts the extension's worker if it does not run; no web page can do that. */
  async startWorker(): Promise<void> {
    const sessions = await this.#attach();
    const [sessionId] = sessions;
    if (sessionId !== undefined) {
      await this.#send("ServiceWorker.enable", {}, sessionId);
      await this.#send("ServiceWorker.startWorker", { scopeURL: EXTENSION_ORIGIN }, sessionId);
    }
    await Promise.all(sessions.map((each) => this.#detach(each)));
  }

  /** Attaches to each page and returns the ids of these debugging sessions. */
  async #attach(): Promise<string[]> {
    const found = targets.safeParse(await this.#send("Target.getTargets", {}));
    const pages = (found.data?.targetInfos ?? []).filter(
      ({ type, browserContextId }) =>
        type === "page" && browserContextId === this.#browserContextId,
    );
    const sessions = await Promise.all(
      pages.map(async ({ targetId }) => {
        const answer = await this.#send("Target.attachToTarget", { targetId, flatten: true });
        return attachment.safeParse(answer).data?.sessionId ?? [];
      }),
    );
    return sessions.flat();
  }

  async #detach(sessionId: string): Promise<void> {
    await this.#send("Target.detachFromTarget", { sessionId });
  }

  async #all(
    sessions: readonly string[],
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const answers = await Promise.all(
      sessions.map((sessionId) => this.#send(method, params, sessionId)),
    );
    return answers.every((answer) => answer !== undefined);
  }

  /** Returns undefined if the answer is late, or the browser refuses. */
  async #send(
    method: string,
    params: Readonly<Record<string, unknown>>,
    sessionId?: string,
  ): Promise<unknown> {
    return await ask(this.#pipe, method, params, sessionId);
  }
}
