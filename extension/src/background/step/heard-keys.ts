// Presses keys and asks the page whether it has received them: it has not if a window of the browser's own covers it.
import type { FrameCallOptions } from "../frames/patient-calls.ts";
import type { FrameRoutes } from "../frames/frame-routes.ts";

/** Limits the wait for a frame to report whether keys have arrived, in ms. */
const ANSWER_MS = 2_000;

/**
 * Tells whether the page has received the keys. A page that does not answer, or has another document by now, counts
 * as having received them.
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
