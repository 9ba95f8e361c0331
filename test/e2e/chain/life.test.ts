// Tests how sessions, sandboxes, browsers and the daemon itself begin and end, and that nothing of them is left.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

import type { Step } from "@webserv/shared/model/step.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import { CommandLine } from "../../support/programs/command-line.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";
import { until } from "../../support/daemon/daemon.ts";
import { startOwnBrowser } from "../../support/browser/own-browser.ts";
import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { processesOfFolder } from "../../support/programs/processes.ts";
import { DAEMON } from "../../support/programs/programs.ts";
import {
  answerWithin,
  TooEarly,
  underDeadline,
  underWay,
} from "../../support/time/under-deadline.ts";

let site: CountingSite;
let server: PageServer;
beforeAll(async () => {
  [site, server] = await Promise.all([
    CountingSite.open(),
    PageServer.listen({ "/never": () => {} }),
  ]);
});
afterAll(async () => {
  await site.close();
  await server.close();
});

describe("a session in a person's own browser", () => {
  let chain: Chain;
  let own: OwnBrowser;
  let browserId: string;
  beforeAll(async () => {
    chain = await Chain.open();
    ({ own, browserId } = await chain.ownBrowser());
  });
  afterAll(() => chain.close());

  /** What the daemon still holds of sessions, and the tabs still open beside the browser's first. */
  async function left(): Promise<readonly number[]> {
    const { sessions } = await chain.agent.call("session.list", {});
    const { sandboxes } = await chain.agent.call("sandbox.list", {});
    const records = readdirSync(chain.paths.sessionsDir);
    const tabs = await own.browser.pages();
    return [sessions.length, sandboxes.length, records.length, tabs.length - 1];
  }

  /** It comes to a new daemon by itself, when it has noticed. */
  async function browserBack(): Promise<void> {
    await until(async () => {
      const { browsers } = await chain.agent.call("browser.list", {});
      return browsers.some((each) => each.browserId === browserId);
    }, "the browser is back");
  }

  async function lastLine(
    sessionId: string,
  ): Promise<Result<"trajectory.show">["lines"][number] | undefined> {
    return (await chain.agent.call("trajectory.show", { sessionId })).lines.at(-1);
  }

  test("a session ends when its lease runs out, with its tab and its sandbox", async () => {
    const session = await chain.session({ browserId, sites: ["store"], leaseMs: 300 });
    await expect.poll(left).toEqual([0, 0, 0, 0]);
    expect(await lastLine(session.sessionId)).toMatchObject({ kind: "end", reason: "expired" });
    await expect(session.observe()).rejects.toMatchObject({ code: "unknown-session" });
  });

  test("a session ends with the connection it was opened for, and another session goes on", async () => {
    const agent = await chain.connect();
    await using other = await chain.session({ browserId, url: site.url });
    const { sessionId } = await chain.session(
      { browserId, sites: ["store"], lifetime: "connection" },
      agent,
    );
    expect(await left()).toEqual([2, 1, 2, 2]);
    agent.close();
    await expect.poll(left).toEqual([1, 0, 1, 1]);
    expect(await lastLine(sessionId)).toMatchObject({ kind: "end", reason: "closed" });
    expect((await other.observe()).title).toBe("Counter");
  });

  test.each([
    ["while its sandbox starts", async () => (await left())[1] === 1],
    ["while its page loads", () => server.requests.length > 0],
  ])("a session whose opening is taken back %s leaves nothing", async (_stage, begun) => {
    server.requests.length = 0;
    const abort = new AbortController();
    const opening = chain.agent.call(
      "session.open",
      { browserId, sites: ["store"], url: server.url("/never") },
      { signal: abort.signal },
    );
    opening.catch(() => {});
    await until(begun, "the opening has come so far");
    abort.abort();
    await expect(opening).rejects.toMatchObject({ code: "cancelled" });
    await expect.poll(left).toEqual([0, 0, 0, 0]);
  });

  test("a session leaves nothing if the daemon is killed while it opens", async () => {
    const { pid } = await chain.agent.call("daemon.status", {});
    const opening = chain.agent.call("session.open", { browserId, sites: ["store"] });
    opening.catch(() => {});
    await until(async () => (await left())[1] === 1, "its sandbox has begun");
    process.kill(pid, "SIGKILL");
    await expect(opening).rejects.toMatchObject({ code: "disconnected" });
    await until(() => !isRunning(pid), "the daemon has ended");
    await chain.reconnect();
    await expect.poll(left).toEqual([0, 0, 0, 0]);
    await browserBack();
  });

  test("a session ends with a daemon that is told to stop, and its browser comes to the next by itself", async () => {
    const { sessionId } = await chain.session({ browserId, sites: ["store"] });
    const { pid } = await chain.agent.call("daemon.status", {});
    await chain.agent.call("daemon.stop", {});
    await until(() => !isRunning(pid), "the daemon has ended");
    await chain.reconnect();
    expect(await left()).toEqual([0, 0, 0, 0]);
    expect(await lastLine(sessionId)).toMatchObject({ kind: "end", reason: "shutdown" });
    await browserBack();
  });

  test("a session ends in order if its browser quits, and the step under way is unknown", async () => {
    const { session, status } = await underDeadline(5000, async (timeoutMs) => {
      const session = await chain.session({ browserId, url: site.url });
      site.hold();
      const counted = site.count + 1;
      const add = { type: "click", id: session.id("add") } as const;
      const settle = { budgetMs: 120_000 };
      const click = (timeoutMs: number): Promise<Step> =>
        session.act(add, { actionId: "held", settle, timeoutMs });
      const answer = click(timeoutMs);
      await underWay(answer, () => site.count === counted, "the click has counted");
      await own.close();
      const { status, error } = await answer.catch((thrown: unknown) => {
        if (toWebservError(thrown).code !== "timeout") throw thrown;
        return answerWithin(1000, click);
      });
      site.release();
      if (error?.code === "browser-gone") return { session, status };
      ({ own } = await chain.ownBrowser());
      throw new TooEarly(`the click was ${status} before the browser had quit`);
    });
    expect(status).toBe("unknown");
    // The same profile again: its tabs are gone, and the session with them.
    const again = await chain.ownBrowser();
    expect(again.browserId).toBe(browserId);
    await until(
      async () => (await chain.stateOf(session.sessionId)) === undefined,
      "the session has ended",
    );
    await expect
      .poll(() => lastLine(session.sessionId))
      .toMatchObject({ kind: "end", reason: "browser-gone", steps: 1 });
    expect(await session.recorded()).toHaveLength(1);
  });
});

