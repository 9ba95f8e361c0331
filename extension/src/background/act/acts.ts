// Maps the type of each action to its code, and runs and describes actions by it.
import type { Action, ActionOf, ActionType, Asked, AskedOf } from "@webserv/shared/model/action.ts";

import type { Act, Need } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { check, uncheck } from "./check.ts";
import { clear } from "./clear.ts";
import { click } from "./click.ts";
import { dialog } from "./dialog.ts";
import { drag } from "./drag.ts";
import { hover } from "./hover.ts";
import { expand, screenshot } from "./looking.ts";
import { back, forward, goto, refresh } from "./navigation.ts";
import { press } from "./press.ts";
import { scroll } from "./scroll.ts";
import { select } from "./lists/select.ts";
import { selectText } from "./text/select-text.ts";
import { closeTab, newTab, switchTab } from "./tabs.ts";
import { terminate } from "./terminate.ts";
import { type } from "./text/type.ts";
import { upload } from "./upload.ts";
import { wait } from "./waiting.ts";
import { wheel } from "./wheel.ts";

/** Holds the code of each type; a type without code does not compile. */
const acts: { readonly [T in ActionType]: Act<T> } = {
  click,
  check,
  uncheck,
  drag,
  scroll,
  wheel,
  hover,
  press,
  type,
  clear,
  select,
  select_text: selectText,
  upload,
  goto,
  back,
  forward,
  refresh,
  new_tab: newTab,
  switch_tab: switchTab,
  close_tab: closeTab,
  wait,
  expand,
  screenshot,
  dialog,
  terminate,
};

export function runAction(action: Action, context: ActionContext): Promise<ActionResult> {
  return run(action.type, action, context);
}

function run<T extends ActionType>(
  type: T,
  action: ActionOf<T>,
  context: ActionContext,
): Promise<ActionResult> {
  return acts[type].run(action, context);
}

export function needOf({ type }: Asked): Need {
  return acts[type].needs;
}

/** Tells whether an action itself makes sure that its id still means the element that the agent was shown. */
export function confirmsItself({ type }: Asked): boolean {
  return acts[type].confirmsItself === true;
}

/** Tells whether an action asks the browser to open links in background tabs. */
export function opensBehind(action: Asked): boolean {
  return asksBehind(action.type, action);
}

function asksBehind<T extends ActionType>(type: T, action: AskedOf<T>): boolean {
  return acts[type].opensBehind?.(action) === true;
}

const MAX_WORDS = 120;

export function describeAction(action: Asked): string {
  return words(action.type, action).slice(0, MAX_WORDS);
}

function words<T extends ActionType>(type: T, action: AskedOf<T>): string {
  return acts[type].words(action);
}
