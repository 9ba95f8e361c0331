// Parses what the Chrome DevTools Protocol reports of dialogs.
import type { OpenDialog } from "@webserv/shared/model/page/dialog.ts";
import { dialogKind, MAX_DIALOG_TEXT } from "@webserv/shared/model/page/dialog.ts";
import { pageLines } from "@webserv/shared/model/text/page-words.ts";
import * as z from "zod/mini";

import type { Answer } from "./dialog-book.ts";

const opening = z.object({
  type: dialogKind,
  message: z.string(),
  defaultPrompt: z.optional(z.string()),
  url: z.optional(z.string()),
});
const closed = z.object({ result: z.boolean(), userInput: z._default(z.string(), "") });

/** Returns the dialog that `Page.javascriptDialogOpening` reports; undefined if it can't be understood. */
export function openedDialog(params: unknown): OpenDialog | undefined {
  const { data } = opening.safeParse(params);
  if (data === undefined) return undefined;
  const { type: kind, message, defaultPrompt, url } = data;
  return {
    kind,
    message: pageLines(message, MAX_DIALOG_TEXT),
    ...(kind === "prompt" ? { default: pageLines(defaultPrompt ?? "", MAX_DIALOG_TEXT) } : {}),
    ...(url === undefined ? {} : { url }),
  };
}

/** Returns the answer with which a dialog was closed, as `Page.javascriptDialogClosed` reports it. */
export function answerAtClose({ kind }: OpenDialog, params: unknown): Answer {
  const { data } = closed.safeParse(params);
  const accepted = data?.result === true;
  return { accept: accepted, ...(accepted && kind === "prompt" ? { text: data.userInput } : {}) };
}
