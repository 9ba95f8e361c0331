// Gives files to a field by its own setter, or drops them by events, where no chooser can be opened.
import { mediaTypeOf, refusalOf } from "@webserv/shared/model/given-files.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { isDisabled } from "../observe/interactivity/interaction.ts";
import { unshadowed } from "../dom/unshadowed.ts";
import type { ElementFinder } from "../observe/identity/element-finder.ts";
import { dropOn } from "./synthetic-drag.ts";

/** @throws WebservError `upload-refused`, `disabled`, `unknown-id` or `stale-id`; the field is then as before */
export function giveFiles(
  { finder }: { readonly finder: ElementFinder },
  { id, files }: Params<"frame.give-files">,
): Result<"frame.give-files"> {
  const element = finder.find(id);
  const field = fileFieldOf(element);
  if (field === null) return drop(element, id, files, finder);
  if (isDisabled(field)) {
    throw new WebservError("disabled", `"${id}" is disabled`, { details: { id } });
  }
  const { multiple, webkitdirectory: directory, accept } = field;
  const names = files.map(({ name }) => name);
  const refusal = refusalOf({ multiple, directory, accept }, names);
  if (refusal !== null) throw refused(id, refusal, { next: "Choose other files." });
  field.files = transferOf(files).files;
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return { target: finder.target(id, element) };
}

/** A place to drop them says that it takes some by keeping the browser from its own doing. */
function drop(
  element: Element,
  id: string,
  files: Given,
  finder: ElementFinder,
): Result<"frame.give-files"> {
  const { x, y, width, height } = unshadowed(element).getBoundingClientRect();
  const centre = { x: x + width / 2, y: y + height / 2 };
  if (dropOn(element, centre, transferOf(files))) return { target: finder.target(id, element) };
  throw refused(
    id,
    "synthetic input can give files only to a field for files, its label, or a place to drop them",
    { next: "Name such a field, or open a session with trusted input." },
  );
}

type Given = Params<"frame.give-files">["files"];

function transferOf(files: Given): DataTransfer {
  const transfer = new DataTransfer();
  for (const { name, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], name, { type: mediaTypeOf(name) ?? "" }));
  }
  return transfer;
}

/** The element itself, the field of the label it stands in, or the only one within it. */
function fileFieldOf(element: Element): HTMLInputElement | null {
  if (isFileField(element)) return element;
  const control = unshadowed(element).closest("label")?.control ?? null;
  if (control !== null && isFileField(control)) return control;
  const [only, another] = [...unshadowed(element).querySelectorAll("input")].filter(isFileField);
  return only === undefined || another !== undefined ? null : only;
}

function isFileField(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "file";
}

function refused(id: string, why: string, { next }: { next: string }): WebservError {
  return new WebservError("upload-refused", `"${id}" took no files: ${why}`, {
    next,
    details: { id },
  });
}
