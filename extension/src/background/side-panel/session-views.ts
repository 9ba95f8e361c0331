// Makes the side panel's view of all sessions, each with its current tab and the action in flight.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import browser from "webextension-polyfill";

import type { ActionsInFlight } from "../lease/action-in-flight.ts";
import type { Leases } from "../lease/leases.ts";
import type { ShownTab } from "./panel-view.ts";
import { viewSession } from "./panel-view.ts";

/** Returns the views of all sessions. @param connected says whether the daemon answers */
export async function viewSessions(
  leases: Leases,
  inFlight: ActionsInFlight,
  connected: boolean,
): Promise<Params<"panel.show">["sessions"]> {
  return await Promise.all(
    leases.all().map(async (held) => {
      const stage = inFlight.of(held.sessionId)?.stage ?? null;
      const tab = held.activeTabId === null ? null : await shownTab(held.activeTabId);
      return viewSession(held, { stage, tab, connected });
    }),
  );
}

async function shownTab(tabId: number): Promise<ShownTab | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab === null ? null : { title: tab.title ?? "", url: withoutUserInfo(tab.url ?? "") };
}
