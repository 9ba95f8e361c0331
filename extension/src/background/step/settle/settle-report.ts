// Makes the report of a settle from the loads that the worker saw and the reports of each document.
import { withoutUserInfo } from "@webserv/shared/model/text/user-info.ts";
import type { SettleMode, SettleReport, SettleWork } from "@webserv/shared/model/page/settle.ts";
import { MAX_LISTED_WORK } from "@webserv/shared/model/page/settle.ts";

import type { DocumentLoad } from "../../watch/navigation-log.ts";
import type { OutsideLoad } from "../../watch/outside-loads.ts";

const MAX_URL = 300;

export interface SettleFindings {
  readonly mode: SettleMode;
  readonly waitedMs: number;
  /** The present time, on the clock of the loads, in ms. */
  readonly nowMs: number;
  /** The loads of the main frame since the action began. */
  readonly loads: readonly DocumentLoad[];
  /** The scripts and stylesheets that the worker waited for. */
  readonly scripts: readonly OutsideLoad[];
  /** The reports of the documents, oldest first. Only the `pending` of the last one is still true. */
  readonly reports: readonly SettleReport[];
  /** The reasons for which something could not be waited for. */
  readonly reasons: readonly string[];
  readonly timedOut: boolean;
}

export function mergeSettle(findings: SettleFindings): SettleReport {
  const { mode, waitedMs, nowMs, reports, timedOut } = findings;
  const last = reports.at(-1);
  // A document's own report covers its load to the end, while the worker's covers it only until the document begins.
  const told = new Set(
    reports
      .flatMap((report) => [...report.waitedFor, ...report.pending])
      .filter(({ kind }) => kind === "document")
      .map(({ url }) => url),
  );
  const loads = findings.loads.filter(
    ({ url, endedAt }) => endedAt === null || !told.has(url.slice(0, MAX_URL)),
  );
  const within = reports.flatMap((report) => [...report.waitedFor, ...report.pending]);
  // If a document was loaded, its scripts are part of that load.
  const scripts = (findings.loads.length > 0 ? [] : findings.scripts).filter(
    ({ url }) => !within.some((work) => work.url === url.slice(0, MAX_URL)),
  );
  const outside = [
    ...loads.map((load) => ({ load, work: outsideWork("document", load, nowMs) })),
    ...scripts.map((load) => ({ load, work: outsideWork(load.kind, load, nowMs) })),
  ];
  const waitedFor = [
    ...outside.filter(({ load }) => load.endedAt !== null).map(({ work }) => work),
    ...reports.flatMap((report) => report.waitedFor),
  ];
  const pending = [
    ...outside.filter(({ load }) => load.endedAt === null).map(({ work }) => work),
    ...(last?.pending ?? []),
  ];
  const unlisted = reports.reduce((sum, report) => sum + report.unlisted, 0);
  const reasons = [...new Set([...(last?.reasons ?? []), ...findings.reasons])];
  return {
    status: status(timedOut || last?.status === "timeout", last, findings.reasons),
    mode,
    waitedMs,
    waitedFor: waitedFor.slice(0, MAX_LISTED_WORK),
    pending: pending.slice(0, MAX_LISTED_WORK),
    unlisted:
      unlisted +
      Math.max(0, waitedFor.length - MAX_LISTED_WORK) +
      Math.max(0, pending.length - MAX_LISTED_WORK),
    reasons,
  };
}

/** Joins the reports of the main frame and of an inner one. */
export function joinReports(main: SettleReport, inner: SettleReport | null): SettleReport {
  if (inner === null) return main;
  const { waitedFor, pending } = main;
  return {
    ...main,
    status: worse(main.status, inner.status),
    waitedFor: [...waitedFor, ...inner.waitedFor],
    pending: [...pending, ...inner.pending],
    unlisted: main.unlisted + inner.unlisted,
    reasons: [...new Set([...main.reasons, ...inner.reasons])],
  };
}

function worse(one: SettleReport["status"], other: SettleReport["status"]): SettleReport["status"] {
  const byBadness = ["timeout", "partial", "settled"] as const;
  return byBadness.find((status) => status === one || status === other) ?? "settled";
}

function status(
  timedOut: boolean,
  last: SettleReport | undefined,
  reasons: readonly string[],
): SettleReport["status"] {
  if (timedOut) return "timeout";
  return last?.status === "partial" || reasons.length > 0 ? "partial" : "settled";
}

function outsideWork(
  kind: SettleWork["kind"],
  load: DocumentLoad | OutsideLoad,
  nowMs: number,
): SettleWork {
  return {
    kind,
    url: withoutUserInfo(load.url).slice(0, MAX_URL),
    ms: (load.endedAt ?? nowMs) - load.beganAt,
  };
}
