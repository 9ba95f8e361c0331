import type { BrowserLink } from "@webserv/host/src/session/browser.ts";
import type { ActionOrder, CarryOutOptions } from "@webserv/host/src/session/carry-out.ts";
import { carryOut } from "@webserv/host/src/session/carry-out.ts";
import { deadlineIn } from "@webserv/host/src/session/deadline.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { expect, test } from "vitest";

const order: ActionOrder = {
  sessionId: "s",
  actionId: "a",
  step: 1,
  action: { type: "refresh" },
  settle: {},
  observe: {},
};

test("a session that is closed while its action is under way answers at once that nobody knows", async () => {
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

/** A browser that takes every message and never answers. */
function connectedLink(): BrowserLink {
  const silent: Transport = { send() {}, onMessage() {}, onClose() {}, close() {} };
  return { peer: new Peer({ transport: silent, serves: null }), workerId: "w" };
}
