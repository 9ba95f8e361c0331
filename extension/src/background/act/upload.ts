// upload: what opens a file chooser is clicked, and the chooser, which nobody sees, is given the files.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { FileChooser } from "../input/file-chooser.ts";
import { refusalOf } from "../input/file-chooser.ts";
import type { ActionContext, ActionResult } from "./action-context.ts";

export async function upload(
  { id, files }: ActionOf<"upload">,
  context: ActionContext,
): Promise<ActionResult> {
  const { trusted } = context;
  if (trusted === null) {
    throw refused(id, "files can't be chosen by synthetic input", {
      next: "Open a session with trusted input.",
    });
  }
  // Its chooser would be told to nobody, and open before the person.
  if (await context.page.isInForeignFrame()) {
    throw refused(id, "it stands in a frame of another site, whose choosers can't be caught", {
      next: "Go to the frame's own address, if that works by itself.",
    });
  }
  let target: Target | undefined;
  const chooser: FileChooser | null = await trusted.openChooser(async () => {
    ({ target } = await context.point(id, "click", (at, pointer) => pointer.pressButton(at)));
  });
  if (chooser === null) {
    throw refused(id, "no file chooser opened at a click", {
      next: "Choose the field for files, its label, or the button that opens it.",
    });
  }
  const refusal = refusalOf(chooser, files);
  if (refusal !== null) throw refused(id, refusal, { next: "Choose other files." });
  await trusted.giveFiles(chooser, files);
  const names = files.map((file) => file.split(/[\\/]/).at(-1) ?? file);
  return { ...(target === undefined ? {} : { target }), value: names.join(", ") };
}

function refused(id: string, why: string, { next }: { next: string }): WebservError {
  return new WebservError("upload-refused", `"${id}" took no files: ${why}`, {
    next,
    details: { id },
  });
}
