// Any element's action by synthetic events, where no trusted input can be had.
import type { PageAction } from "@webserv/shared/model/action.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

export async function synthesize(
  action: PageAction,
  context: ActionContext,
): Promise<ActionResult> {
  await context.beforeInput();
  const { target, value, scrolled, difference, emptied } = await context.page.synthesize(action);
  return {
    ...(target === undefined ? {} : { target }),
    ...(value === undefined ? {} : { value }),
    ...(difference === undefined ? {} : { difference }),
    ...(emptied === undefined ? {} : { emptied }),
    ...(scrolled === undefined ? {} : { scrolled }),
  };
}
