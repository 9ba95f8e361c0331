// Describes files on their way to a page: what a field accepts, and contents that a script gives.
import * as z from "zod/mini";

/** The most that synthetic input gives at once, in bytes. */
export const MAX_GIVEN_BYTES = 10 * 1024 * 1024;

export const givenFiles = z
  .array(
    z.object({
      name: z.string(),
      base64: z.string().check(z.maxLength(Math.ceil(MAX_GIVEN_BYTES / 3) * 4)),
    }),
  )
  .check(z.minLength(1), z.maxLength(20));
export type GivenFiles = z.infer<typeof givenFiles>;

/** The files that a field accepts. */
export interface FileWish {
  readonly multiple: boolean;
  /** True if a folder is wanted, not files. */
  readonly directory: boolean;
  /** The field's `accept`; empty if it accepts all. */
  readonly accept: string;
}

/** Says why a field does not accept these files; null if it does. */
export function refusalOf(
  { multiple, directory, accept }: FileWish,
  files: readonly string[],
): string | null {
  if (directory) return "it takes a whole folder, which can't be uploaded";
  if (!multiple && files.length > 1) return `it takes one file, not ${files.length}`;
  const wrong = files.find((file) => !isAccepted(file, accept));
  return wrong === undefined ? null : `${wrong} is not of the kinds it takes: ${accept}`;
}

/** Tells whether a file is of a kind that `accept` names; a kind that the name does not show is left to the page. */
function isAccepted(file: string, accept: string): boolean {
  const kinds = accept
    .toLowerCase()
    .split(",")
    .map((kind) => kind.trim())
    .filter((kind) => kind !== "");
  const name = file.toLowerCase();
  const type = mediaTypeOf(name);
  return (
    kinds.length === 0 ||
    kinds.some((kind) => {
      if (kind.startsWith(".")) return name.endsWith(kind);
      if (type === undefined) return true;
      return kind.endsWith("/*") ? type.startsWith(kind.slice(0, -1)) : type === kind;
    })
  );
}

/** Returns undefined if the name does not show it. */
export function mediaTypeOf(name: string): string | undefined {
  return types[/\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ""];
}

/** Media types by the usual endings of names. */
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
