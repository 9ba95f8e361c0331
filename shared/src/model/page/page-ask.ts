// Describes a request of a page that would make the browser open a window of its own over the page.
import * as z from "zod/mini";

import { askKinds, MAX_ASKED } from "./ask-kinds.ts";

export const pageAsk = z.object({
  kind: z.enum(askKinds),
  /** The address of a program, the name of a permission, or the realm of a sign-in; empty for other kinds. */
  what: z.string().check(z.maxLength(MAX_ASKED)),
  /** The address that asks for a sign-in. */
  url: z.optional(z.string().check(z.maxLength(MAX_ASKED))),
  /**
   * refused: nothing was opened; denied: the browser's settings say no; open: the browser may be
   * asking the person, in a window of its own.
   */
  answer: z.enum(["refused", "denied", "open"]),
});
export type PageAsk = z.infer<typeof pageAsk>;
