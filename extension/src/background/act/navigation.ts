// goto, back, forward and refresh: the session's current tab goes elsewhere.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

export async function goto(
  action: ActionOf<"goto">,
  context: ActionContext,
): Promise<ActionResult> {
  const address = await context.tabs.address(action.url);
  await context.beforeInput();
  await context.tabs.navigate(address);
  return {};
}

export async function back(_: ActionOf<"back">, context: ActionContext): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.travel(-1);
  return {};
}

export async function forward(
  _: ActionOf<"forward">,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.travel(1);
  return {};
}

export async function refresh(
  _: ActionOf<"refresh">,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.reload();
  return {};
}
