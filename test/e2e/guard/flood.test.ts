// One agent that asks without end, beside another in the same browser: both are served.
import { expect, test } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { MAX_CALLS_UNDER_WAY } from "@webserv/shared/rpc/peer.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension, fakeObservation } from "../../support/daemon/fake-extension.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";

const FLOOD = 1000;
const LONG = { timeoutMs: PATIENCE_MS };

test("a thousand looks of one agent leave room for another's steps, and are answered or refused", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  const held = Promise.withResolvers<void>();
  let flooded = "";
  let asked = 0;
  await using extension = await FakeExtension.connect({
    home: home.paths.home,
    handlers: {
      "lease.observe": async ({ sessionId }) => {
        if (sessionId === flooded) {
          asked++;
          await held.promise;
        }
        return fakeObservation([], "");
      },
    },
  });
  const [greedy, modest] = [await daemon.agent(), await daemon.agent()];
  flooded = (await greedy.call("session.open", {})).session.sessionId;
  const { sessionId } = (await modest.call("session.open", {})).session;
  const flood = Array.from({ length: FLOOD }, async () => {
    try {
      await greedy.call("session.observe", { sessionId: flooded }, LONG);
      return "answered";
    } catch (error) {
      return error instanceof WebservError ? error.code : "lost";
    }
  });
  await until(() => asked > 0, "the flood has reached the browser");
  for (const actionId of ["one", "two", "three"]) {
    const action = { type: "click", id: "a" } as const;
    const step = await modest.call("session.act", { sessionId, actionId, action });
    expect(step.status).toBe("done");
    await modest.call("session.observe", { sessionId });
  }
  // Those answers came between the flood's: nearly all of that still waits, outside the browser.
  expect(asked).toBeLessThan(5);
  held.resolve();
  const ends = await Promise.all(flood);
  expect(ends.filter((end) => end === "answered")).toHaveLength(MAX_CALLS_UNDER_WAY);
  expect(ends.filter((end) => end === "overloaded")).toHaveLength(FLOOD - MAX_CALLS_UNDER_WAY);
  expect(extension.ran).toEqual(["one", "two", "three"]);
});
