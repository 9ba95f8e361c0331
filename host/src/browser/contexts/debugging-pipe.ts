// Sends and receives messages on a browser's debugging pipe: JSON texts, each ended by a zero byte.
import type { Readable, Writable } from "node:stream";

import { WebservError } from "@webserv/shared/errors/errors.ts";

const END_OF_MESSAGE = 0;

/** Receives the events of an attached target. */
export type TargetListener = (method: string, params: unknown) => void;

interface PendingCommand {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Sends commands to the browser itself. puppeteer's own client would attach to every target and
 * pause each at its start: it keeps service workers from ending and meets chrome.debugger there.
 * The browser ends when the pipe closes, so the pipe must be held for as long as the browser is to
 * live.
 */
export class DebuggingPipe {
  readonly #output: Writable;
  readonly #pending = new Map<number, PendingCommand>();
  readonly #listeners = new Map<string, TargetListener>();
  #nextId = 1;
  #pieces: Buffer[] = [];
  #closed: Error | undefined;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    input.on("data", (bytes: Buffer) => this.#receive(bytes));
    const onEnd = (): void => this.#close(new Error("the browser closed its debugging pipe"));
    input.on("close", onEnd);
    input.on("error", onEnd);
    output.on("error", onEnd);
  }

  /** True once the browser has gone, or no longer accepts commands. */
  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * @param sessionId of a target that was attached to; the browser itself if left out
   * @throws WebservError `launch-failed` if the browser refuses or is gone.
   */
  async send(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    sessionId?: string,
  ): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onAbort = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
    signal.addEventListener("abort", onAbort);
    this.#pending.set(id, { resolve, reject });
    try {
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      return await promise;
    } finally {
      this.#pending.delete(id);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Passes the events of an attached target to `listener` until the returned function is called. */
  listen(sessionId: string, listener: TargetListener): () => void {
    this.#listeners.set(sessionId, listener);
    return () => void this.#listeners.delete(sessionId);
  }

  #receive(bytes: Buffer): void {
    let rest = bytes;
    for (;;) {
      const end = rest.indexOf(END_OF_MESSAGE);
      if (end === -1) break;
      const message = Buffer.concat([...this.#pieces, rest.subarray(0, end)]).toString();
      this.#pieces = [];
      rest = rest.subarray(end + 1);
      this.#answer(JSON.parse(message));
    }
    if (rest.length > 0) this.#pieces.push(rest);
  }

  #answer(message: unknown): void {
    if (typeof message !== "object" || message === null) return;
    if (!("id" in message)) return this.#tell(message);
    if (typeof message.id !== "number") return;
    const command = this.#pending.get(message.id);
    if (command === undefined) return;
    if ("error" in message) {
      const detail = JSON.stringify(message.error);
      command.reject(new WebservError("launch-failed", `the browser refused: ${detail}`));
    } else {
      command.resolve("result" in message ? message.result : {});
    }
  }

  #tell(event: object): void {
    if (!("sessionId" in event) || typeof event.sessionId !== "string") return;
    if (!("method" in event) || typeof event.method !== "string") return;
    const params = "params" in event ? event.params : {};
    this.#listeners.get(event.sessionId)?.(event.method, params);
  }

  #close(reason: Error): void {
    this.#closed ??= reason;
    for (const command of this.#pending.values()) command.reject(this.#closed);
  }
}
