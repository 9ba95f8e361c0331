// Keeps a connection to the daemon and makes it again, with growing pauses, when it is next needed.
import { setTimeout as delay } from "node:timers/promises";

import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import type { CallOptions } from "@webserv/shared/rpc/peer.ts";

import type { AgentPeer } from "../reach/connect.ts";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;

/** Is notified of connections, and may need one without a call. */
export interface ConnectionWatch {
  readonly wanted: boolean;
  opened(peer: AgentPeer): void;
  lost(error: WebservError): void;
}

export interface ConnectionOptions {
  /** Opens a connection; with `start`, a daemon of this user's is started if none runs. */
  readonly open: (start: boolean) => Promise<AgentPeer>;
  readonly watch?: ConnectionWatch;
  /** Ends the connection for good. */
  readonly signal: AbortSignal;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #signal: AbortSignal;
  #peer: AgentPeer | undefined;
  /** Shared by all calls that wait for the next connection. */
  #opening: Promise<AgentPeer> | undefined;
  /** The number of waiting calls. */
  #waiting = 0;
  /** Aborting it ends the pause before the next attempt. */
  #hurry = new AbortController();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#signal = options.signal;
    this.#signal.addEventListener("abort", () => this.#peer?.close("the client was closed"));
  }

  /** Makes the first connection; throws at once if that fails. */
  async first(): Promise<void> {
    if (this.#signal.aborted) throw ended(this.#signal);
    this.#adopt(await this.#options.open(true));
  }

  /**
   * Returns the present connection, or the next one.
   * @throws WebservError `timeout`, `cancelled`, or a refusal that another attempt would not
   *   change.
   */
  async peer(method: string, { signal, timeoutMs }: CallOptions): Promise<AgentPeer> {
    if (this.#signal.aborted) throw ended(this.#signal);
    if (this.#peer !== undefined && !this.#peer.closed.aborted) return this.#peer;
    this.#waiting++;
    this.#hurry.abort();
    try {
      return await within(this.#next(), method, { signal, timeoutMs });
    } finally {
      this.#waiting--;
    }
  }

  #next(): Promise<AgentPeer> {
    this.#opening ??= this.#reopen().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #reopen(): Promise<AgentPeer> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        // A client that only listens waits for a daemon, and starts none that someone has stopped.
        const peer = await this.#options.open(this.#waiting > 0);
        if (this.#signal.aborted) peer.close("the client was closed");
        this.#adopt(peer);
        return peer;
      } catch (error) {
        if (this.#signal.aborted) throw ended(this.#signal);
        if (!isPassing(error)) throw error;
      }
      await this.#pause(pauseMs);
      if (this.#signal.aborted) throw ended(this.#signal);
    }
  }

  /** Ends early with the client, or with a call if none has waited before. */
  async #pause(pauseMs: number): Promise<void> {
    this.#hurry = new AbortController();
    const signal = AbortSignal.any([this.#signal, this.#hurry.signal]);
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }

  #adopt(peer: AgentPeer): void {
    this.#peer = peer;
    const { watch } = this.#options;
    if (watch === undefined || peer.closed.aborted) return;
    const lost = (error: unknown): void => {
      if (!this.#signal.aborted) watch.lost(toWebservError(error));
    };
    peer.closed.addEventListener("abort", () => {
      lost(peer.closed.reason);
      if (watch.wanted && !this.#signal.aborted) this.#next().catch(lost);
    });
    watch.opened(peer);
  }
}

/** A daemon may be ending or starting; a refused token or version stays refused. */
function isPassing(error: unknown): boolean {
  const { code } = toWebservError(error);
  return code === "daemon-unreachable" || code === "disconnected" || code === "timeout";
}

/** Waits for a shared promise, but only until the caller's own deadline or signal. */
async function within(
  opening: Promise<AgentPeer>,
  method: string,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number | undefined },
): Promise<AgentPeer> {
  const done = new AbortController();
  const over = Promise.withResolvers<never>();
  const cancel = (): void =>
    over.reject(
      new WebservError("cancelled", `${method} was cancelled`, { cause: signal?.reason }),
    );
  if (signal?.aborted === true) cancel();
  signal?.addEventListener("abort", cancel, { signal: done.signal });
  const timer = setTimeout(
    () =>
      over.reject(
        new WebservError("timeout", `${method}: no daemon answered within ${timeoutMs} ms`),
      ),
    timeoutMs,
  );
  try {
    return await Promise.race([opening, over.promise]);
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

function ended(signal: AbortSignal): WebservError {
  return new WebservError("cancelled", "the client was closed", { cause: signal.reason });
}
