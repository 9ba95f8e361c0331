import { expect, test } from "vitest";

import { judgeOutcome } from "@webserv/host/src/session/actions/outcome-verdict.ts";
import type { Circumstances } from "@webserv/host/src/session/actions/outcome-verdict.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";

const outcome: StepOutcome = {
  actionId: "one",
  status: "done",
  action: { type: "back" },
  input: "trusted",
  effects: {},
  settle: null,
  times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
  observation: null,
};
const lost: Circumstances = { cause: "disconnected", sameWorker: true, timeLeft: true };

test("a finished action's outcome is the answer, whatever the cause", () => {
  for (const cause of ["disconnected", "timeout", "internal", "session-stopped"] as const) {
    expect(judgeOutcome({ state: "finished", outcome }, { ...lost, cause })).toEqual({
      kind: "outcome",
      outcome,
    });
  }
});

test("a finished action whose report is gone has an unknown outcome", () => {
  expect(judgeOutcome({ state: "finished" }, lost).kind).toBe("unknown");
});

test("an action lost on its way has failed, and one that was declined keeps its error", () => {
  expect(judgeOutcome({ state: "never" }, lost).kind).toBe("failed");
  expect(judgeOutcome({ state: "never" }, { ...lost, cause: "timeout" }).kind).toBe("failed");
  expect(judgeOutcome({ state: "never" }, { ...lost, cause: "session-stopped" }).kind).toBe(
    "refused",
  );
});

test("an action begun is waited for only if the worker that began it lives and time is left", () => {
  expect(judgeOutcome({ state: "begun" }, lost).kind).toBe("wait");
  expect(judgeOutcome({ state: "begun" }, { ...lost, sameWorker: false }).kind).toBe("unknown");
  expect(judgeOutcome({ state: "begun" }, { ...lost, timeLeft: false }).kind).toBe("unknown");
});

test("an action begun that was taken back, or broke off, is not waited for", () => {
  expect(judgeOutcome({ state: "begun" }, { ...lost, cause: "cancelled" }).kind).toBe("unknown");
  expect(judgeOutcome({ state: "begun" }, { ...lost, cause: "session-stopped" }).kind).toBe(
    "unknown",
  );
});
