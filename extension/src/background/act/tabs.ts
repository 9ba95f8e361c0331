// new_tab, switch_tab and close_tab: change which tabs the session has, and which of them is the current one.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { addressWithoutUserInfo } from "@webserv/shared/model/text/user-info.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";

export const newTab: Act<"new_tab"> = {
  run: openTab,
  needs: "nothing",
  words: ({ url }) =>
    url === undefined ? "Open a tab" : `Open a tab at ${addressWithoutUserInfo(url)}`,
};

async function openTab(action: ActionOf<"new_tab">, context: ActionContext): Promise<ActionResult> {
  const address = await context.tabs.address(action.url ?? "about:blank");
  await context.beforeInput();
  await context.tabs.open(address);
  return {};
}

export const switchTab: Act<"switch_tab"> = {
  run: turnToTab,
  needs: "nothing",
  words: ({ index }) => `Switch to tab ${index}`,
};

async function turnToTab(
  action: ActionOf<"switch_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  const tabId = context.tabs.find(action.index);
  await context.beforeInput();
  await context.tabs.switchTo(tabId);
  return {};
}

export const closeTab: Act<"close_tab"> = {
  run: leaveTab,
  needs: "nothing",
  words: ({ index }) => (index === undefined ? "Close the tab" : `Close tab ${index}`),
};

async function leaveTab(
  action: ActionOf<"close_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  const tabId = context.tabs.find(action.index);
  await context.beforeInput();
  await context.tabs.close(tabId);
  return {};
}
