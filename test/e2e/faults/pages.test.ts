// Bad ids and bad pages, seen from an agent's end of the whole real chain.
import type { ServerResponse } from "node:http";

import type { Step } from "@webserv/shared/model/step.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ChainSession } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import { htmlOf } from "../../support/reading/observed.ts";
import { answerWithin } from "../../support/time/under-deadline.ts";
import { codeOf, expectUsable, FaultyPages } from "./start-page.ts";

const PARAGRAPHS = 40_000;

const pages = {
  "/never": () => {},
  "/poll": (_request: unknown, response: ServerResponse) => {
    setTimeout(() => response.end("again"), 50);
  },
  "/polling": `<title>Polling</title><button onclick="poll()">Poll</button>
    <script>const poll = () => fetch("/poll").then((answer) => answer.text()).then(poll);</script>`,
  "/hang": `<title>Hang</title><button onclick="for (;;);">Hang</button>`,
  "/hung": `<title>Hung</title><p>before</p><script>for (;;);</script>`,
  "/dialogs": `<title>Dialogs</title>
    <button onclick="alert('Hello'); out.textContent = 'after alert'">Alert</button>
    <button onclick="out.textContent = 'sure: ' + confirm('Delete it?')">Confirm</button>
    <button onclick="out.textContent = 'name: ' + prompt('Who?', 'x')">Prompt</button><p id="out"></p>`,
  "/greeting": `<title>Greeting</title><script>alert("Welcome")</script><p>greeted</p>`,
  "/huge": `<title>Huge</title><main>${Array.from({ length: PARAGRAPHS }, (_, index) => `<p>Paragraph ${index} of a very long page</p>`).join("")}</main>`,
};

let faulty: FaultyPages;
beforeAll(async () => {
  faulty = await FaultyPages.open(pages);
});
afterAll(() => faulty.close());

/** Presses a button whose script does not end. */
async function hang(session: ChainSession): Promise<Step> {
  const settle = { idleMs: 100, budgetMs: 500 };
  return await answerWithin(8000, (timeoutMs) =>
    session.act({ type: "click", id: "hang" }, { settle, timeoutMs, actionId: "hang" }),
  );
}

describe("an id", () => {
  test("an id that was never on the page is refused with the nearest that are", async () => {
    await using session = await faulty.session("/");
    const step = await session.act({ type: "click", id: "cuont" });
    expect(step).toMatchObject({ status: "failed", error: { code: "unknown-id" }, settle: null });
    const count = session.id("count");
    expect(step.error?.message).toContain(count);
    expect(step.error?.details["nearest"]).toContain(count);
    expect(htmlOf(step)).not.toContain("clicked");
  });

  test("an id whose element has gone is stale, and no other element is taken for it", async () => {
    await using session = await faulty.session("/");
    const id = session.id("vanish");
    await session.act({ type: "click", id });
    const step = await session.act({ type: "click", id });
    expect(step).toMatchObject({ status: "failed", error: { code: "stale-id" }, settle: null });
    expect(htmlOf(step)).toContain("Count");
  });
});

describe("a tab that the person closes", () => {
  test("a tab that the person closes between two steps is told of, and the agent goes on in a new one", async () => {
    await using session = await faulty.session("/?closed");
    const page = await faulty.own.pageAt(faulty.server.url("/?closed"));
    await page.close();
    const { sessionId } = session;
    await until(async () => {
      const { sessions } = await faulty.chain.agent.call("session.list", {});
      return sessions.find((each) => each.sessionId === sessionId)?.tabs.length === 0;
    }, "the daemon knows that the tab is gone");
    const step = await session.act({ type: "press", key: "Enter" });
    expect(step).toMatchObject({ status: "failed", error: { code: "tab-closed" } });
    await expect(session.observe()).rejects.toMatchObject({ code: "tab-closed" });
    const next = await session.act({ type: "new_tab", url: faulty.server.url("/") });
    expect(next).toMatchObject({ status: "done", observation: { title: "Start" } });
  });

  test("a tab that the person closes in the middle of a step ends the wait for its page", async () => {
    await using session = await faulty.session("/polling?closed");
    const polls = faulty.server.requests.length;
    const answer = session.act(
      { type: "click", id: session.id("poll") },
      { settle: { mode: "network-idle", idleMs: 100, budgetMs: 120_000 } },
    );
    await until(() => faulty.server.requests.length > polls + 2, "the page polls");
    await (await faulty.own.pageAt(faulty.server.url("/polling?closed"))).close();
    const step = await answer;
    expect(step).toMatchObject({ observation: null, error: { code: "tab-closed" } });
    const next = await session.act({ type: "new_tab", url: faulty.server.url("/") });
    expect(next).toMatchObject({ status: "done", observation: { title: "Start" } });
  });

  test("a tab that has crashed can be loaded again", async () => {
    await using session = await faulty.session("/?crash");
    const page = await faulty.own.pageAt(faulty.server.url("/?crash"));
    const devtools = await page.createCDPSession();
    // Its answer never comes: the renderer is gone.
    devtools.send("Page.crash").catch(() => {});
    await until(
      async () => (await session.act({ type: "press", key: "Tab" })).status !== "done",
      "the page has crashed",
    );
    const step = await session.act({ type: "refresh" });
    expect(step).toMatchObject({ status: "done", observation: { title: "Start" } });
    await expectUsable(session, faulty.server);
  });
});

