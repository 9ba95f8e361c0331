// Has a frame send events to its page, which may lead that away before the frame can answer.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { FramePeers } from "../frames/frame-peers.ts";

/**
 * @returns undefined if the document is gone, and had said before that the events were about to reach the page
 * @throws WebservError what `ask` throws otherwise
 */
export async function sentEvents<T>(
  frames: Pick<FramePeers, "takeSending">,
  tabId: number,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  // An action that was given up may have said something after that.
  frames.takeSending(tabId);
  try {
    return await ask();
  } catch (error) {
    const isGone = error instanceof WebservError && error.code === "disconnected";
    if (isGone && frames.takeSending(tabId)) return undefined;
    throw error;
  }
}
