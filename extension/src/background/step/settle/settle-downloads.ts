// Waits until the downloads that an action has started are complete.
import type { SettleReport } from "@webserv/shared/model/page/settle.ts";

import { waitMs } from "../../platform/wait.ts";
import type { Downloads } from "../../watch/downloads.ts";

export interface SettleDownloadsOptions {
  readonly downloads: Downloads;
  readonly sessionId: string;
  /** The time at which the action's input was sent, on the worker's clock, in ms. */
  readonly sinceMs: number;
  /** The time at which the wait began, on the worker's clock, in ms. */
  readonly beganAt: number;
  /** The limit of the whole wait, in ms. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/** Waits, and returns the report of the page's settle with the result of this wait added. */
export async function settleDownloads(
  report: SettleReport,
  { downloads, sessionId, sinceMs, beganAt, budgetMs, signal }: SettleDownloadsOptions,
): Promise<SettleReport> {
  if (report.mode === "none") return report;
  const endsAt = beganAt + budgetMs;
  while (downloads.isBusy(sessionId, sinceMs)) {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) break;
    await Promise.race([downloads.nextChange(), waitMs(leftMs, signal)]);
  }
  const waitedMs = performance.now() - beganAt;
  if (!downloads.isBusy(sessionId, sinceMs)) return { ...report, waitedMs };
  return {
    ...report,
    waitedMs,
    status: report.status === "settled" ? "partial" : report.status,
    reasons: [...report.reasons, "a download is still in progress; the next step tells its end"],
  };
}
