// What becomes of a step when a part of the chain breaks while it is under way: never twice, never silent.
import type { Step } from "@webserv/shared/model/step.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import type { ActOptions, ChainSession } from "../../support/daemon/chain.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";
import { until } from "../../support/daemon/daemon.ts";
import { htmlOf } from "../../support/reading/observed.ts";
import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { childrenWith } from "../../support/programs/processes.ts";
import { answerWithin, underDeadline, underWay } from "../../support/time/under-deadline.ts";

/** Long beyond what any test waits: where the fault did not end the wait, the test fails. */
const PATIENT = { mode: "network-idle", idleMs: 100, budgetMs: 120_000 } as const;

let chain: Chain;
let site: CountingSite;
let own: OwnBrowser;
let browserId: string;

beforeAll(async () => {
  [chain, site] = await Promise.all([Chain.open(), CountingSite.open()]);
  ({ own, browserId } = await chain.ownBrowser());
});
afterEach(() => site.release());
afterAll(async () => {
  await chain.close();
  await site.close();
});

/** A session on the counter's page in which one click has already counted. */
async function begin(): Promise<ChainSession> {
  const session = await chain.session({ browserId, url: site.url });
  const step = await add(session, { actionId: "first" });
  expect(htmlOf(step)).toContain(`count ${site.count}`);
  return session;
}

function add(session: ChainSession, options: ActOptions = {}): Promise<Step> {
  return session.act({ type: "click", id: "add" }, options);
}

/** Sends a click whose answer the server holds, and resolves when it has counted. */
async function midStep(
  session: ChainSession,
  options: ActOptions = {},
): Promise<{ answer: Promise<Step>; counted: number }> {
  site.hold();
  const counted = site.count + 1;
  const answer = add(session, { actionId: "held", settle: PATIENT, ...options });
  await underWay(answer, () => site.count === counted, "the click has counted");
  return { answer, counted };
}

/** The one the browser runs. */
async function nativeHosts(): Promise<readonly number[]> {
  const pids = await childrenWith(own.pid, EXTENSION_ORIGIN);
  expect(pids).toHaveLength(1);
  return pids;
}

async function killNativeHost(): Promise<void> {
  for (const pid of await nativeHosts()) process.kill(pid, "SIGKILL");
}

/** What a step says, shows, did and left on disk. */
async function account(session: ChainSession, step: Step): Promise<object> {
  const recorded = (await session.recorded()).map(({ actionId }) => actionId);
  const shows = /count \d+/.exec(htmlOf(step))?.[0];
  return { status: step.status, number: step.step, shows, counted: site.count, recorded };
}

/** The account of a held click that was carried out, shown, counted and recorded once. */
function doneOnce(counted: number): object {
  const recorded = ["first", "held"];
  return { status: "done", number: 2, shows: `count ${counted}`, counted, recorded };
}

async function expectRecorded(session: ChainSession, actionIds: readonly string[]): Promise<void> {
  const recorded = await session.recorded();
  expect(recorded.map((step) => step.actionId)).toEqual(actionIds);
  expect(recorded.map(({ step }) => step)).toEqual(actionIds.map((_id, index) => index + 1));
}

describe("a daemon that is killed in the middle of a step", () => {
  test("a daemon killed mid-step is followed by one that takes the session back and tells what became of the step", async () => {
    await using session = await begin();
    const { answer, counted } = await midStep(session);
    await chain.killDaemon();
    await expect(answer).rejects.toMatchObject({ code: "disconnected" });
    await chain.reconnect();
    // Asked before the browser is back.
    const again = add(session, { actionId: "held", settle: PATIENT });
    site.release();
    const step = await again;
    expect(step).toMatchObject({ status: "done", step: 2, settle: { status: "settled" } });
    expect(htmlOf(step)).toContain(`count ${counted}`);
    expect(site.count).toBe(counted);
    expect(htmlOf(await add(session, { actionId: "next" }))).toContain(`count ${counted + 1}`);
    await expectRecorded(session, ["first", "held", "next"]);
  });

  test("nothing is lost of a step that ends while there is no daemon", async () => {
    await using session = await begin();
    const { counted } = await midStep(session);
    await chain.killDaemon();
    site.release();
    await chain.reconnect();
    await until(
      async () => (await chain.stateOf(session.sessionId)) === "open",
      "the session is taken back",
    );
    await until(async () => (await session.recorded()).length === 2, "the step is recorded");
    const step = await add(session, { actionId: "held" });
    expect(await account(session, step)).toEqual(doneOnce(counted));
  });

  test("a sandbox outlives a daemon that is killed, and the next one leads the same session to it", async () => {
    await using session = await chain.session({ browserId, sites: ["store"] });
    const [sandbox] = session.opened.session.sandboxes;
    const search = session.opened.observation?.inputs.find(({ id }) => id.includes("search"));
    await session.act({ type: "type", id: search?.id ?? "", text: "mug", enter: true });
    await chain.killDaemon();
    await chain.reconnect();
    const step = await session.act({ type: "refresh" });
    expect(step.status).toBe("done");
    expect(step.observation?.title).toContain("mug");
    const { sandboxes } = await chain.agent.call("sandbox.list", {});
    expect(sandboxes).toMatchObject([{ sandboxId: sandbox?.sandboxId, state: "ready" }]);
  });
});

test("a native host that is killed in the middle of a step is replaced, and the answer is right", async () => {
  await using session = await begin();
  const { answer, counted } = await midStep(session);
  await killNativeHost();
  site.release();
  expect(await account(session, await answer)).toEqual(doneOnce(counted));
});

