// Tests what the benchmark of applications computes and prints of its calls.
import { expect, test } from "vitest";

import type { Call } from "../../../../../scripts/bench/apps/agent.ts";
import { figuresOf } from "../../../../../scripts/bench/apps/figures.ts";
import { reportLines, resultLine } from "../../../../../scripts/bench/apps/report-text.ts";

type Step = NonNullable<Call["step"]>;

test("the figures count steps, readings, tokens and what did not go well", () => {
  const calls = [
    call({ tokens: 100, step: step("done", "settled", 50) }),
    call({ tokens: 40, step: step("unknown", "timeout", 10_000) }),
    call({ tokens: 5, step: step("failed") }),
    call({ what: "look", tokens: 300 }),
    call({ tokens: 0, missing: true }),
  ];
  const figures = figuresOf("wagtail", ["wagtail==1"], [{ application: "wagtail", calls }]);
  expect(figures).toMatchObject({
    rounds: 1,
    done: 1,
    steps: 3,
    readings: 1,
    tokens: 445,
    timeouts: 1,
    unknown: 1,
    failed: 1,
    missing: 1,
    settleMs: { p50: 50, p95: 10_000 },
  });
});

test("over several rounds tokens are the median, and faults are summed", () => {
  const runs = [10, 30, 20].map((tokens) => ({
    application: "oscar" as const,
    calls: [call({ tokens, step: step("failed") })],
    ...(tokens === 30 ? { failure: "no order" } : {}),
  }));
  const figures = figuresOf("oscar", [], runs);
  expect(figures).toMatchObject({ tokens: 20, failed: 3, rounds: 3, done: 2 });
  expect(figures.failures).toEqual(["no order"]);
});

test("an application that can't be installed is told as left out, with the reason", () => {
  const figures = figuresOf("node-red", ["node-red@1"], [], "npm ended with code 1");
  expect(reportLines([figures])[1]).toBe("node-red: left out: npm ended with code 1");
  expect(JSON.parse(resultLine([figures], "abc"))).toMatchObject({
    commit: "abc",
    applications: 1,
    done: 0,
    each: [{ application: "node-red", leftOut: "npm ended with code 1" }],
  });
});

function call(parts: Partial<Call>): Call {
  return { what: "click x", text: "", tokens: 0, ...parts };
}

function step(status: Step["status"], settled?: "settled" | "timeout", waitedMs = 0): Step {
  if (settled === undefined) return { status, settle: null, roundTripMs: 1 };
  const nothing = { waitedFor: [], pending: [], unlisted: 0, reasons: [] };
  return {
    status,
    settle: { status: settled, mode: "causal", waitedMs, ...nothing },
    roundTripMs: 1,
  };
}
