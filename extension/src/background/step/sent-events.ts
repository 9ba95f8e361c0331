// Has a frame send events to its page, which may make the page navigate before the frame can answer.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { FramePeers } from "../frames/frame-peers.ts";

/**
 * Calls the frame by `ask`.
 * @returns undefined if the document is gone, but had reported first that it was about to send the events
 * @throws WebservError the errors of `ask` otherwise
 */
export async function sentEvents<T>(
  frames: Pick<FramePeers, "takeSending">,
  tabId: number,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  // A frame may have reported this for an earlier action after that was given up.
  frames.takeSending(tabId);
  try {
    return await ask();
  } catch (error) {
    const isGone = error instanceof WebservError && error.code === "disconnected";
    if (isGone && frames.takeSending(tabId)) return undefined;
    throw error;
  }
}
