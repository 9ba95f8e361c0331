// Keeps one connection to the daemon: it says hello, sends heartbeats, and connects again after every loss.
import type { Handlers } from "@webserv/shared/rpc/peer.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { MethodOn, Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { waitMs } from "../platform/wait.ts";
import { REFUSED_RETRY_MS, retryDelayMs } from "./backoff.ts";
import type { ConnectionFacts } from "./connection.ts";
import { BEAT_INTERVAL_MS, MISSED_BEATS, noConnection } from "./connection.ts";
import type { Connector } from "./connector.ts";
import { disconnectReason } from "./disconnect-reason.ts";

const HELLO_TIMEOUT_MS = 10_000;

export interface DaemonLinkOptions {
  /** A promise, since the environment decides by which way the daemon is reached. */
  readonly connector: Promise<Connector>;
  readonly handlers: Handlers<"daemon-extension">;
  /** Returns the params of the hello; it is called for each connection. */
  readonly hello: () => Promise<Params<"link.hello">>;
  /** Is called whenever the facts have changed. */
  readonly onChange: (facts: ConnectionFacts) => void;
}

type DaemonPeer = Peer<"extension-daemon", "daemon-extension">;

export class DaemonLink {
  readonly #options: DaemonLinkOptions;
  #facts: ConnectionFacts = noConnection;
  #peer: DaemonPeer | null = null;
  #attempt = 0;
  #running = false;
  #wake = new AbortController();

  constructor(options: DaemonLinkOptions) {
    this.#options = options;
  }

  get facts(): ConnectionFacts {
    return this.#facts;
  }

  /** Connects and stays connected until `signal` ends. A second call only hastens a waiting retry. */
  start(signal: AbortSignal): void {
    if (this.#running) {
      this.#wake.abort();
      return;
    }
    this.#running = true;
    void this.#run(signal).finally(() => {
      this.#running = false;
    });
  }

  /** Calls the daemon. @throws WebservError `disconnected` if there is no connection now. */
  async call<N extends MethodOn<"extension-daemon">>(
    method: N,
    params: ParamsInput<N>,
  ): Promise<Result<N>> {
    if (this.#peer === null || !this.#facts.open) {
      throw new WebservError("disconnected", `${method} was not sent: no daemon is connected`);
    }
    return await this.#peer.call(method, params);
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#connectOnce(signal);
      if (signal.aborted) return;
      this.#wake = new AbortController();
      const delay = this.#facts.refused
        ? REFUSED_RETRY_MS
        : retryDelayMs(this.#attempt++, Math.random());
      await waitMs(delay, AbortSignal.any([signal, this.#wake.signal])).catch(() => {});
    }
  }

  /** Follows one connection from its opening to its end. It never throws. */
  async #connectOnce(signal: AbortSignal): Promise<void> {
    let peer: DaemonPeer | null = null;
    try {
      const hello = await this.#options.hello();
      peer = new Peer({
        transport: (await this.#options.connector).connect(),
        serves: { link: "daemon-extension", handlers: this.#options.handlers },
      });
      this.#peer = peer;
      const answer = await peer.call("link.hello", hello, {
        timeoutMs: HELLO_TIMEOUT_MS,
        signal,
      });
      this.#attempt = 0;
      this.#note({ open: true, refused: false, reason: "", daemonVersion: answer.daemonVersion });
      await this.#beatUntilLost(peer, signal);
    } catch (thrown) {
      const error = toWebservError(thrown);
      const refused = error.code === "version-mismatch";
      const reason = refused ? `${error.message}. ${error.next}` : lossReason(error, peer);
      this.#note({ open: false, refused, reason });
    } finally {
      this.#peer = null;
      peer?.close("the service worker gave this connection up");
    }
  }

  /** Sends heartbeats, and throws when the connection is lost. */
  async #beatUntilLost(peer: DaemonPeer, signal: AbortSignal): Promise<void> {
    const until = AbortSignal.any([signal, peer.closed]);
    let missed = 0;
    for (;;) {
      const began = performance.now();
      try {
        await peer.call("link.beat", {}, { timeoutMs: BEAT_INTERVAL_MS, signal });
        missed = 0;
        this.#note({ beatMs: performance.now() - began, beatAt: Date.now() });
      } catch (error) {
        missed++;
        if (peer.closed.aborted || signal.aborted || missed >= MISSED_BEATS) throw error;
      }
      await waitMs(Math.max(0, BEAT_INTERVAL_MS - (performance.now() - began)), until);
    }
  }

  #note(facts: Partial<ConnectionFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#options.onChange(this.#facts);
  }
}

function lossReason(error: WebservError, peer: DaemonPeer | null): string {
  const closed: unknown = peer?.closed.reason;
  if (closed instanceof Error) {
    return disconnectReason(closed.message.replace("the connection closed: ", ""));
  }
  if (error.code === "timeout") return "the daemon does not answer; run `webserv doctor`";
  return error.message;
}
