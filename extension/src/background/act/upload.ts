// upload: what opens a file chooser is clicked, and the chooser, which nobody sees, is given the files;
// on anything else they are dropped.
import type { ActionOf } from "@webserv/shared/model/action.ts";
import type { Target } from "@webserv/shared/model/step.ts";
import { refusalOf } from "@webserv/shared/model/given-files.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { FileChooser } from "../input/file-chooser.ts";
import type { TrustedInput } from "../input/trusted-input.ts";
import type { ActionContext, ActionResult } from "./action-context.ts";

export async function upload(
  { id, files }: ActionOf<"upload">,
  context: ActionContext,
): Promise<ActionResult> {
  const names = files.map((file) => file.split(/[\\/]/).at(-1) ?? file).join(", ");
  const { trusted } = context;
  if (trusted === null) {
    const given = await context.contentsOf(files);
    await context.beforeInput();
    const { target } = await context.page.frame("frame.give-files", { id, files: given });
    return { target, value: names };
  }
  const { chooser } = await context.page.frame("frame.drop-zone", { id });
  if (!chooser) {
    const target = await drop(id, files, context, trusted);
    if (target !== null) return { target, value: names };
  }
  const target = await choose(id, files, context, trusted);
  return { ...(target === undefined ? {} : { target }), value: names };
}

/** Null where the page takes nothing that is dropped there. */
async function drop(
  id: string,
  files: readonly string[],
  context: ActionContext,
  trusted: TrustedInput,
): Promise<Target | null> {
  const { page } = context;
  const at = await page.locate(id, "hover");
  await context.beforeInput();
  const isAccepted = async (): Promise<boolean> =>
    (await page.frame("frame.dropped", { id })).accepted;
  const given = await trusted.dropFiles(at, files, isAccepted);
  const asked = page.frame("frame.dropped", { id, end: true });
  // A page that went elsewhere with what it was given can't be asked any more.
  const { dropped } = await asked.catch(() => ({ dropped: given }));
  return dropped ? at.target : null;
}

async function choose(
  id: string,
  files: readonly string[],
  context: ActionContext,
  trusted: TrustedInput,
): Promise<Target | undefined> {
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
      next: "Choose the field for files, its label, the button that opens it, or the place to drop files.",
    });
  }
  const refusal = refusalOf(chooser, files);
  if (refusal !== null) throw refused(id, refusal, { next: "Choose other files." });
  await trusted.giveFiles(chooser, files);
  return target;
}

function refused(id: string, why: string, { next }: { next: string }): WebservError {
  return new WebservError("upload-refused", `"${id}" took no files: ${why}`, {
    next,
    details: { id },
  });
}
