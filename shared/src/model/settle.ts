// How long to wait after an action, and what the wait found.
import * as z from "zod/mini";

/** The paper's idle window. */
export const DEFAULT_IDLE_MS = 500;
/** How long a page may take before the answer is `timeout`. */
export const DEFAULT_BUDGET_MS = 10_000;

export const settleMode = z
  .enum(["network-idle", "load", "none"])
  .check(
    z.describe(
      "network-idle: an idle window without requests (default); load: the document has loaded; none: at once",
    ),
  );
export type SettleMode = z.infer<typeof settleMode>;

export const settleOptions = z.strictObject({
  mode: z.optional(settleMode),
  idleMs: z.optional(
    z.int().check(z.nonnegative(), z.maximum(30_000), z.describe("Idle window in ms (500)")),
  ),
  budgetMs: z.optional(
    z.int().check(z.nonnegative(), z.maximum(120_000), z.describe("Longest wait in ms (10000)")),
  ),
});
export type SettleOptions = z.infer<typeof settleOptions>;

/** Something a settle waited for: a request, a document, a timer. */
export const settleWork = z.object({
  kind: z.enum(["fetch", "xhr", "document", "subresource", "frame"]),
  /** Address of a request, shortened to 300 characters; empty where there is none. */
  url: z.string().check(z.maxLength(300)),
  /** How long it took, or has been pending, in ms. */
  ms: z.number(),
});
export type SettleWork = z.infer<typeof settleWork>;

export const settleReport = z.object({
  /** settled: at rest; partial: at rest but for what `reasons` says; timeout: the budget ran out. */
  status: z.enum(["settled", "partial", "timeout"]),
  mode: settleMode,
  /** From the end of the input to the verdict, in ms. */
  waitedMs: z.number(),
  waitedFor: z.array(settleWork),
  /** What was still going on at the verdict. */
  pending: z.array(settleWork),
  /** Further work left out of the two lists, which hold 20 each. */
  unlisted: z.int(),
  reasons: z.array(z.string()),
});
export type SettleReport = z.infer<typeof settleReport>;

/** The most entries `waitedFor` and `pending` list. */
export const MAX_LISTED_WORK = 20;
