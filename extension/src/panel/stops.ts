// Carries out each Stop of the person, by the next worker if this one has ended, or says that it failed.
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import type { SessionView } from "./session-view.ts";

type WorkerPeer = Pick<Peer<"panel-worker", "worker-panel">, "call" | "closed">;

export interface Stopping {
  readonly isPending: boolean;
  /** The reason why the last attempt failed; empty if it did not. */
  readonly fault: string;
}

/** The longest wait for a worker to record a stop, in ms. It usually takes a few. */
const STOP_TIMEOUT_MS = 5000;

export class Stops {
  readonly #pending = new Set<string>();
  readonly #faults = new Map<string, string>();
  readonly #onChange: () => void;
  /** Asks for a worker if none is connected. */
  readonly #connect: () => void;
  #peer: WorkerPeer | null = null;

  constructor(options: { readonly onChange: () => void; readonly connect: () => void }) {
    this.#onChange = options.onChange;
    this.#connect = options.connect;
  }

  of(sessionId: string): Stopping {
    return {
      isPending: this.#pending.has(sessionId),
      fault: this.#faults.get(sessionId) ?? "",
    };
  }

  press(sessionId: string): void {
    if (this.#pending.has(sessionId)) return;
    this.#pending.add(sessionId);
    this.#faults.delete(sessionId);
    this.#onChange();
    if (this.#peer === null || this.#peer.closed.aborted) this.#connect();
    else void this.#send(sessionId, this.#peer);
  }

  /** Asks a new worker for what the former one may not have done. */
  connected(peer: WorkerPeer): void {
    this.#peer = peer;
    for (const sessionId of this.#pending) void this.#send(sessionId, peer);
  }

  /** Takes the sessions of a view: one that is stopped, or gone, need not be stopped any more. */
  heard(sessions: readonly Pick<SessionView, "sessionId" | "state">[]): void {
    const running = sessions.filter(({ state }) => state !== "stopped");
    const left = new Set(running.map(({ sessionId }) => sessionId));
    for (const id of [...this.#pending, ...this.#faults.keys()]) {
      if (left.has(id)) continue;
      this.#pending.delete(id);
      this.#faults.delete(id);
    }
  }

  async #send(sessionId: string, peer: WorkerPeer): Promise<void> {
    try {
      // The stop is over once the session's next view has come.
      await peer.call("panel.stop", { sessionId }, { timeoutMs: STOP_TIMEOUT_MS });
    } catch (error) {
      // The next worker is asked too, as a second stop does no harm.
      if (peer.closed.aborted) return;
      this.#pending.delete(sessionId);
      this.#faults.set(sessionId, wordsOf(error));
      this.#onChange();
    }
  }
}

/** Puts an error into words for a person, who knows of no calls. */
function wordsOf(thrown: unknown): string {
  const { code, message } = toWebservError(thrown);
  return code === "timeout" ? "the extension does not answer" : message;
}
