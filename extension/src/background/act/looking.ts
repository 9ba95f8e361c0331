// expand and screenshot: the page is looked at, and nothing is done to it.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { screenshotOptions } from "@webserv/shared/model/screenshot.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";

/** The observation that follows shows it. */
export function expand({ id }: ActionOf<"expand">): Promise<ActionResult> {
  return Promise.resolve({ expand: id });
}

export async function screenshot(
  { id, fullPage = false, marks = false }: ActionOf<"screenshot">,
  context: ActionContext,
): Promise<ActionResult> {
  const area = id === undefined ? (fullPage ? "page" : "viewport") : { id };
  return { screenshot: await context.picture(screenshotOptions.parse({ area, marks })) };
}
