// A file chooser that a page opened, caught before the browser shows it, and what it takes.
import * as z from "zod/mini";

export interface FileChooser {
  /** Of the field, in the Chrome DevTools Protocol. */
  readonly backendNodeId: number;
  readonly multiple: boolean;
  /** A folder is wanted, not files. */
  readonly directory: boolean;
  /** The field's `accept`; empty where it takes all. */
  readonly accept: string;
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

/** Why the chooser does not take these files; null where it does. */
export function refusalOf(
  { multiple, directory, accept }: FileChooser,
  files: readonly string[],
): string | null {
  if (directory) return "it takes a whole folder, which can't be uploaded";
  if (!multiple && files.length > 1) return `it takes one file, not ${files.length}`;
  const wrong = files.find((file) => !isAccepted(file, accept));
  return wrong === undefined ? null : `${wrong} is not of the kinds it takes: ${accept}`;
}

/** Of the kinds that `accept` names; a kind we can't tell by the name is left to the page. */
function isAccepted(file: string, accept: string): boolean {
  const kinds = accept
    .toLowerCase()
    .split(",")
    .map((kind) => kind.trim())
    .filter((kind) => kind !== "");
  const name = file.toLowerCase();
  const type = types[/\.(\w+)$/.exec(name)?.[1] ?? ""];
  return (
    kinds.length === 0 ||
    kinds.some((kind) => {
      if (kind.startsWith(".")) return name.endsWith(kind);
      if (type === undefined) return true;
      return kind.endsWith("/*") ? type.startsWith(kind.slice(0, -1)) : type === kind;
    })
  );
}

/** Media types by the usual ends of names. */
const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  pdf: "application/pdf",
  zip: "application/zip",
  json: "application/json",
  txt: "text/plain",
  csv: "text/csv",
  html: "text/html",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  mp4: "video/mp4",
  webm: "video/webm",
};
