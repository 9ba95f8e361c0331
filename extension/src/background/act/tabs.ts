// new_tab, switch_tab and close_tab: which tabs the session has, and which one is its current.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

export async function newTab(
  action: ActionOf<"new_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.open(action.url ?? "about:blank");
  return {};
}

export async function switchTab(
  action: ActionOf<"switch_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.switchTo(action.index);
  return {};
}

export async function closeTab(
  action: ActionOf<"close_tab">,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.close(action.index);
  return {};
}
