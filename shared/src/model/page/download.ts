// Describes a file that a page of a session gave the browser to save.
import * as z from "zod/mini";

export const download = z.object({
  /** The file's name; until it has one, the name that the page proposed. */
  name: z.string(),
  /** The address it came from, shortened to 300 characters. */
  url: z.string().check(z.maxLength(300)),
  state: z.enum(["complete", "in-progress", "failed"]),
  /** Bytes received so far; the size of a complete file. */
  bytes: z.number(),
  /** Its size while it is in progress, if that is known. */
  totalBytes: z.optional(z.number()),
  /** The path it was saved to, on the browser's machine; absent as long as the browser has not chosen one. */
  path: z.optional(z.string()),
  /** The reason why it failed, in the browser's words, such as NETWORK_FAILED or USER_CANCELED. */
  reason: z.optional(z.string()),
});
export type Download = z.infer<typeof download>;
