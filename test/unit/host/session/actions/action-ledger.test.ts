import { describe, expect, test } from "vitest";

import { ActionLedger, KEPT_ANSWERS } from "@webserv/host/src/session/actions/action-ledger.ts";
import type { Action } from "@webserv/shared/model/action.ts";
import type { Step } from "@webserv/shared/model/step.ts";

const click: Action = { type: "click", id: "a" };

function stepOf(actionId: string, step: number): Step {
  return {
    actionId,
    step,
    sessionId: "s",
    status: "done",
    action: click,
    input: "trusted",
    effects: {},
    settle: null,
    times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
    observation: null,
    roundTripMs: 1,
  };
}

const pending = {
  actionId: "one",
  step: 1,
  action: click,
  workerId: "w",
  at: "2026-01-01T00:00:00.000Z",
};
const never = new Promise<Step>(() => {});

describe("the action ledger", () => {
  test("an action is new if the ledger never heard of its id", () => {
    expect(new ActionLedger().lookUp("one", click)).toEqual({ kind: "new" });
  });

  test("an action that is asked for again while it is under way is joined", () => {
    const ledger = new ActionLedger();
    ledger.began("one", click, never);
    expect(ledger.lookUp("one", click)).toEqual({ kind: "running", answer: never });
  });

  test("the answer of an action is given again if the same action is asked for again", () => {
    const ledger = new ActionLedger();
    ledger.began("one", click, never);
    ledger.answered(stepOf("one", 1));
    expect(ledger.lookUp("one", click)).toEqual({ kind: "answered", step: stepOf("one", 1) });
  });

  test("an answer that has left the ledger's memory is still known to have been given", () => {
    const ledger = new ActionLedger();
    for (let step = 1; step <= KEPT_ANSWERS + 1; step++) {
      ledger.answered(stepOf(`action-${step}`, step));
    }
    expect(ledger.lookUp("action-1", click)).toEqual({ kind: "recorded", step: 1 });
    expect(ledger.lookUp("action-2", click)).toMatchObject({ kind: "answered" });
  });

  test("an id that is used again for another action is refused in every state", () => {
    const other: Action = { type: "click", id: "b" };
    const running = new ActionLedger();
    running.began("one", click, never);
    expect(() => running.lookUp("one", other)).toThrow("already used for another action");
    const answered = new ActionLedger();
    answered.answered(stepOf("one", 1));
    expect(() => answered.lookUp("one", other)).toThrow("already used for another action");
    const unresolved = new ActionLedger();
    unresolved.leaveUnresolved(pending);
    expect(() => unresolved.lookUp("one", other)).toThrow("already used for another action");
  });

  test("the order of an action's members makes no other action of it", () => {
    const ledger = new ActionLedger();
    ledger.began("one", { type: "type", id: "a", text: "x", enter: true }, never);
    const same: Action = { enter: true, text: "x", id: "a", type: "type" };
    expect(ledger.lookUp("one", same).kind).toBe("running");
  });

  test("an action whose outcome nobody could find out stays unresolved, even after the answer unknown", () => {
    const ledger = new ActionLedger();
    ledger.answered({ ...stepOf("one", 1), status: "unknown" });
    ledger.leaveUnresolved(pending);
    expect(ledger.lookUp("one", click)).toEqual({ kind: "unresolved", pending });
    ledger.answered(stepOf("one", 1));
    expect(ledger.lookUp("one", click)).toMatchObject({
      kind: "answered",
      step: { status: "done" },
    });
  });

  test("an action that was dropped leaves its id free for another one", () => {
    const ledger = new ActionLedger();
    ledger.began("one", click, never);
    ledger.dropped("one");
    expect(ledger.lookUp("one", { type: "back" })).toEqual({ kind: "new" });
  });

  test("an action of an earlier daemon is known by its step in the trajectory", () => {
    const ledger = new ActionLedger();
    ledger.recall("one", 3);
    expect(ledger.lookUp("one", click)).toEqual({ kind: "recorded", step: 3 });
  });
});
