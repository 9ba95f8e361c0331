// Has the frames of other sites held from their first script on, as the tab's own documents are: the browser keeps
// each in a target of its own, with a debugger session of its own.
import { handshake, HELD } from "@webserv/shared/protocol/page-bridge.ts";
import * as z from "zod/mini";

/** No chooser opens over the tab: the page hears that its user has chosen nothing. */
export const noChooser = { enabled: true, cancel: true };
/**
 * Answers the content script before any script of the page runs (`HELD`). In a world of its own, which no page
 * can see; only a document of a tab with our debugger has it.
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
 * A frame's document waits until we have said what holds in it. Without a `filter`: the browser makes workers and
 * worklets wait too, also those that a filter leaves out, and then nobody hears of them to let them go.
 */
const attachFrames = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** Commands that each target is sent: the tab's and those of its frames alike. */
export const holding: readonly (readonly [method: string, params: object])[] = [
  ["Page.addScriptToEvaluateOnNewDocument", sayHeld],
  ["Page.setInterceptFileChooserDialog", noChooser],
  ["Target.setAutoAttach", attachFrames],
];

const goOn = ["Runtime.runIfWaitingForDebugger", {}] as const;

/** `Target.attachedToTarget` of the Chrome DevTools Protocol. */
const attachedToTarget = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ type: z.string() }),
});

/**
 * Listener of all events of a tab's debugger, whichever session they come from. It remembers nothing, since a frame
 * may wait for a worker that has just started.
 * @param send sends to the frame's own session; a frame that is gone meanwhile needs nothing
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
  // The browser tells of choosers only if `Page` is on.
  const held = [["Page.enable", {}] as const, ...holding];
  const all = targetInfo.type === "iframe" ? [...held, goOn] : [goOn];
  for (const [each, how] of all) void send(sessionId, each, how).catch(() => {});
}
