// Presses keys and asks the page whether it has heard of them: it has not if a window of the browser's own lies
// over it.
import type { FrameCallOptions } from "../frames/frame-peers.ts";
import type { FrameRoutes } from "../frames/frame-routes.ts";

/** Limits the wait for a frame to say whether keys have come, in ms. */
const ANSWER_MS = 2_000;

/**
 * Tells whether the page has taken the keys. One that does not answer, or went on to another document, has taken
 * them.
 * @param send presses the keys
 */
export async function isHeard(
  send: () => Promise<unknown>,
  routes: FrameRoutes,
  timed: (timeoutMs?: number) => FrameCallOptions,
): Promise<boolean> {
  const focused = await routes.focusedFrame(timed());
  await routes.callIn(focused, "frame.keys", {}, timed());
  await send();
  const options = timed(ANSWER_MS);
  try {
    return (await routes.callIn(focused, "frame.keys", { end: true }, options)).came;
  } catch {
    options.signal.throwIfAborted();
    return true;
  }
}
