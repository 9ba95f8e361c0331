// Calls the content scripts of a tab: that of the main frame, whose documents may be replaced meanwhile, and those of
// single documents in inner frames.
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import { FRAME_PORT, RELEASE_PORT } from "@webserv/shared/protocol/ports.ts";

import type { Port } from "../platform/port-transport.ts";
import { portTransport } from "../platform/port-transport.ts";
import { waitMs } from "../platform/wait.ts";
import type { FrameCallOptions, FramePeer } from "./patient-calls.ts";
import { PatientCalls, unresponsive } from "./patient-calls.ts";

/** The time between two attempts while a document is being replaced, in ms. */
const RETRY_MS = 10;
/** The time in which the browser says that no script listens in a tab, in ms. */
const NOBODY_MS = 200;

export interface DocumentAddress {
  readonly tabId: number;
  /** The browser's id of the document. */
  readonly documentId: string;
}

/** Says why no script answers in a tab: it loads, or is silent for so long that waiting is useless, or is blocked. */
export type Silence =
  | { readonly kind: "loading"; readonly error: WebservError }
  | { readonly kind: "silent"; readonly patienceMs: number; readonly error: WebservError }
  | { readonly kind: "blocked"; readonly error: WebservError };
export type ExplainSilence = (tabId: number) => Promise<Silence>;

export class FramePeers {
  readonly #peers = new Map<number, FramePeer>();
  /** Holds the peers of inner documents by tab and document. */
  readonly #inner = new Map<number, Map<string, FramePeer>>();
  /** Holds the tabs of which a document has reported that it is about to send events to its page. */
  readonly #sending = new Set<number>();
  readonly #calls = new PatientCalls();
  readonly #explainSilence: ExplainSilence;
  readonly #standstill: (tabId: number) => AbortSignal;
  readonly #onAsk: (tabId: number, ask: PageAsk) => void;

  /**
   * @param standstill returns a signal that is aborted, with the reason, while the tab's page can't answer
   * @param onAsk is called with what a page asks the browser to open over it
   */
  constructor(
    explainSilence: ExplainSilence,
    standstill: (tabId: number) => AbortSignal,
    onAsk: (tabId: number, ask: PageAsk) => void,
  ) {
    this.#explainSilence = explainSilence;
    this.#standstill = standstill;
    this.#onAsk = onAsk;
  }

