// Describes a file chooser that was intercepted before the browser showed it, and parses the browser's events about it.
import type { FileWish } from "@webserv/shared/model/page/given-files.ts";
import * as z from "zod/mini";

export interface FileChooser extends FileWish {
  /** The id of the field in the Chrome DevTools Protocol. */
  readonly backendNodeId: number;
}

/** Parses `Page.fileChooserOpened` of the Chrome DevTools Protocol. */
export const fileChooserOpened = z.object({
  mode: z.enum(["selectSingle", "selectMultiple"]),
  /** Absent if a script opened the chooser without a field. */
  backendNodeId: z.optional(z.int()),
});

/** Parses the answer of `DOM.describeNode`, whose attributes are names and values by turns. */
export const describedNode = z.object({
  node: z.object({ attributes: z._default(z.array(z.string()), []) }),
});

export function attributeOf(attributes: readonly string[], name: string): string | undefined {
  const index = attributes.findIndex((each, place) => place % 2 === 0 && each === name);
  return index === -1 ? undefined : attributes[index + 1];
}
