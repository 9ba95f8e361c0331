import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { PATIENCE_MS } from "../../../support/time/patience.ts";
import { answerWithin, TooEarly, underDeadline } from "../../../support/time/under-deadline.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const pages = {
  "/count": `<title>Count</title><button onclick="out.textContent = 'count ' + ++n">Add</button>
    <p id="out"></p><script>var n = 0</script>`,
  "/slow-answer": `<title>Slow</title><button onclick="fetch('/never')">Ask</button>`,
  "/freeze": `<title>Freeze</title><button onclick="for (;;);">Freeze</button>`,
  "/link-to-nowhere": `<title>Link</title><a href="http://127.0.0.1:1/">Nowhere</a><a href="/never">Never</a>`,
  "/large": `<title>Large</title><main>${Array.from({ length: 30_000 }, (_, index) => `<p>Paragraph number ${index} of a very long page</p>`).join("")}</main>`,
  "/never": () => {},
  "/empty": (_request, response) => {
    response.writeHead(204);
    response.end();
  },
  "/to-empty": (_request, response) => {
    response.writeHead(302, { location: "/empty" });
    response.end();
  },
  "/links-to-empty": `<title>Links</title><h1>Links</h1><a href="/empty">Link</a> <a href="/to-empty">Hop</a>
    <a href="/empty" target="_blank">Tab</a> <button onclick="location = '/empty'">Script</button>
    <form action="/empty" method="post"><button>Send</button></form>
    <iframe srcdoc="words"></iframe>`,
} satisfies Record<string, PageSource>;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const patience = { timeout: PATIENCE_MS };

/** How often the page has asked for what never comes, from now on. */
function countAsked(): () => number {
  const before = server.requests.length;
  return () => server.requests.slice(before).filter(({ path }) => path === "/never").length;
}

function open(path: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url(path));
}

describe("a server that sends no page", () => {
  test.each([
    ["link", "/empty"],
    ["hop", "/to-empty"],
    ["script", "/empty"],
    ["send", "/empty"],
  ])("a click on %s that leads there says so, and the page stays", async (name, path) => {
    const agent = await open("/links-to-empty");
    const step = await agent.act({ type: "click", id: agent.id(name) });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({
      status: "done",
      settle: { status: "settled" },
      effects: { pageless: { url: server.url(path), status: 204 } },
      observation: { title: "Links" },
    });
    await agent.close();
  });

  test("a link that opens a tab for it says so, and the tab is empty", async () => {
    const agent = await open("/links-to-empty");
    const step = await agent.act({ type: "click", id: agent.id("tab") });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({
      status: "done",
      effects: { tabsOpened: [""], pageless: { url: server.url("/empty"), status: 204 } },
      observation: { url: "about:blank" },
    });
    const back = await agent.act({ type: "close_tab" });
    expect(back).toMatchObject({ status: "done", observation: { title: "Links" } });
    await agent.close();
  });
});

