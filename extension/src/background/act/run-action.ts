// Finds the code of an action by its type; a type without code does not compile.
import type { Action } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";
import { clear } from "./clear.ts";
import { click } from "./click.ts";
import { hover } from "./hover.ts";
import { back, forward, goto, refresh } from "./navigation.ts";
import { press } from "./press.ts";
import { select } from "./select.ts";
import { closeTab, newTab, switchTab } from "./tabs.ts";
import { type } from "./type.ts";

export function runAction(action: Action, context: ActionContext): Promise<ActionResult> {
  switch (action.type) {
    case "click":
      return click(action, context);
    case "hover":
      return hover(action, context);
    case "press":
      return press(action, context);
    case "type":
      return type(action, context);
    case "clear":
      return clear(action, context);
    case "select":
      return select(action, context);
    case "goto":
      return goto(action, context);
    case "back":
      return back(action, context);
    case "forward":
      return forward(action, context);
    case "refresh":
      return refresh(action, context);
    case "new_tab":
      return newTab(action, context);
    case "switch_tab":
      return switchTab(action, context);
    case "close_tab":
      return closeTab(action, context);
    case "terminate":
      // The end of a task is the daemon's to record; the page is only read once more.
      return Promise.resolve({});
  }
}
