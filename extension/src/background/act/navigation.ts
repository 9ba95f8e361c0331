// goto, back, forward and refresh: navigate the session's current tab.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { addressWithoutUserInfo } from "@webserv/shared/model/text/user-info.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";

export const goto: Act<"goto"> = {
  run: loadAddress,
  needs: "tab",
  words: ({ url }) => `Go to ${addressWithoutUserInfo(url)}`,
};

async function loadAddress(
  action: ActionOf<"goto">,
  context: ActionContext,
): Promise<ActionResult> {
  const address = await context.tabs.address(action.url);
  await context.beforeInput();
  await context.tabs.navigate(address);
  return {};
}

export const back: Act<"back"> = {
  run: goBack,
  needs: "tab",
  words: () => "Go back",
};

async function goBack(_: ActionOf<"back">, context: ActionContext): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.travel(-1);
  return {};
}

export const forward: Act<"forward"> = {
  run: goForward,
  needs: "tab",
  words: () => "Go forward",
};

async function goForward(_: ActionOf<"forward">, context: ActionContext): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.travel(1);
  return {};
}

export const refresh: Act<"refresh"> = {
  run: reload,
  needs: "tab",
  words: () => "Reload the page",
};

async function reload(_: ActionOf<"refresh">, context: ActionContext): Promise<ActionResult> {
  await context.beforeInput();
  await context.tabs.reload();
  return {};
}