test("a daemon that is told to stop takes its sessions, sandboxes, browsers and files along", async () => {
  await using chain = await Chain.open();
  const { home } = chain.paths;
  const [training, personal] = await Promise.all([
    chain.launch("training"),
    chain.launch("personal"),
  ]);
  const [one, two] = await Promise.all([
    chain.session({ browserId: training.browserId, sites: ["store"] }),
    chain.session({ browserId: personal.browserId, url: site.url }),
    chain.agent.call("sandbox.create", { site: "store" }),
  ]);
  site.hold();
  const counted = site.count + 1;
  const answer = two.act({ type: "click", id: two.id("add") }, { settle: { budgetMs: 60_000 } });
  answer.catch(() => {});
  await until(() => site.count === counted, "a step is under way");
  const { pid } = await chain.agent.call("daemon.status", {});
  await chain.agent.call("daemon.stop", {});
  await until(() => !isRunning(pid), "the daemon has ended");
  site.release();
  await expect.poll(() => processesOfFolder(home)).toEqual([]);
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)));
  // What outlives it: its words, what sandboxes are made from, records, and its name in Incus, where there is one.
  const kept = /^(logs|sandboxes.templates|trajectories|incus.owner)\b/;
  const data = files.filter((file) => !kept.test(file));
  expect(data).toEqual(["run/token"]);
  for (const { sessionId } of [one, two]) {
    expect(files).toContain(`trajectories/${sessionId}/steps.jsonl`);
  }
  // The step that was under way is in it, once.
  await chain.reconnect();
  expect(await two.recorded()).toMatchObject([{ status: "unknown" }]);
});

test("two browsers and two shells that all find no daemon start one, and share it", async () => {
  const line = await CommandLine.open();
  const { home } = line;
  const browsers = await Promise.all(
    ["one", "two"].map(async (profile) => startOwnBrowser({ home, profile })),
  );
  try {
    await Promise.all([line.json(["daemon", "start"]), line.json(["daemon", "start"])]);
    await expect
      .poll(async () => await line.json(["daemon", "status"]))
      .toMatchObject({ browsers: 2 });
    // Those that came second end by themselves, as soon as they find the first one serving.
    const daemons = async (): Promise<string[]> =>
      (await processesOfFolder(home)).filter((args) => args.includes(DAEMON));
    await expect.poll(daemons).toHaveLength(1);
  } finally {
    await Promise.all(browsers.map(async (browser) => browser.close()));
    await line.close();
  }
});
