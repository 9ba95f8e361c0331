// Sends the frames of other sites the same commands as the tab, before their first script runs: the browser keeps each
// in a target of its own, with a debugger session of its own.
import { handshake, HELD } from "@webserv/shared/protocol/page-bridge.ts";
import * as z from "zod/mini";

/** These params keep choosers from opening over the tab: the page is told that its user has chosen nothing. */
export const noChooser = { enabled: true, cancel: true };
/**
 * This script answers the content script with `HELD` before any script of the page runs. It runs in an isolated world,
 * which no page can see, and only in documents of a tab with our debugger.
 */
const sayHeld = {
  worldName: "webserv",
  source: `{
    const answer = () => dispatchEvent(new Event("${HELD}"));
    addEventListener("${handshake.call}", answer, { once: true });
    addEventListener("DOMContentLoaded", () => removeEventListener("${handshake.call}", answer), { once: true });
  }`,
};
/**
 * These params make a frame's document wait until we have sent it our commands. They have no `filter`: the browser
 * makes workers and worklets wait, too, even those that a filter leaves out, and nothing could then resume these.
 */
const attachFrames = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** The commands that are sent to each target: to the tab's own and to those of its frames. */
export const holding: readonly (readonly [method: string, params: object])[] = [
  ["Page.addScriptToEvaluateOnNewDocument", sayHeld],
  ["Page.setInterceptFileChooserDialog", noChooser],
  ["Target.setAutoAttach", attachFrames],
];

const goOn = ["Runtime.runIfWaitingForDebugger", {}] as const;

/** Parses `Target.attachedToTarget` of the Chrome DevTools Protocol. */
const attachedToTarget = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ type: z.string() }),
});

/**
 * Handles all events of a tab's debugger, from every session. It keeps no state, since a frame may already wait when
 * this worker has just started.
 * @param send sends to the frame's own session; its failures are ignored, since the frame may be gone by then
 */
export function holdFrame(
  method: string,
  params: unknown,
  send: (sessionId: string, method: string, params: object) => Promise<unknown>,
): void {
  if (method !== "Target.attachedToTarget") return;
  const { data } = attachedToTarget.safeParse(params);
  if (data === undefined) return;
  const { sessionId, targetInfo } = data;
  // The browser reports choosers only if `Page` is enabled.
  const held = [["Page.enable", {}] as const, ...holding];
  const all = targetInfo.type === "iframe" ? [...held, goOn] : [goOn];
  for (const [each, how] of all) void send(sessionId, each, how).catch(() => {});
}