describe("a page", () => {
  test("a page that never loads is a timeout that names it", async () => {
    await using session = await faulty.session("/");
    const settle = { idleMs: 100, budgetMs: 1000 };
    const step = await session.act({ type: "goto", url: faulty.server.url("/never") }, { settle });
    expect(step.settle).toMatchObject({
      status: "timeout",
      pending: [{ kind: "document", url: faulty.server.url("/never") }],
    });
    await expectUsable(session, faulty.server);
  });

  test("a page that never settles is a timeout that names what it still waits for", async () => {
    await using session = await faulty.session("/polling");
    const step = await session.act(
      { type: "click", id: session.id("poll") },
      { settle: { mode: "network-idle", idleMs: 200, budgetMs: 1000 } },
    );
    expect(step).toMatchObject({
      status: "done",
      settle: { status: "timeout", pending: [{ kind: "fetch", url: faulty.server.url("/poll") }] },
      observation: { title: "Polling" },
    });
    expect(step.settle?.waitedFor.length).toBeGreaterThan(1);
  });

  test("a page whose script hangs is unresponsive within the deadline, and the session lives on", async () => {
    await using session = await faulty.session("/hang");
    const step = await hang(session);
    expect(step).toMatchObject({
      error: { code: "page-unresponsive" },
      settle: { status: "timeout" },
      observation: null,
    });
    const look = faulty.chain.agent.call(
      "session.observe",
      { sessionId: session.sessionId },
      { timeoutMs: 2000 },
    );
    expect(["timeout", "page-unresponsive"]).toContain(await codeOf(look));
    const next = await session.act({ type: "new_tab", url: faulty.elsewhere("/") });
    expect(next).toMatchObject({ status: "done", observation: { title: "Start" } });
    await session.act({ type: "close_tab", index: 0 });
    await expectUsable(session, faulty.server);
  });

  test("a page whose script hangs can be left for another address", async () => {
    await using session = await faulty.session("/hang");
    await hang(session);
    const step = await session.act({ type: "goto", url: faulty.elsewhere("/two") });
    expect(step).toMatchObject({ status: "done", observation: { title: "Two" } });
  });

  test("a page that hangs while it loads does not hold the opening of a session beyond its deadline", async () => {
    const url = faulty.server.url("/hung");
    const params = { browserId: faulty.browserId, url };
    const { session, observation } = await answerWithin(5000, (timeoutMs) =>
      faulty.chain.agent.call("session.open", params, { timeoutMs }),
    );
    expect(observation?.url).toBe(url);
    expect(observation?.html).toContain("its script is busy");
    await faulty.chain.agent.call("session.close", { sessionId: session.sessionId });
    await using other = await faulty.session("/");
    await expectUsable(other, faulty.server);
  });

  test("an observation of more than a MiB arrives whole", async () => {
    await using session = await faulty.session("/");
    const observe = { maxTokens: 1_000_000 };
    const step = await session.act({ type: "goto", url: faulty.server.url("/huge") }, { observe });
    expect(htmlOf(step).length).toBeGreaterThan(1024 * 1024);
    expect(htmlOf(step)).toContain(`Paragraph ${PARAGRAPHS - 1} of`);
    expect(step.observation?.omitted).toEqual([]);
  });
});

describe("a dialog", () => {
  let session: ChainSession;
  beforeAll(async () => {
    session = await faulty.session("/dialogs");
  });
  afterAll(() => session.close());

  test.each([
    ["alert", "accepted", "after alert"],
    ["confirm", "dismissed", "sure: false"],
    ["prompt", "accepted", "name: x"],
  ] as const)("a dialog (%s) freezes nothing, and is told of", async (kind, answer, text) => {
    const asked = await session.act({ type: "click", id: session.id(kind) });
    const waits = asked.effects.dialog !== undefined;
    expect([asked.status, waits]).toEqual(["done", kind !== "alert"]);
    const step = waits
      ? await session.act({ type: "dialog", accept: answer === "accepted" })
      : asked;
    expect(step).toMatchObject({ status: "done", effects: { dialogs: [{ kind, answer }] } });
    expect(htmlOf(step)).toContain(text);
  });

  test("a dialog that a page opens while it loads freezes nothing", async () => {
    const step = await session.act({ type: "goto", url: faulty.server.url("/greeting") });
    expect(step).toMatchObject({
      status: "done",
      effects: { dialogs: [{ kind: "alert", message: "Welcome", answer: "accepted" }] },
    });
    expect(htmlOf(step)).toContain("greeted");
  });
});