describe("an action", () => {
  test("an action sent again under its id is answered as before and does not run again", async () => {
    const agent = await open("/count");
    const action = { type: "click", id: agent.id("add") } as const;
    const first = await agent.act(action, {}, { actionId: "once" });
    expect(htmlOf(first)).toContain("count 1");
    expect(await agent.act(action, {}, { actionId: "once" })).toEqual(first);
    expect((await agent.observe()).html).toContain("count 1");
    await agent.close();
  });

  test("an action sent again while it is under way shares its outcome", async () => {
    const agent = await open("/count");
    const action = { type: "click", id: agent.id("add") } as const;
    const [first, second] = await Promise.all([
      agent.act(action, {}, { actionId: "once" }),
      agent.act(action, {}, { actionId: "once" }),
    ]);
    expect(second).toEqual(first);
    expect(htmlOf(first)).toContain("count 1");
    await agent.close();
  });

  test("an action under the id of another, or beside another that runs, is refused", async () => {
    const agent = await open("/slow-answer");
    const ask = { type: "click", id: agent.id("ask") } as const;
    const running = agent.act(ask, { budgetMs: 1_500 }, { actionId: "a" });
    await expect(agent.act({ type: "refresh" }, {}, { actionId: "b" })).rejects.toMatchObject({
      code: "session-busy",
    });
    await running;
    await expect(agent.act({ type: "refresh" }, {}, { actionId: "a" })).rejects.toMatchObject({
      code: "action-id-reused",
    });
    await agent.close();
  });

  test("an action whose outcome was asked for before it came does not begin any more", async () => {
    const agent = await open("/count");
    const { sessionId } = agent;
    const asked = await chromium.daemon.call("lease.outcome", { sessionId, actionId: "late" });
    expect(asked).toEqual({ state: "never" });
    const late = agent.act({ type: "click", id: agent.id("add") }, {}, { actionId: "late" });
    await expect(late).rejects.toMatchObject({ code: "cancelled" });
    expect((await agent.observe()).html).not.toContain("count");
    await agent.close();
  });

  test("an action that its caller takes back ends its wait, and its outcome can be asked for", async () => {
    const agent = await open("/slow-answer");
    const abort = new AbortController();
    const asked = countAsked();
    const taken = agent.act(
      { type: "click", id: agent.id("ask") },
      { budgetMs: 20_000 },
      { actionId: "taken", signal: abort.signal },
    );
    await vi.waitFor(() => expect(asked()).toBe(1), patience);
    abort.abort();
    await expect(taken).rejects.toMatchObject({ code: "cancelled" });
    const { state, outcome } = await chromium.daemon.call("lease.outcome", {
      sessionId: agent.sessionId,
      actionId: "taken",
    });
    expect([state, outcome?.status, outcome?.error?.code]).toEqual([
      "finished",
      "unknown",
      "cancelled",
    ]);
    await agent.close();
  });
});

describe("a lost connection", () => {
  test("a lost connection does not end the step under way, and its outcome is told afterwards", async () => {
    const { agent, error } = await underDeadline(1_500, async (budgetMs) => {
      const agent = await open("/slow-answer");
      const asked = countAsked();
      const ask = { type: "click", id: agent.id("ask") } as const;
      const lost = agent.act(ask, { budgetMs }, { actionId: "lost" }).then(
        () => undefined,
        (error: unknown) => error,
      );
      await vi.waitFor(() => expect(asked()).toBe(1), patience);
      chromium.daemon.drop();
      const error = await lost;
      if (error !== undefined) return { agent, error };
      await agent.close();
      throw new TooEarly(`the step ended within ${budgetMs} ms, before the connection was lost`);
    });
    expect(error).toMatchObject({ code: "disconnected" });
    const { state, outcome } = await chromium.daemon.call("lease.outcome", {
      sessionId: agent.sessionId,
      actionId: "lost",
    });
    expect([state, outcome?.status]).toEqual(["finished", "done"]);
    expect(outcome?.settle?.status).toBe("timeout");
    await agent.close();
  });

  test("a lost connection leaves the session as it was", async () => {
    const agent = await open("/count");
    chromium.daemon.drop();
    const step = await agent.act({ type: "click", id: agent.id("add") });
    expect(htmlOf(step)).toContain("count 1");
    expect(chromium.daemon.hellos.at(-1)?.sessions).toContain(agent.sessionId);
    await agent.close();
  });
});

describe("a worker that is stopped", () => {
  test("a worker that follows a stopped one knows that a step began, and does not repeat it", async () => {
    const agent = await open("/slow-answer");
    const { sessionId } = agent;
    const panel = await chromium.openPanel();
    const asked = countAsked();
    const ask = { type: "click", id: agent.id("ask") } as const;
    const lost = agent.act(ask, { budgetMs: 20_000 }, { actionId: "cut" });
    lost.catch(() => {});
    await vi.waitFor(() => expect(asked()).toBe(1), patience);
    await chromium.stopWorker();
    await expect(lost).rejects.toMatchObject({ code: "disconnected" });

    const { daemon } = chromium;
    await expect(daemon.call("lease.outcome", { sessionId, actionId: "cut" })).resolves.toEqual({
      state: "begun",
    });
    await expect(daemon.call("lease.outcome", { sessionId, actionId: "unsent" })).resolves.toEqual({
      state: "never",
    });
    const again = await agent.act(ask, {}, { actionId: "cut" });
    expect(again).toMatchObject({ status: "unknown", observation: { title: "Slow" } });
    expect(asked()).toBe(1);
    await panel.close();
    await agent.close();
  });

  test("a worker stopped between two steps leaves a session that goes on with trusted input", async () => {
    const agent = await open("/count");
    const panel = await chromium.openPanel();
    const first = await agent.act({ type: "click", id: agent.id("add") }, {}, { actionId: "x" });
    const workerId = chromium.daemon.hellos.at(-1)?.workerId;
    await chromium.stopWorker();
    await vi.waitFor(() => expect(chromium.daemon.hellos.at(-1)?.workerId).not.toBe(workerId), {
      timeout: PATIENCE_MS,
    });
    const repeated = await agent.act({ type: "click", id: agent.id("add") }, {}, { actionId: "x" });
    expect(repeated).toMatchObject({ status: "done", times: first.times });
    const second = await agent.act({ type: "click", id: agent.id("add") });
    expect(second).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(second)).toContain("count 2");
    await panel.close();
    await agent.close();
  });
});