test("a service worker that is stopped in the middle of a step leaves it unknown, with the page as it is", async () => {
  await using session = await begin();
  const { answer, counted } = await midStep(session);
  await own.stopWorker();
  const step = await answer;
  expect(step).toMatchObject({
    status: "unknown",
    error: { code: "disconnected" },
    observation: { title: "Counter" },
  });
  site.release();
  expect(await add(session, { actionId: "held" })).toMatchObject({ status: "unknown" });
  expect(site.count).toBe(counted);
  const next = await add(session, { actionId: "next" });
  expect(next).toMatchObject({ status: "done", input: "trusted" });
  expect(site.count).toBe(counted + 1);
  await expectRecorded(session, ["first", "held", "next"]);
});

test("an agent whose connection closes in the middle of a step finds it done by another connection", async () => {
  await using session = await begin();
  const agent = await chain.connect();
  const { answer, counted } = await midStep(session, { agent });
  agent.close();
  await expect(answer).rejects.toMatchObject({ code: "disconnected" });
  site.release();
  await until(async () => (await session.recorded()).length === 2, "the step is recorded");
  const step = await add(session, { actionId: "held" });
  expect(await account(session, step)).toEqual(doneOnce(counted));
});

test("Stop, pressed while a step waits for its page, ends the step and the session's acting", async () => {
  await using session = await begin();
  const panel = await own.openPanel();
  const { answer, counted } = await midStep(session);
  const button = await panel.waitForSelector("button.stop:not(:disabled)");
  await button?.click();
  const step = await answer;
  expect(step).toMatchObject({ status: "unknown", error: { code: "session-stopped" } });
  await expect(add(session, { actionId: "next" })).rejects.toMatchObject({
    code: "session-stopped",
  });
  await expect(session.observe()).rejects.toMatchObject({ code: "session-stopped" });
  expect(await chain.stateOf(session.sessionId)).toBe("stopped");
  expect(site.count).toBe(counted);
  await expectRecorded(session, ["first", "held"]);
  await own.letAgentsBegin(panel);
  await panel.close();
});

describe("a process of the chain that hangs", () => {
  test.each([
    ["native host", async () => await nativeHosts()],
    ["browser", () => [own.pid]],
    ["daemon", async () => [(await chain.agent.call("daemon.status", {})).pid]],
  ])(
    "a %s that hangs keeps nobody beyond the deadline, and the truth is told when it goes on",
    async (_name, find) => {
      await using session = await begin();
      const pids = await find();
      const counted = site.count;
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      try {
        const answer = await add(session, { actionId: "hung", timeoutMs: 2000 }).then(
          (step) => step.status,
          (error: unknown) => toWebservError(error).code,
        );
        expect(["unknown", "timeout"]).toContain(answer);
      } finally {
        for (const pid of pids) process.kill(pid, "SIGCONT");
      }
      const step = await add(session, { actionId: "hung" });
      expect(["done", "failed", "unknown"]).toContain(step.status);
      const next = await add(session, { actionId: "next" });
      expect(next.status).toBe("done");
      // One for "next", and one for "hung" unless it is known not to have happened.
      const added = site.count - counted;
      expect({ done: [2], failed: [1], unknown: [1, 2] }[step.status]).toContain(added);
      // A step that was unknown at first has a second line where more is known by now.
      const recorded = await session.recorded();
      const known = new Map(recorded.map((line) => [line.step, [line.actionId, line.status]]));
      expect([...known.values()]).toEqual([
        ["first", "done"],
        ["hung", step.status],
        ["next", "done"],
      ]);
      expect(recorded.length - known.size).toBeLessThanOrEqual(1);
    },
  );
});

test("whatever breaks at whatever moment, no click counts twice and each answer is true", async () => {
  await using session = await begin();
  const faults = [
    () => killNativeHost(),
    () => own.stopWorker(),
    async () => {
      await chain.killDaemon();
      await chain.reconnect();
    },
  ];
  const tally = { done: 0, unknown: 0 };
  const began = site.count;
  for (const [index, delayMs] of [0, 5, 15, 30, 60, 120].entries()) {
    const options = { actionId: `a-${index}` };
    const first = add(session, options);
    first.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await faults[index % faults.length]?.();
    // Asked for again, whether or not the first answer came.
    const step = await add(session, options);
    if (step.status === "done") tally.done++;
    if (step.status === "unknown") tally.unknown++;
    expect(await add(session, options)).toMatchObject({ status: step.status, step: step.step });
  }
  expect(site.count - began).toBeGreaterThanOrEqual(tally.done);
  expect(site.count - began).toBeLessThanOrEqual(tally.done + tally.unknown);
  const recorded = await session.recorded();
  expect(new Set(recorded.map(({ actionId }) => actionId)).size).toBe(recorded.length);
  expect(recorded).toHaveLength(7);
});

// Last, for it ends the browser that the tests above share.
test("a person's own browser that is killed in the middle of a step is waited for until the deadline", async () => {
  const { session, answer, counted } = await underDeadline(4000, async (timeoutMs) => {
    const session = await begin();
    return { session, ...(await midStep(session, { timeoutMs })) };
  });
  process.kill(own.pid, "SIGKILL");
  const again = (timeoutMs: number): Promise<Step> =>
    add(session, { actionId: "held", settle: PATIENT, timeoutMs });
  const step = await answer.catch((error: unknown) => {
    if (toWebservError(error).code !== "timeout") throw error;
    return answerWithin(1000, again);
  });
  expect(step).toMatchObject({
    status: "unknown",
    error: { code: "browser-gone" },
    observation: null,
  });
  expect(await chain.stateOf(session.sessionId)).toBe("away");
  await expectRecorded(session, ["first", "held"]);
  const next = answerWithin(1000, (timeoutMs) => add(session, { actionId: "next", timeoutMs }));
  await expect(next).rejects.toMatchObject({ code: "browser-gone" });
  expect(site.count).toBe(counted);
});
