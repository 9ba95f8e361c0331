import type { SettleReport } from "@webserv/shared/model/page/settle.ts";
import { settleReport } from "@webserv/shared/model/page/settle.ts";
import { expect, test } from "vitest";

import { mergeSettle } from "../../../../../../extension/src/background/step/settle/settle-report.ts";
import type { SettleFindings } from "../../../../../../extension/src/background/step/settle/settle-report.ts";

const quiet: SettleReport = {
  status: "settled",
  mode: "network-idle",
  waitedMs: 500,
  waitedFor: [],
  pending: [],
  unlisted: 0,
  reasons: [],
};
const nothing: SettleFindings = {
  mode: "network-idle",
  waitedMs: 600,
  nowMs: 1_000,
  loads: [],
  scripts: [],
  reports: [quiet],
  reasons: [],
  timedOut: false,
};

test("documents loaded by the action are told as work, with the time each took", () => {
  const loads = [{ url: "http://a.test/", beganAt: 100, endedAt: 350, error: null }];
  expect(mergeSettle({ ...nothing, loads })).toMatchObject({
    status: "settled",
    waitedMs: 600,
    waitedFor: [{ kind: "document", url: "http://a.test/", ms: 250 }],
    pending: [],
  });
});

test("a document that never came is pending after a timeout", () => {
  const loads = [{ url: "http://slow.test/", beganAt: 100, endedAt: null, error: null }];
  expect(mergeSettle({ ...nothing, reports: [], loads, timedOut: true })).toMatchObject({
    status: "timeout",
    pending: [{ kind: "document", url: "http://slow.test/", ms: 900 }],
  });
});

test("work that a former document was waiting for is over, and work that it had waited for is kept", () => {
  const work = { kind: "fetch", url: "http://a.test/api", ms: 20 } as const;
  const former: SettleReport = { ...quiet, status: "timeout", waitedFor: [work], pending: [work] };
  expect(mergeSettle({ ...nothing, reports: [former, quiet] })).toMatchObject({
    status: "settled",
    waitedFor: [work],
    pending: [],
  });
});

test("a reason why something could not be waited for makes the report partial", () => {
  expect(mergeSettle({ ...nothing, reasons: ["a frame could not be read"] })).toMatchObject({
    status: "partial",
    reasons: ["a frame could not be read"],
  });
});

test("long lists and addresses are cut to what the protocol takes, and the rest is counted", () => {
  const loads = Array.from({ length: 25 }, (_, index) => ({
    url: `http://a.test/${"x".repeat(400)}`,
    beganAt: index,
    endedAt: index + 1,
    error: null,
  }));
  const report = mergeSettle({ ...nothing, loads });
  expect(settleReport.safeParse(report).success).toBe(true);
  expect([report.waitedFor.length, report.unlisted]).toEqual([20, 5]);
});