describe("a page that fails", () => {
  test("a page that never answers ends in a timeout that names its address", async () => {
    const agent = await open("/link-to-nowhere");
    const step = await agent.act({ type: "click", id: agent.id("never") }, { budgetMs: 1_000 });
    expect(step).toMatchObject({ status: "done", settle: { status: "timeout" } });
    expect(step.settle?.pending).toContainEqual(
      expect.objectContaining({ kind: "document", url: server.url("/never") }),
    );
    await agent.close();
  });

  test("goto fails with the browser's reason if the address can't be reached", async () => {
    const agent = await open("/count");
    const step = await agent.act({ type: "goto", url: "http://127.0.0.1:1/" });
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "navigation-failed", details: { netError: "net::ERR_UNSAFE_PORT" } },
      observation: null,
    });
    const back = await agent.act({ type: "goto", url: server.url("/count") });
    expect(back).toMatchObject({ status: "done", observation: { title: "Count" } });
    await agent.close();
  });

  test("goto fails if the address has no content, and leaves the page before it", async () => {
    const agent = await open("/count");
    const step = await agent.act({ type: "goto", url: server.url("/empty") });
    expect(step).toMatchObject({
      status: "failed",
      error: {
        code: "navigation-failed",
        details: { netError: "net::ERR_ABORTED", status: 204 },
      },
      observation: { title: "Count" },
    });
    expect(step.error?.message).toContain("the server answered 204, which has no page");
    await agent.close();
  });

  test("a session whose first page can't be reached leaves no session and no tab behind", async () => {
    const { leases } = await chromium.daemon.call("lease.list", {});
    const opening = TestAgent.open(chromium.daemon, "http://127.0.0.1:9/nothing");
    await expect(opening).rejects.toMatchObject({ code: "navigation-failed" });
    expect(await chromium.daemon.call("lease.list", {})).toEqual({ leases });
    const urls = async (): Promise<string[]> =>
      (await chromium.browser.pages()).map((page) => page.url());
    await expect.poll(urls).not.toContain("chrome-error://chromewebdata/");
  });

  test("a page whose script does not end is told as unresponsive within the deadline", async () => {
    const agent = await open("/freeze");
    const freeze = { type: "click", id: agent.id("freeze") } as const;
    const step = await answerWithin(10_000, (timeoutMs) =>
      agent.act(freeze, { budgetMs: 1_000 }, { timeoutMs, actionId: "freeze" }),
    );
    expect(step).toMatchObject({
      settle: { status: "timeout" },
      error: { code: "page-unresponsive" },
      observation: null,
    });
    await agent.close();
  });

  test("an observation of more than a MiB arrives whole", async () => {
    const agent = await open("/large");
    const observation = await agent.observe({ maxTokens: 1_000_000 });
    expect(observation.html.length).toBeGreaterThan(1024 * 1024);
    expect(observation.html).toContain("Paragraph number 29999 of");
    await agent.close();
  });
});

test("a call about a session that this browser does not hold is refused", async () => {
  const unknown = chromium.daemon.call("lease.observe", { sessionId: "nobody", observe: {} });
  await expect(unknown).rejects.toMatchObject({ code: "unknown-session" });
});

test("opening a session twice gives the same one", async () => {
  const agent = await open("/count");
  const again = await chromium.daemon.call("lease.open", {
    sessionId: agent.sessionId,
    agent: "tester",
    url: server.url("/count"),
    input: "trusted",
  });
  expect(again.tabs).toEqual(agent.opened.tabs);
  await agent.close();
});
