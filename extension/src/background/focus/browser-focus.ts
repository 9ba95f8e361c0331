// Reads and moves the focus of the browser's tabs and windows, for the part that returns it to the person.
import browser from "webextension-polyfill";

import type { FocusApi } from "./person-focus.ts";

export const focusApi: FocusApi = {
  showTab: (tabId) => browser.tabs.update(tabId, { active: true }),
  focusWindow: (windowId) => browser.windows.update(windowId, { focused: true }),
  focusedWindow: async () => (await browser.windows.getLastFocused()).id ?? null,
  async tabsOf(windowId) {
    const tabs = await browser.tabs.query({ windowId });
    const bySight = tabs.toSorted((a, b) => (a.lastAccessed ?? 0) - (b.lastAccessed ?? 0));
    return bySight.flatMap(({ id }) => id ?? []);
  },
};

/** Returns each window with the tab in front of it, and whether it has the focus. */
export async function windowsNow(): Promise<
  { id: number; focused: boolean; front: number | null }[]
> {
  const [windows, focused] = await Promise.all([
    browser.windows.getAll({ populate: true }),
    focusApi.focusedWindow().catch(() => null),
  ]);
  return windows.flatMap(({ id, tabs = [] }) => {
    const front = tabs.find(({ active }) => active)?.id ?? null;
    return id === undefined ? [] : [{ id, focused: id === focused, front }];
  });
}

/** Tells whether this is a dialog for which the browser shows the tab that asks. */
export function asksToLeave(method: string, params: unknown): boolean {
  const type: unknown =
    typeof params === "object" && params !== null ? Reflect.get(params, "type") : undefined;
  return method === "Page.javascriptDialogOpening" && type === "beforeunload";
}
