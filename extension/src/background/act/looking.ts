// expand and screenshot: read the page, and change nothing in it.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import { screenshotOptions } from "@webserv/shared/model/page/screenshot.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";
import { called } from "./context/called.ts";

export const expand: Act<"expand"> = {
  run: showPart,
  needs: "page",
  confirmsItself: true,
  words: ({ id }) => `Look at ${called(id)}`,
};

/** Names the part of the page that the next observation shows. */
function showPart({ id }: ActionOf<"expand">): Promise<ActionResult> {
  return Promise.resolve({ expand: id });
}

export const screenshot: Act<"screenshot"> = {
  run: takePicture,
  needs: "page",
  confirmsItself: true,
  words: () => "Take a picture",
};

async function takePicture(
  { id, fullPage = false, marks = false }: ActionOf<"screenshot">,
  context: ActionContext,
): Promise<ActionResult> {
  const area = id === undefined ? (fullPage ? "page" : "viewport") : { id };
  return { screenshot: await context.picture(screenshotOptions.parse({ area, marks })) };
}
