// Represents an operation of Incus as an object that can be waited for, watched and cancelled.
import { setTimeout as delay } from "node:timers/promises";

import { malformed, refusal } from "./errors.ts";
import type { IncusEvents } from "./events.ts";
import { hasEnded, progressOf } from "./operation-state.ts";
import type { OperationProgress, OperationState } from "./operation-state.ts";

export interface OperationResult {
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The paths of the things it made or changed, by kind. */
  readonly resources: Readonly<Record<string, readonly string[]>>;
}

export interface Operation {
  /** The operation's id; empty if Incus was done before it answered. */
  readonly id: string;
  /** The newest state that is known. */
  readonly state: OperationState;
  progress(listener: (now: OperationProgress) => void): () => void;
  /**
   * Resolves when it has succeeded; throws IncusError with its own words if it failed. When the signal is aborted, the
   * operation is cancelled if Incus allows it, and the signal's reason is thrown. It may be called again, with another
   * signal.
   */
  wait(signal: AbortSignal): Promise<OperationResult>;
  /** Resolves when it has ended, well or not, or after `timeoutMs`, so that nothing changes after an abort. */
  settle(timeoutMs: number): Promise<void>;
  cancel(): Promise<void>;
}

/** An operation asks this much of its client. */
export interface OperationLink {
  readonly events: IncusEvents;
  /**
   * Asks for its present state; throws IncusError 404 if Incus has forgotten it. Waits until it ends, at most for
   * `waitS`.
   */
  ask(id: string, waitS: number, signal: AbortSignal): Promise<OperationState>;
  cancel(id: string): Promise<void>;
}

/**
 * Incus forgets an operation 5 s after its end: asking more often than that misses none if an event is lost. The first
 * question comes soon, since events of the first instants after connecting are the likeliest to be lost.
 */
const CHECKS_MS = [500, 3000];

export function trackOperation(
  link: OperationLink,
  first: OperationState,
  asked: string,
): Operation {
  const { id } = first;
  let state = link.events.latest(id) ?? first;
  const watchers = new Set<() => void>();
  const note = (next: OperationState): void => {
    // An event may have come before the answer that is older than it.
    if (!hasEnded(state)) state = next;
    for (const watcher of watchers) watcher();
    if (hasEnded(state)) unsubscribe();
  };
  const unsubscribe = hasEnded(state) ? (): void => undefined : link.events.onOperation(id, note);

  /** Resolves when the operation has ended or the time is up; throws the signal's reason. */
  const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
    const woken = new AbortController();
    const wake = (): void => {
      if (hasEnded(state)) woken.abort();
    };
    watchers.add(wake);
    wake();
    try {
      await delay(ms, undefined, { signal: AbortSignal.any([woken.signal, signal]) });
    } catch {
      signal.throwIfAborted();
    } finally {
      watchers.delete(wake);
    }
  };

  const untilEnded = async (signal: AbortSignal): Promise<OperationState> => {
    for (let round = 0; !hasEnded(state); round += 1) {
      const checkMs = CHECKS_MS[Math.min(round, CHECKS_MS.length - 1)] ?? 0;
      const heard = link.events.connected;
      if (heard) await pause(checkMs, signal);
      if (hasEnded(state)) break;
      try {
        note(await link.ask(id, heard ? 0 : Math.ceil(checkMs / 1000), signal));
      } catch (thrown) {
        if (hasEnded(state)) break;
        throw thrown;
      }
    }
    return state;
  };

  return {
    id,
    get state() {
      return state;
    },
    progress(listener) {
      let told = "";
      const tell = (): void => {
        const now = progressOf(state);
        if (now === undefined || now.text === told) return;
        told = now.text;
        listener(now);
      };
      watchers.add(tell);
      tell();
      return () => void watchers.delete(tell);
    },
    async wait(signal) {
      try {
        return result(await untilEnded(signal), asked);
      } catch (thrown) {
        if (signal.aborted && !hasEnded(state) && state.may_cancel) {
          await link.cancel(id).catch(() => undefined);
        }
        signal.throwIfAborted();
        throw thrown;
      }
    },
    async settle(timeoutMs) {
      await untilEnded(AbortSignal.timeout(timeoutMs)).catch(() => undefined);
    },
    cancel: () => link.cancel(id),
  };
}

/** Makes the operation for work that Incus had done before it answered. */
export function finishedOperation(metadata: unknown, asked: string): Operation {
  const record = isRecord(metadata) ? metadata : {};
  const state: OperationState = {
    id: "",
    class: "task",
    description: "",
    created_at: "",
    status: "Success",
    status_code: 200,
    metadata: record,
    resources: {},
    may_cancel: false,
    err: "",
    location: "",
  };
  return {
    id: "",
    state,
    progress: () => () => undefined,
    wait: (signal) => {
      signal.throwIfAborted();
      return Promise.resolve(result(state, asked));
    },
    settle: () => Promise.resolve(),
    cancel: () => Promise.resolve(),
  };
}

function result(state: OperationState, asked: string): OperationResult {
  const { id, status_code: status, err, metadata, resources } = state;
  if (status === 200) return { id, metadata: metadata ?? {}, resources: resources ?? {} };
  if (err === "") throw malformed(asked, status, `its operation ended as "${state.status}"`);
  throw refusal({ asked, status, words: err });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
