// Calls a document, and waits longer once it has begun to read its page: a large page is not one whose script is busy.
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

/** The longest time for which a document may read its page once it has begun, in ms. */
const LONGEST_READING_MS = 15_000;

export type FramePeer = Peer<"worker-frame", "frame-worker">;

export interface FrameCallOptions {
  /** The limit of the wait for the document and its answer, in ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** True if a reading that has begun is waited for beyond `timeoutMs`. */
  readonly letsRead?: boolean;
  /** True if a page that has not come yet, so that no document could answer, is not waited for. */
  readonly unlessLoading?: boolean;
  /** Is called when the document has answered, be it with an error. */
  readonly heard?: () => void;
}

export class PatientCalls {
  /** Holds, by document, what is to be called if it begins to read its page. */
  readonly #waits = new Map<FramePeer, Set<() => void>>();

  /** Notes that the document has begun to read its page. */
  begun(peer: FramePeer): void {
    for (const waitLonger of this.#waits.get(peer) ?? []) waitLonger();
  }

  /** @throws WebservError the error of the frame; `page-unresponsive` if it does not answer */
  async call<N extends MethodOn<"worker-frame">>(
    peer: FramePeer,
    method: N,
    params: ParamsInput<N>,
    { timeoutMs, signal, letsRead = false, heard }: FrameCallOptions,
  ): Promise<Result<N>> {
    const late = new AbortController();
    let timer = setTimeout(() => late.abort(unresponsive(method, timeoutMs)), timeoutMs);
    const end = this.#listen(peer, () => {
      if (!letsRead) return;
      clearTimeout(timer);
      const longestMs = Math.max(timeoutMs, LONGEST_READING_MS);
      timer = setTimeout(() => late.abort(tooLarge()), longestMs);
    });
    try {
      const answer = await peer.call(method, params, {
        timeoutMs: timeoutMs + LONGEST_READING_MS,
        signal: AbortSignal.any([signal, late.signal]),
      });
      heard?.();
      return answer;
    } catch (thrown) {
      signal.throwIfAborted();
      late.signal.throwIfAborted();
      const error = toWebservError(thrown);
      if (error.code !== "disconnected") heard?.();
      throw error;
    } finally {
      clearTimeout(timer);
      end();
    }
  }

  #listen(peer: FramePeer, waitLonger: () => void): () => void {
    const waits = this.#waits.get(peer) ?? new Set<() => void>();
    this.#waits.set(peer, waits.add(waitLonger));
    return () => {
      waits.delete(waitLonger);
      if (waits.size === 0) this.#waits.delete(peer);
    };
  }
}

/** Says that a document does not answer. */
export function unresponsive(
  method: string,
  timeoutMs: number,
  cause?: WebservError,
): WebservError {
  const why = `did not answer ${method} within ${Math.round(timeoutMs)} ms: its script is busy`;
  return new WebservError("page-unresponsive", `the page ${why}`, { cause });
}

function tooLarge(): WebservError {
  const why = `is so large that its reading took longer than ${LONGEST_READING_MS} ms`;
  return new WebservError("page-unresponsive", `the page ${why}`);
}
