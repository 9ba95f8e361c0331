// dialog: accepts or dismisses the browser's own dialog, for whose answer the page waits.
import type { ActionOf } from "@webserv/shared/model/action.ts";

import type { Act } from "./context/act.ts";
import type { ActionContext, ActionResult } from "./context/action-context.ts";

export const dialog: Act<"dialog"> = {
  run,
  needs: "tab",
  words: ({ accept }) => (accept ? "Accept the dialog" : "Dismiss the dialog"),
};

async function run(
  { accept, text }: ActionOf<"dialog">,
  context: ActionContext,
): Promise<ActionResult> {
  await context.answerDialog({ accept, ...(text === undefined ? {} : { text }) });
  return {};
}
