// Goes back and forward in a tab's history.
import { WebservError } from "@webserv/shared/errors/errors.ts";
import browser from "webextension-polyfill";
import * as z from "zod/mini";

import { BLANK_URL } from "../../frames/blank-page.ts";
import type { Debuggers } from "../../input/debuggers.ts";

/** Describes `Page.getNavigationHistory` of the Chrome DevTools Protocol. */
const navigationHistory = z.object({
  currentIndex: z.int(),
  entries: z.array(z.object({ id: z.int(), url: z.string() })),
});

/**
 * Returns the browser's id of the history entry before or after the one that the tab shows.
 * @throws WebservError `navigation-failed` at the history's end.
 */
export async function entryBeside(
  debuggers: Debuggers,
  tabId: number,
  delta: -1 | 1,
): Promise<number> {
  const history = await historyOf(debuggers, tabId);
  const index = history.currentIndex + delta;
  const entry = history.entries[index];
  // A tab is blank before its first page.
  const isBeginning = index === 0 && entry?.url === BLANK_URL;
  if (entry === undefined || isBeginning) throw historyEnd(delta);
  return entry.id;
}

/**
 * Goes to an entry of the history by the debugger. The browser's own back button, which is `tabs.goBack`, skips pages
 * without a click of the person, while an agent means the page it came from.
 */
export async function travelTo(
  debuggers: Debuggers,
  tabId: number,
  entryId: number,
): Promise<void> {
  await debuggers.send(tabId, "Page.navigateToHistoryEntry", { entryId });
}

/** Returns the browser's id of the history entry that the tab shows. */
export async function currentEntry(debuggers: Debuggers, tabId: number): Promise<number> {
  const { currentIndex, entries } = await historyOf(debuggers, tabId);
  const entry = entries[currentIndex];
  if (entry === undefined) throw historyEnd(-1);
  return entry.id;
}

async function historyOf(
  debuggers: Debuggers,
  tabId: number,
): Promise<z.infer<typeof navigationHistory>> {
  const history = await debuggers.send(tabId, "Page.getNavigationHistory", {});
  return navigationHistory.parse(history);
}

/** Goes one page back or forward without the debugger. @throws WebservError `navigation-failed` at the end. */
export async function travelPlainly(tabId: number, delta: -1 | 1): Promise<void> {
  try {
    if (delta === -1) await browser.tabs.goBack(tabId);
    else await browser.tabs.goForward(tabId);
  } catch (cause) {
    throw historyEnd(delta, cause);
  }
}

function historyEnd(delta: -1 | 1, cause?: unknown): WebservError {
  return new WebservError(
    "navigation-failed",
    `the tab's history has no ${delta === -1 ? "earlier" : "later"} page`,
    { next: "Stay on this page or go to an address.", cause },
  );
}
