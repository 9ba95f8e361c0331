// Explains that a tab without a debugger is in the background, where its page is not drawn and has no focus.
import { isInFront } from "../input/drawn-tabs.ts";

/** Adds to `reason`, which says why input is synthetic, that only the person may bring the tab to the front. */
export async function reasonBehind(reason: string, tabId: number): Promise<string> {
  if (await isInFront(tabId)) return reason;
  return `${reason}; its tab is behind others, where a page without the debugger is not drawn and has no focus: have the person bring it to the front`;
}
