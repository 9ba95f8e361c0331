// Waits until an inner frame is at rest, too, even if its documents are replaced meanwhile.
import type { SettleMode } from "@webserv/shared/model/page/settle.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import browser from "webextension-polyfill";

import type { FramePeers } from "../../frames/frame-peers.ts";
import { waitMs } from "../../platform/wait.ts";
import type { TabWatch } from "../../watch/tab-watch.ts";

/** The time by which a frame's own timer may be late before the frame counts as not answering, in ms. */
const GRACE_MS = 500;
/** The longest wait for a content script, in ms: a document that gets one starts it within milliseconds. */
const SILENCE_MS = 200;
const RETRY_MS = 20;
const MAX_URL = 300;

export interface InnerSettlingOptions {
  readonly frames: FramePeers;
  readonly watch: Pick<TabWatch, "innerLoads">;
  readonly tabId: number;
  readonly frameId: number;
  readonly settle: ParamsInput<"frame.settle"> & {
    readonly mode: SettleMode;
    readonly budgetMs: number;
  };
  readonly signal: AbortSignal;
}

/**
 * Waits for one frame. It returns null if there is nothing to wait for: the frame is gone, or can't be read, which its
 * reading says. The report gives the reason if the frame did not come to rest.
 */
export async function settleInner(
  options: InnerSettlingOptions,
): Promise<Result<"frame.settle"> | null> {
  const { frames, tabId, frameId, settle, signal } = options;
  const { innerLoads } = options.watch;
  const beganAt = performance.now();
  const endsAt = beganAt + settle.budgetMs;
  let url = "";
  const unsettled = (status: "partial" | "timeout", reason: string): Result<"frame.settle"> => {
    const ms = performance.now() - beganAt;
    return {
      status,
      mode: settle.mode,
      waitedMs: ms,
      waitedFor: [],
      pending: [{ kind: "frame", url: url.slice(0, MAX_URL), ms }],
      unlisted: 0,
      reasons: [`${reason} (${url === "" ? "an inner frame" : `the frame at ${url}`})`],
      worked: false,
      unanswered: false,
      passed: [],
    };
  };
  let silentSince: number | null = null;
  for (;;) {
    const leftMs = endsAt - performance.now();
    const load = innerLoads.pending(tabId, frameId);
    if (leftMs <= 0) {
      return unsettled("timeout", load === undefined ? "it never came to rest" : "it still loads");
    }
    if (load !== undefined) {
      ({ url } = load);
      await Promise.race([innerLoads.nextEnd(tabId), waitMs(leftMs, signal)]);
      signal.throwIfAborted();
      continue;
    }
    const frame = await browser.webNavigation.getFrame({ tabId, frameId });
    if (frame === null) return null;
    const { documentId } = frame;
    ({ url } = frame);
    try {
      const report = await frames.callDocument(
        { tabId, documentId },
        "frame.settle",
        { ...settle, budgetMs: Math.floor(leftMs) },
        { timeoutMs: leftMs + GRACE_MS, signal },
      );
      // The frame may have navigated to another document after it came to rest.
      if (innerLoads.pending(tabId, frameId) === undefined) return report;
      continue;
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = toWebservError(error);
      if (code === "page-unresponsive") return unsettled("timeout", message);
      if (code !== "disconnected" && code !== "page-unreadable") {
        return unsettled("partial", message);
      }
      silentSince = code === "page-unreadable" ? (silentSince ?? performance.now()) : null;
      if (performance.now() - (silentSince ?? Infinity) >= SILENCE_MS) return null;
    }
    await waitMs(RETRY_MS, signal);
  }
}
