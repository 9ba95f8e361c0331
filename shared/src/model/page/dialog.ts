// Describes the browser's own dialogs: their kinds, how a session answers them, and how they are reported.
import * as z from "zod/mini";

/** The time that a dialog waits for the agent's answer by default, in ms. */
export const DEFAULT_ANSWER_MS = 60_000;

/** The longest message of a dialog that is reported, in UTF-16 units. */
export const MAX_DIALOG_TEXT = 2_000;

export const dialogKind = z.enum(["alert", "confirm", "prompt", "beforeunload"]);
export type DialogKind = z.infer<typeof dialogKind>;

export const dialogRule = z
  .enum(["ask", "accept", "dismiss"])
  .check(
    z.describe(
      "How confirm and prompt are answered. ask: they wait for the action dialog (default); accept or dismiss: at once",
    ),
  );
export type DialogRule = z.infer<typeof dialogRule>;

export const answerMs = z
  .int()
  .check(
    z.positive(),
    z.maximum(3_600_000),
    z.describe("How long a dialog waits for its answer, in ms; then it is dismissed"),
  );

const text = z.string().check(z.maxLength(MAX_DIALOG_TEXT));

/** A dialog that waits for an answer. The page stands still until it has one. */
export const openDialog = z.object({
  kind: dialogKind,
  message: text,
  /** The default text of a prompt. */
  default: z.optional(text),
  /** Address of the frame that opened it, if that is not the page's own. */
  url: z.optional(z.string()),
});
export type OpenDialog = z.infer<typeof openDialog>;

export const answeredDialog = z.object({
  kind: dialogKind,
  message: z.string(),
  answer: z.enum(["accepted", "dismissed"]),
  /** The text entered in a prompt. The agent's own text, which may be a secret, is a dot for each character. */
  text: z.optional(z.string()),
  /**
   * agent: the action dialog; rule: at once, by the session's rule; timeout: nobody answered in
   * time; leaving: an action left the page; elsewhere: the person, or the browser.
   */
  by: z.optional(z.enum(["agent", "rule", "timeout", "leaving", "elsewhere"])),
  /** How many such dialogs were opened and answered so, one after another, if that was more than one. */
  times: z.optional(z.int()),
});
export type AnsweredDialog = z.infer<typeof answeredDialog>;
