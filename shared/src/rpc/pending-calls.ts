// Keeps the calls that one side has made and that are not answered yet, each with its deadline.
import type { ResponseEnvelope } from "../protocol/envelope.ts";
import { CANCEL_METHOD, MAX_TIMEOUT_MS } from "../protocol/envelope.ts";
import { fromErrorObject } from "../protocol/error-object.ts";
import { toWebservError, WebservError } from "../errors/errors.ts";

/** A call without a deadline of its own ends after this long. */
export const DEFAULT_TIMEOUT_MS = 30_000;

export interface CallOptions {
  /** Longest wait for the answer, in ms; 30,000 if left out, from 1 to an hour at most. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: WebservError) => void;
}

export class PendingCalls {
  readonly #send: (message: unknown) => void;
  readonly #pending = new Map<number, PendingCall>();
  #nextId = 1;

  /** @param send may throw if a message can't be sent */
  constructor(send: (message: unknown) => void) {
    this.#send = send;
  }

  /**
   * Sends a request and resolves with its result, not yet parsed.
   * @throws WebservError what the other side threw; `timeout`, `cancelled`, or what `failAll` says.
   */
  begin(method: string, params: unknown, options: CallOptions): Promise<unknown> {
    const timeoutMs = allowedTimeout(options.timeoutMs);
    const { signal } = options;
    if (signal?.aborted === true) {
      const message = `${method} was cancelled before it was sent`;
      return Promise.reject(new WebservError("cancelled", message, { cause: signal.reason }));
    }
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        this.#pending.delete(id);
      };
      const takeBack = (error: WebservError): void => {
        finish();
        this.#tellCancelled(id);
        reject(error);
      };
      const onAbort = (): void =>
        takeBack(
          new WebservError("cancelled", `${method} was cancelled`, { cause: signal?.reason }),
        );
      const timer = setTimeout(
        () =>
          takeBack(new WebservError("timeout", `${method} got no answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
      signal?.addEventListener("abort", onAbort);
      this.#pending.set(id, {
        resolve: (result) => {
          finish();
          resolve(result);
        },
        reject: (error) => {
          finish();
          reject(error);
        },
      });
      try {
        this.#send({ jsonrpc: "2.0", id, method, params, timeoutMs });
      } catch (error) {
        finish();
        reject(toWebservError(error));
      }
    });
  }

  /** An answer to a call that has ended meanwhile is of no use to anyone, and is dropped. */
  settle(envelope: ResponseEnvelope): void {
    const call = typeof envelope.id === "number" ? this.#pending.get(envelope.id) : undefined;
    if ("error" in envelope) call?.reject(fromErrorObject(envelope.error));
    else call?.resolve(envelope.result);
  }

  failAll(error: WebservError): void {
    for (const call of this.#pending.values()) call.reject(error);
  }

  #tellCancelled(id: number): void {
    try {
      this.#send({ jsonrpc: "2.0", method: CANCEL_METHOD, params: { id } });
    } catch {
      // The call has failed anyway; the other side's own deadline ends it there.
    }
  }
}

/** Returns a deadline that the envelope's schema accepts; one that it refuses would never be answered. */
function allowedTimeout(asked = DEFAULT_TIMEOUT_MS): number {
  const timeoutMs = Number.isNaN(asked) ? DEFAULT_TIMEOUT_MS : Math.ceil(asked);
  return Math.min(Math.max(1, timeoutMs), MAX_TIMEOUT_MS);
}
