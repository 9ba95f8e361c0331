// Talks to the content script of a tab's main frame, through documents that come and go.
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";
import browser from "webextension-polyfill";

import { portTransport } from "../port-transport.ts";
import { waitMs } from "../wait.ts";

/** Name of the port a content script listens for. */
export const FRAME_PORT = "webserv-frame";
/** Between two attempts while a document is being replaced. */
const RETRY_MS = 10;

type FramePeer = Peer<"worker-frame">;

export interface FrameCallOptions {
  /** Longest wait for the document and its answer, in ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Says why a tab can't be talked to at all, or null while it may still come. */
export type Obstacle = (tabId: number) => Promise<WebservError | null>;

export class FramePeers {
  readonly #peers = new Map<number, FramePeer>();
  readonly #obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    this.#obstacle = obstacle;
  }

  /**
   * Calls the document that is in the tab now, or the next one while it is being replaced. A call
   * that was sent is never sent again.
   * @throws WebservError what the frame threw; `disconnected` when its document went away,
   *   `page-unresponsive` when it does not answer, or what keeps the tab from being read.
   */
  async call<N extends MethodOn<"worker-frame">>(
    tabId: number,
    method: N,
    params: ParamsInput<N>,
    { timeoutMs, signal }: FrameCallOptions,
  ): Promise<Result<N>> {
    const deadline = performance.now() + timeoutMs;
    try {
      const peer = await this.#connected(tabId, deadline, signal);
      return await peer.call(method, params, { timeoutMs: left(deadline), signal });
    } catch (error) {
      signal.throwIfAborted();
      throw explained(error, method, timeoutMs);
    }
  }

  /** Lets go of the tab's document: it was replaced, or the tab is gone. */
  drop(tabId: number): void {
    const peer = this.#peers.get(tabId);
    this.#peers.delete(tabId);
    peer?.close("the document was replaced");
  }

  async #connected(tabId: number, deadline: number, signal: AbortSignal): Promise<FramePeer> {
    for (;;) {
      const known = this.#peers.get(tabId);
      if (known !== undefined && !known.closed.aborted) return known;
      const peer = await this.#connect(tabId, deadline, signal);
      if (peer !== null) return peer;
      const obstacle = await this.#obstacle(tabId);
      if (obstacle !== null) throw obstacle;
      if (performance.now() >= deadline) {
        throw new WebservError(
          "page-unreadable",
          "no script of WebServ answers in this page within the time allowed",
          { next: "Refresh the page or go elsewhere." },
        );
      }
      await waitMs(RETRY_MS, signal);
    }
  }

  /** A peer that has answered once, or null where no content script listens yet. */
  async #connect(tabId: number, deadline: number, signal: AbortSignal): Promise<FramePeer | null> {
    const port = browser.tabs.connect(tabId, { frameId: 0, name: FRAME_PORT });
    const peer: FramePeer = new Peer({ transport: portTransport(port), serves: null });
    try {
      // A port to nobody opens all the same and closes later: only an answer shows a listener.
      await peer.call("frame.ping", {}, { timeoutMs: left(deadline), signal });
    } catch (error) {
      peer.close();
      if (toWebservError(error).code === "disconnected") return null;
      throw error;
    }
    this.#peers.set(tabId, peer);
    return peer;
  }
}

function left(deadline: number): number {
  return Math.max(1, deadline - performance.now());
}

function explained(thrown: unknown, method: string, timeoutMs: number): WebservError {
  const error = toWebservError(thrown);
  if (error.code !== "timeout") return error;
  return new WebservError(
    "page-unresponsive",
    `the page did not answer ${method} within ${Math.round(timeoutMs)} ms: its script is busy`,
    { cause: error },
  );
}
