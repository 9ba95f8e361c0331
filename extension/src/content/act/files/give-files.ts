// Gives files to a field by its own setter, or drops them by events, if no chooser can be opened.
import { mediaTypeOf, refusalOf } from "@webserv/shared/model/page/given-files.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import type { InputNotice } from "../input-notice.ts";
import { dropOn } from "../synthetic/synthetic-drag.ts";
import { isDisabled } from "../../observe/interactivity/interaction.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";
import { elementAt } from "../../dom/hit-test.ts";

export interface FileSources {
  readonly finder: ElementFinder;
  readonly notice: InputNotice;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

/**
 * Gives files to the field that the element is, or is about.
 * @throws WebservError `upload-refused`, `disabled`, `unknown-id` or `stale-id`; the field is then as before
 */
export function giveFiles(
  { finder, notice }: FileSources,
  { id, files }: Params<"frame.give-files">,
): Result<"frame.give-files"> {
  const element = finder.find(id);
  const field = fileFieldOf(element);
  if (field === null) return { given: false };
  if (isDisabled(field)) {
    throw new WebservError("disabled", `"${id}" is disabled`, { details: { id } });
  }
  const { multiple, webkitdirectory: directory, accept } = field;
  const names = files.map(({ name }) => name);
  const refusal = refusalOf({ multiple, directory, accept }, names);
  if (refusal !== null) {
    throw new WebservError("upload-refused", `"${id}" took no files: ${refusal}`, {
      next: "Choose other files.",
      details: { id },
    });
  }
  notice.tell();
  field.files = transferOf(files).files;
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return { given: true, target: finder.target(id, element) };
}

/** Drops files at a point. The page takes them if it prevents the browser's default for `dragover`. */
export function dropFiles(
  { finder, notice, shadowRootOf }: FileSources,
  { id, x, y, files }: Params<"frame.drop-files">,
): Result<"frame.drop-files"> {
  const element = elementAt({ x, y }, shadowRootOf) ?? finder.find(id);
  notice.tell();
  return { dropped: dropOn(element, { x, y }, transferOf(files)) };
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

/**
 * Finds the field for files that `element` is about: itself, the field of the label that it stands in, or the only
 * one within it.
 */
export function fileFieldOf(element: Element): HTMLInputElement | null {
  if (isFileField(element)) return element;
  const control = unshadowed(element).closest("label")?.control ?? null;
  if (control !== null && isFileField(control)) return control;
  const [only, another] = [...unshadowed(element).querySelectorAll("input")].filter(isFileField);
  return only === undefined || another !== undefined ? null : only;
}

function isFileField(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "file";
}