  /**
   * Calls the document that is in the tab now, or the next one while it is being replaced. A call
   * that was sent is never sent again.
   * @throws WebservError the error of the frame; `disconnected` if its document went away, `page-unresponsive` if it
   *   does not answer, `still-loading`, `dialog-open`, or the reason for which the tab can't be read.
   */
  async call<N extends MethodOn<"worker-frame">>(
    tabId: number,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ): Promise<Result<N>> {
    const { timeoutMs } = options;
    const deadline = performance.now() + timeoutMs;
    const signal = AbortSignal.any([options.signal, this.#standstill(tabId)]);
    try {
      const peer = await this.#connected(tabId, deadline, signal, options.unlessLoading === true);
      const more = { ...options, timeoutMs: left(deadline), signal };
      return await this.#calls.call(peer, method, params, more);
    } catch (error) {
      signal.throwIfAborted();
      throw explained(error, method, timeoutMs);
    }
  }

  /**
   * Calls one document of any frame, if it is still there.
   * @throws WebservError the error of the frame; `page-unreadable` if no content script listens, `disconnected` if
   *   the document went away, `page-unresponsive` if it does not answer, `dialog-open`.
   */
  async callDocument<N extends MethodOn<"worker-frame">>(
    { tabId, documentId }: DocumentAddress,
    method: N,
    params: ParamsInput<N>,
    options: FrameCallOptions,
  ): Promise<Result<N>> {
    const { timeoutMs } = options;
    const deadline = performance.now() + timeoutMs;
    const signal = AbortSignal.any([options.signal, this.#standstill(tabId)]);
    try {
      const peer =
        this.#innerPeer(tabId, documentId) ??
        (await this.#connectDocument({ tabId, documentId }, deadline, signal));
      const more = { ...options, timeoutMs: left(deadline), signal };
      return await this.#calls.call(peer, method, params, more);
    } catch (error) {
      signal.throwIfAborted();
      throw explained(error, method, timeoutMs);
    }
  }

  /** Tells whether a document of the tab has reported that it was about to send events, and forgets the report. */
  takeSending(tabId: number): boolean {
    return this.#sending.delete(tabId);
  }

  /**
   * Tells the tab's documents to stop recording their pages' work. Documents that were never called do not record it.
   */
  rest(tabId: number): void {
    for (const peer of this.#peersOf(tabId)) peer.notify("frame.rest", {});
  }

  /** Closes the connections to the tab's documents, since the main one was replaced, or the tab is gone. */
  drop(tabId: number): void {
    const peers = this.#peersOf(tabId);
    this.#peers.delete(tabId);
    this.#inner.delete(tabId);
    for (const peer of peers) peer.close("the document was replaced");
  }

  /** Tells all documents of a tab, even those that were never called, that no session has it any longer. */
  release(tabId: number): void {
    this.drop(tabId);
    const port = chrome.tabs.connect(tabId, { name: RELEASE_PORT });
    // If the error is not read, the browser logs that nobody listens in the tab.
    port.onDisconnect.addListener(() => void chrome.runtime.lastError);
  }

  #peersOf(tabId: number): FramePeer[] {
    const main = this.#peers.get(tabId);
    return [...(main === undefined ? [] : [main]), ...(this.#inner.get(tabId)?.values() ?? [])];
  }

  #innerPeer(tabId: number, documentId: string): FramePeer | undefined {
    const peer = this.#inner.get(tabId)?.get(documentId);
    return peer?.closed.aborted === true ? undefined : peer;
  }

  async #connectDocument(
    { tabId, documentId }: DocumentAddress,
    deadline: number,
    signal: AbortSignal,
  ): Promise<FramePeer> {
    const port = chrome.tabs.connect(tabId, { documentId, name: FRAME_PORT });
    const peer = await this.#served(port, tabId, deadline, signal);
    if (peer === null) {
      throw new WebservError("page-unreadable", "no script of WebServ answers in the document");
    }
    const known = this.#inner.get(tabId) ?? new Map<string, FramePeer>();
    this.#inner.set(tabId, known.set(documentId, peer));
    peer.closed.addEventListener("abort", () => {
      if (known.get(documentId) === peer) known.delete(documentId);
    });
    return peer;
  }

  async #connected(
    tabId: number,
    deadline: number,
    signal: AbortSignal,
    unlessLoading: boolean,
  ): Promise<FramePeer> {
    let silentSince: number | null = null;
    let silence: Silence | null = null;
    for (;;) {
      const known = this.#peers.get(tabId);
      if (known !== undefined && !known.closed.aborted) return known;
      let peer: FramePeer | null;
      const triedAt = performance.now();
      try {
        peer = await this.#connect(tabId, deadline, signal);
      } catch (error) {
        // A tab without a script says so at once. If the last try had no time for that, no script is there either.
        const isThere = performance.now() - triedAt >= NOBODY_MS;
        if (toWebservError(error).code !== "timeout" || silence === null || isThere) throw error;
        throw silence.error;
      }
      if (peer !== null) return peer;
      silence = await this.#explainSilence(tabId);
      if (silence.kind === "blocked") throw silence.error;
      if (silence.kind === "loading" && unlessLoading) throw silence.error;
      const now = performance.now();
      silentSince = silence.kind === "loading" ? null : (silentSince ?? now);
      if (silence.kind === "silent" && now - (silentSince ?? now) >= silence.patienceMs) {
        throw silence.error;
      }
      if (now >= deadline) throw silence.error;
      await waitMs(RETRY_MS, signal);
    }
  }

  async #connect(tabId: number, deadline: number, signal: AbortSignal): Promise<FramePeer | null> {
    const port = chrome.tabs.connect(tabId, { frameId: 0, name: FRAME_PORT });
    const peer = await this.#served(port, tabId, deadline, signal);
    if (peer !== null) this.#peers.set(tabId, peer);
    return peer;
  }

  /** Returns a peer that has answered once, or null if no content script listens yet. */
  async #served(
    port: Port,
    tabId: number,
    deadline: number,
    signal: AbortSignal,
  ): Promise<FramePeer | null> {
    const peer: FramePeer = new Peer({
      transport: portTransport(port),
      serves: {
        link: "frame-worker",
        handlers: {
          "frame.asked": ({ ask }) => {
            this.#onAsk(tabId, ask);
            return {};
          },
          "frame.sending": () => {
            this.#sending.add(tabId);
            return {};
          },
          "frame.reading": () => {
            this.#calls.begun(peer);
            return {};
          },
        },
      },
    });
    try {
      // A port without a listener opens all the same and closes later; only an answer proves a listener.
      await peer.call("frame.ping", {}, { timeoutMs: left(deadline), signal });
      return peer;
    } catch (error) {
      peer.close();
      if (toWebservError(error).code === "disconnected") return null;
      throw error;
    }
  }
}

function left(deadline: number): number {
  return Math.max(1, deadline - performance.now());
}

/** A document that did not even answer the first call is told of like one that did not answer the rest. */
function explained(thrown: unknown, method: string, timeoutMs: number): WebservError {
  const error = toWebservError(thrown);
  return error.code === "timeout" ? unresponsive(method, timeoutMs, error) : error;
}
