// Describes the wait after an action: its options and its result.
import * as z from "zod/mini";

import { workKinds } from "./work-kinds.ts";

/** The idle window of `network-idle`: the paper's. */
export const DEFAULT_IDLE_MS = 500;
/** The time that a page may take before the answer is `timeout`, in ms. */
export const DEFAULT_BUDGET_MS = 10_000;
export const DEFAULT_SETTLE_MODE = "causal";

export const settleMode = z
  .enum(["causal", "network-idle", "load", "none"])
  .check(
    z.describe(
      "causal: all that the action set in motion has ended (default); network-idle: an idle window without requests; load: the document has loaded; none: at once",
    ),
  );
export type SettleMode = z.infer<typeof settleMode>;

export const settleOptions = z.strictObject({
  mode: z.optional(settleMode),
  idleMs: z.optional(
    z
      .int()
      .check(
        z.nonnegative(),
        z.maximum(30_000),
        z.describe(
          "Quiet time at the end, in ms: without work of the action's (0), or without requests in network-idle (500)",
        ),
      ),
  ),
  budgetMs: z.optional(
    z.int().check(z.nonnegative(), z.maximum(120_000), z.describe("Longest wait in ms (10000)")),
  ),
});
export type SettleOptions = z.infer<typeof settleOptions>;

/** Returns the default quiet time of a mode, in ms. */
export function defaultIdleMs(mode: SettleMode): number {
  return mode === "network-idle" ? DEFAULT_IDLE_MS : 0;
}

/** A document that was loaded, and the kinds of work that pages start. */
export const settleWorkKind = z.enum(["document", ...workKinds]);
export type SettleWorkKind = z.infer<typeof settleWorkKind>;

/** Something that a settle waited for: a request, a document, a timer. */
export const settleWork = z.object({
  kind: settleWorkKind,
  /** Address of a request, shortened to 300 characters; empty if there is none. */
  url: z.string().check(z.maxLength(300)),
  /** The time it took, or has been pending, in ms. */
  ms: z.number(),
});
export type SettleWork = z.infer<typeof settleWork>;

export const settleReport = z.object({
  /** settled: at rest; partial: at rest but for what `reasons` says; timeout: the budget ran out. */
  status: z.enum(["settled", "partial", "timeout"]),
  mode: settleMode,
  /** The time from the end of the input to the verdict, in ms. */
  waitedMs: z.number(),
  waitedFor: z.array(settleWork),
  /** Work that was still going on at the verdict. */
  pending: z.array(settleWork),
  /** The number of entries that the two lists leave out; each holds at most 20. */
  unlisted: z.int(),
  reasons: z.array(z.string()),
});
export type SettleReport = z.infer<typeof settleReport>;

/** The most entries of `waitedFor` and `pending`. */
export const MAX_LISTED_WORK = 20;

/** The most texts that are told which came and went while the page was waited for, and their length. */
export const MAX_PASSED = 3;
export const MAX_PASSED_TEXT = 120;
