// Waits until the inner frame that was acted in is at rest too, through documents that come and go there.
import type { SettleOptions } from "@webserv/shared/model/settle.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { FramePeers } from "../frames/frame-peers.ts";
import type { InnerLoads } from "../frames/inner-loads.ts";
import { waitMs } from "../wait.ts";

/** A frame's own timer may come this late before it counts as not answering. */
const GRACE_MS = 500;
/** A document that is there starts its content script within milliseconds, if it gets one. */
const SILENCE_MS = 200;
const RETRY_MS = 20;

export interface InnerSettlingOptions {
  readonly frames: FramePeers;
  readonly innerLoads: InnerLoads;
  readonly tabId: number;
  readonly frameId: number;
  readonly settle: SettleOptions & { readonly budgetMs: number };
  readonly signal: AbortSignal;
}

/** Null where nothing is there to be waited for: the frame went away, or nobody can look into it. */
export async function settleInner(
  options: InnerSettlingOptions,
): Promise<Result<"frame.settle"> | null> {
  const { frames, innerLoads, tabId, frameId, settle, signal } = options;
  const endsAt = performance.now() + settle.budgetMs;
  let silentSince: number | null = null;
  for (;;) {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return null;
    if (innerLoads.isPending(tabId, frameId)) {
      await Promise.race([innerLoads.nextEnd(tabId), waitMs(leftMs, signal)]);
      signal.throwIfAborted();
      continue;
    }
    const frame = await chrome.webNavigation.getFrame({ tabId, frameId });
    if (frame === null) return null;
    const { documentId } = frame;
    try {
      const report = await frames.callDocument(
        { tabId, documentId },
        "frame.settle",
        { ...settle, budgetMs: Math.floor(leftMs) },
        { timeoutMs: leftMs + GRACE_MS, signal },
      );
      // What came to rest may have led on.
      if (!innerLoads.isPending(tabId, frameId)) return report;
      continue;
    } catch (error) {
      signal.throwIfAborted();
      const { code } = toWebservError(error);
      if (code !== "disconnected" && code !== "page-unreadable") return null;
      silentSince = code === "page-unreadable" ? (silentSince ?? performance.now()) : null;
      if (performance.now() - (silentSince ?? Infinity) >= SILENCE_MS) return null;
    }
    await waitMs(RETRY_MS, signal);
  }
}
