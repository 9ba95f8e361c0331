import type { BrowserLink } from "@webserv/host/src/session/browsers/browser.ts";
import type { ActionOrder, CarryOutOptions } from "@webserv/host/src/session/actions/carry-out.ts";
import { carryOut } from "@webserv/host/src/session/actions/carry-out.ts";
import { deadlineIn } from "@webserv/host/src/session/state/deadline.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { expect, test, vi } from "vitest";

const order: ActionOrder = {
  sessionId: "s",
  actionId: "a",
  step: 1,
  action: { type: "refresh" },
  settle: {},
  observe: {},
};

const done: StepOutcome = {
  actionId: "a",
  status: "done",
  action: order.action,
  input: "trusted",
  effects: {},
  settle: null,
  times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
  observation: null,
};

test("a session that is closed while its action is under way answers at once that the outcome is unknown", async () => {
  const closed = new AbortController();
  const link = connectedLink();
  const options: CarryOutOptions = {
    deadline: deadlineIn(60_000),
    // A connected browser is given whatever the signal says.
    connect: async () => link,
    signal: closed.signal,
    cancel: new AbortController().signal,
    input: "trusted",
  };
  const found = carryOut(order, options, () => closed.abort(new Error("closed")));
  expect(await found).toMatchObject({ final: true, outcome: { status: "unknown" } });
});

test("an action that is under way for longer than one question waits is asked about until it ends", async () => {
  const answers = [
    () => Promise.reject(new WebservError("disconnected", "the daemon was killed")),
    () => Promise.reject(new WebservError("timeout", "no answer yet")),
    () => Promise.resolve({ state: "finished" as const, outcome: done }),
  ];
  const peer = connectedLink().peer;
  vi.spyOn(peer, "call").mockImplementation(() => answers.shift()?.() ?? Promise.reject());
  const options: CarryOutOptions = {
    deadline: deadlineIn(60_000),
    connect: async () => ({ peer, workerId: "w" }),
    signal: new AbortController().signal,
    cancel: new AbortController().signal,
    input: "trusted",
  };
  const found = await carryOut(order, options, () => {});
  expect(found).toMatchObject({ final: true, outcome: { status: "done" } });
});

/** A browser that takes every message and never answers. */
function connectedLink(): BrowserLink {
  const silent: Transport = { send() {}, onMessage() {}, onClose() {}, close() {} };
  return { peer: new Peer({ transport: silent, serves: null }), workerId: "w" };
}
