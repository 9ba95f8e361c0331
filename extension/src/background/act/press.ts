// press: a key or a chord, on an element where one is named, else where the focus is.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import { planChord } from "../input/key-plan.ts";
import type { ActionContext, ActionResult } from "./action-context.ts";
import { takeFocus } from "./field.ts";

export async function press(
  action: ActionOf<"press">,
  context: ActionContext,
): Promise<ActionResult> {
  // A key that does not exist must not cost the page its focus.
  planChord(action.key, { mac: false });
  await context.beforeInput();
  const target = action.id === undefined ? undefined : await takeFocus(action.id, context);
  await context.press(action.key);
  return target === undefined ? {} : { target };
}
