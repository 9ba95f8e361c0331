// Waits until the files that an action made the browser save are there.
import type { SettleReport } from "@webserv/shared/model/settle.ts";

import { waitMs } from "../../platform/wait.ts";
import type { Downloads } from "../../watch/downloads.ts";

export interface SettleDownloadsOptions {
  readonly downloads: Downloads;
  readonly sessionId: string;
  /** Says when the action's input was sent, and when the wait began, on the worker's clock. */
  readonly sinceMs: number;
  readonly beganAt: number;
  /** Limits the whole wait. */
  readonly budgetMs: number;
  readonly signal: AbortSignal;
}

/** Gives the report of the page's settle, with what the wait for downloads adds to it. */
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
