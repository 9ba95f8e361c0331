// A file chooser that a page opened, caught before the browser shows it, and what it takes.
import type { FileWish } from "@webserv/shared/model/given-files.ts";
import * as z from "zod/mini";

export interface FileChooser extends FileWish {
  /** Of the field, in the Chrome DevTools Protocol. */
  readonly backendNodeId: number;
}

/** `Page.fileChooserOpened` of the Chrome DevTools Protocol. */
export const fileChooserOpened = z.object({
  mode: z.enum(["selectSingle", "selectMultiple"]),
  /** Absent where a script opened it without a field. */
  backendNodeId: z.optional(z.int()),
});

/** `DOM.describeNode`; attributes are names and values by turns. */
export const describedNode = z.object({
  node: z.object({ attributes: z._default(z.array(z.string()), []) }),
});

export function attributeOf(attributes: readonly string[], name: string): string | undefined {
  const index = attributes.findIndex((each, place) => place % 2 === 0 && each === name);
  return index === -1 ? undefined : attributes[index + 1];
}
