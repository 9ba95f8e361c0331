// Ends a page whose script does not end, before the tab leaves it.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import type { FramePeers } from "../../frames/frame-peers.ts";
import type { Debuggers } from "../../input/debuggers.ts";
import { waitMs } from "../../platform/wait.ts";

/** Limits the wait for its end, in ms. */
const END_MS = 500;

export interface FreeTabOptions {
  readonly frames: Pick<FramePeers, "call">;
  readonly debuggers: Debuggers;
  readonly tabId: number;
  /** The time for which the page may be silent before it is ended, in ms. */
  readonly silentMs: number;
  readonly signal: AbortSignal;
}

/**
 * The browser shows a page of the same site, also the same page anew, in the process of the one before it, and waits
 * for that one's script. If a page is silent, its process is ended, as the browser offers to a person. A page that
 * shares the process is silent as well. `Runtime.terminateExecution` would do less, but extensions may not use it.
 */
export async function freeTab(options: FreeTabOptions): Promise<void> {
  const { frames, debuggers, tabId, silentMs, signal } = options;
  try {
    await frames.call(tabId, "frame.ping", {}, { timeoutMs: silentMs, signal });
    return;
  } catch (error) {
    signal.throwIfAborted();
    if (toWebservError(error).code !== "page-unresponsive") return;
  }
  // It is answered by the error that the target has crashed.
  const ended = debuggers.sendOnce(tabId, "Page.crash", {}).catch(() => {});
  await Promise.race([ended, waitMs(END_MS, signal)]);
}
