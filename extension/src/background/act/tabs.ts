// new_tab, switch_tab and close_tab: which tabs the session has, and which one is its current.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

export async function newTab(
  action: ActionOf<"new_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  const address = await context.tabs.address(action.url ?? "about:blank");
  await context.beforeInput();
  await context.tabs.open(address);
  return {};
}

export async function switchTab(
  action: ActionOf<"switch_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  const tabId = context.tabs.find(action.index);
  await context.beforeInput();
  await context.tabs.switchTo(tabId);
  return {};
}

export async function closeTab(
  action: ActionOf<"close_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  const tabId = context.tabs.find(action.index);
  await context.beforeInput();
  await context.tabs.close(tabId);
  return {};
}
