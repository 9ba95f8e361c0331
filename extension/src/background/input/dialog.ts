// How dialogs that a page opens are answered: nobody is there to read them, and they block the page.
import type { Effects } from "@webserv/shared/model/step.ts";
import { dialogKind } from "@webserv/shared/model/step.ts";
import * as z from "zod/mini";

export type AnsweredDialog = NonNullable<Effects["dialogs"]>[number];

/** The longest message of a dialog that is reported, in UTF-16 units. */
const MAX_MESSAGE = 2_000;

/** `Page.javascriptDialogOpening` of the Chrome DevTools Protocol. */
const dialogOpening = z.object({ type: dialogKind, message: z.string() });

/**
 * An alert has one button; leaving a page is what the action asked for; what a confirm or prompt
 * asks nobody has agreed to. Null where `params` are of no dialog we know.
 */
export function answerDialog(params: unknown): AnsweredDialog | null {
  const { data } = dialogOpening.safeParse(params);
  if (data === undefined) return null;
  const accepted = data.type === "alert" || data.type === "beforeunload";
  return {
    kind: data.type,
    message: data.message.slice(0, MAX_MESSAGE),
    answer: accepted ? "accepted" : "dismissed",
  };
}
