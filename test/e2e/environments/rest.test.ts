// Environments that nobody uses: frozen after a while, and awake again for whoever asks next.
import { expect, test } from "vitest";

import type { ChainSession } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import { LONG, useEnvironments } from "../../support/daemon/environment-world.ts";
import { htmlOf } from "../../support/reading/observed.ts";

const SOON_MS = 300;

const world = useEnvironments();

async function states(): Promise<string[]> {
  return (await world.listed()).map(({ state }) => state);
}

/** A session in a new environment that freezes as soon as nobody asks anything. */
async function resting(freezeAfterMs: number): Promise<ChainSession> {
  const wish = { sites: ["counter"], backend: "local" as const, freezeAfterMs };
  const { environments } = await world.chain.agent.call("env.create", wish, LONG);
  const browserId = environments[0]?.environmentId ?? "";
  const session = await world.chain.session({ browserId, url: "http://counter.test/resting" });
  expect(session.seen?.title).toBe("Resting");
  return session;
}

/** Asks until a look shows it awake: on a slow machine it may be frozen again by then. */
async function wakesFor(ask: () => Promise<unknown>): Promise<void> {
  await until(async () => {
    await ask();
    return (await states())[0] === "ready";
  }, "it is awake");
}

async function frozen(): Promise<void> {
  await until(async () => (await states()).includes("frozen"), "it is frozen");
}

test("a frozen environment answers the next look, step and picture, and freezes again", async () => {
  await using session = await resting(SOON_MS);
  await frozen();
  expect((await session.observe()).html).toContain("rests: 1");
  await wakesFor(() => session.observe());
  await frozen();
  // Frames are drawn as before, which the answer waits for.
  const step = await session.act({ type: "click", id: session.id("draw") });
  expect(step).toMatchObject({ status: "done", settle: { status: "settled" } });
  expect(htmlOf(step)).toContain("5 drawn");
  await frozen();
  const { sessionId } = session;
  const { data } = await world.chain.agent.call("session.screenshot", { sessionId, format: "png" });
  expect(data.length).toBeGreaterThan(100);
  await frozen();
  expect((await session.act({ type: "new_tab", url: "http://counter.test/count" })).status).toBe(
    "done",
  );
  await frozen();
  await wakesFor(() => world.chain.agent.call("session.ping", { sessionId }));
});

test("a page that stands still under a dialog is not frozen until it is answered", async () => {
  await using session = await resting(SOON_MS);
  const asked = await session.act({ type: "click", id: session.id("ask") });
  expect(asked.observation?.dialog).toMatchObject({ message: "Really?" });
  // Another one freezes many times over: this one has had the time for it, and for waiting in vain.
  await using other = await resting(SOON_MS);
  for (let round = 0; round < 15; round++) {
    await frozen();
    await world.chain.agent.call("session.ping", { sessionId: other.sessionId });
  }
  await frozen();
  expect(await states()).toEqual(["ready", "frozen"]);
  const answered = await session.act({ type: "dialog", accept: true });
  expect(htmlOf(answered)).toContain("true");
  await until(async () => (await states())[0] === "frozen", "it is frozen after the dialog");
});

test("an environment that is never to freeze goes on, and one that is reset freezes as before", async () => {
  await using never = await resting(0);
  const second = await resting(SOON_MS);
  await frozen();
  expect(await states()).toEqual(["ready", "frozen"]);
  const environmentId = second.opened.session.browserId;
  await world.chain.agent.call("env.reset", { environmentId }, LONG);
  await using again = await world.chain.session({
    browserId: environmentId,
    url: "http://counter.test/resting",
  });
  expect(again.seen?.title).toBe("Resting");
  await frozen();
  expect(htmlOf(await never.act({ type: "refresh" }))).toContain("rests: 0");
});
