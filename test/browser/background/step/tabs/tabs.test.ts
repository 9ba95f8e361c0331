import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../../support/pages/page-server.ts";
import { idOf, TestAgent } from "../../agent.ts";

const pages = {
  "/one": `<title>One</title><h1>One</h1>
    <a href="/two" target="_blank">New tab</a>
    <a href="/two">Same tab</a>
    <button onclick="window.open('/popup', 'p', 'width=300,height=300')">Popup</button>
    <button onclick="const w = window.open(); w.document.write('<title>Written</title><button>Inside</button>'); w.document.close()">Write</button>
    <button onclick="history.pushState({}, '', '/one?pushed'); document.title = 'Pushed'">Push</button>
    <button onclick="setTimeout(() => window.close())">Close me</button>
    <a href="/named?first" target="named">First</a> <a href="/named?second" target="named">Second</a>
    <button onclick="window.open('/named?third', 'named')">Third</button>`,
  "/named": `<title>Named</title><h1></h1><button onclick="opener.location = '/two'">Lead</button><script>
    document.querySelector("h1").textContent = location.search.slice(1);
  </script>`,
  "/asking": `<title>Asking</title><h1>Asking</h1><script>fetch("/two")</script>`,
  "/two": `<title>Two</title><h1>Two</h1>`,
  "/popup": `<title>Popup</title><h1>Popup</h1><button onclick="window.close()">Done</button>`,
};

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

function open(path: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url(path));
}

describe("loading", () => {
  test("goto, back, forward and refresh answer with the page they lead to", async () => {
    const agent = await open("/one");
    const gone = await agent.act({ type: "goto", url: server.url("/two") });
    expect(gone).toMatchObject({
      status: "done",
      effects: { navigated: { from: server.url("/one"), to: server.url("/two") } },
      observation: { title: "Two" },
    });
    expect(gone.settle?.waitedFor).toContainEqual(
      expect.objectContaining({ kind: "document", url: server.url("/two") }),
    );
    expect((await agent.act({ type: "back" })).observation?.title).toBe("One");
    expect((await agent.act({ type: "forward" })).observation?.title).toBe("Two");
    const before = server.requests.length;
    expect((await agent.act({ type: "refresh" })).observation?.title).toBe("Two");
    expect(server.requests.slice(before).map(({ path }) => path)).toContain("/two");
    await agent.close();
  });

  test("back fails and leaves the page unchanged if there is nothing earlier", async () => {
    const agent = await open("/one");
    const step = await agent.act({ type: "back" });
    expect(step).toMatchObject({ status: "failed", error: { code: "navigation-failed" } });
    expect(step.observation?.title).toBe("One");
    await agent.close();
  });

  test("a click on a link answers with the page behind it", async () => {
    const agent = await open("/one");
    const step = await agent.act({ type: "click", id: agent.id("same-tab") });
    expect(step).toMatchObject({ status: "done", observation: { title: "Two" } });
    expect(step.effects.navigated?.to).toBe(server.url("/two"));
    await agent.close();
  });

  test("back within a document's own history stays in the document", async () => {
    const agent = await open("/one");
    const pushed = await agent.act({ type: "click", id: agent.id("push") });
    expect(pushed.effects.navigated?.to).toBe(server.url("/one?pushed"));
    const back = await agent.act({ type: "back" });
    expect(back).toMatchObject({ status: "done", observation: { url: server.url("/one") } });
    await agent.close();
  });

  test("a path is loaded from the current page's site", async () => {
    const agent = await open("/one");
    const step = await agent.act({ type: "goto", url: "/two?path" });
    expect(step).toMatchObject({ status: "done", observation: { url: server.url("/two?path") } });
    await agent.close();
  });

  test.each(["javascript:alert(1)", "file:///etc/passwd", "chrome://version"])(
    "goto does not open the address %s",
    async (url) => {
      const agent = await open("/one");
      const step = await agent.act({ type: "goto", url });
      expect(step).toMatchObject({ status: "failed", error: { code: "url-not-allowed" } });
      expect(step.observation?.title).toBe("One");
      await agent.close();
    },
  );
});

describe("tabs", () => {
  test("tabs are opened, switched and closed by index", async () => {
    const agent = await open("/one");
    const opened = await agent.act({ type: "new_tab", url: server.url("/two") });
    expect(opened).toMatchObject({
      status: "done",
      effects: { tabsOpened: [server.url("/two")] },
      observation: { title: "Two" },
    });
    expect(opened.observation?.tabs.map(({ title, active }) => [title, active])).toEqual([
      ["One", false],
      ["Two", true],
    ]);
    const switched = await agent.act({ type: "switch_tab", index: 0 });
    expect(switched.observation?.title).toBe("One");
    const closed = await agent.act({ type: "close_tab" });
    expect(closed).toMatchObject({ effects: { tabsClosed: 1 }, observation: { title: "Two" } });
    const missing = await agent.act({ type: "switch_tab", index: 5 });
    expect(missing).toMatchObject({ status: "failed", error: { code: "no-such-tab" } });
    await agent.close();
  });

  test("requests that a tab's page made before the session turned to it are not waited for again", async () => {
    const agent = await open("/asking");
    await agent.act({ type: "new_tab", url: server.url("/two") });
    const switched = await agent.act({ type: "switch_tab", index: 0 });
    expect(switched.observation?.title).toBe("Asking");
    expect(switched.settle).toMatchObject({ status: "settled", waitedFor: [], pending: [] });
    await agent.close();
  });

  test("an empty tab has an empty observation, and goto leads on from there", async () => {
    const agent = await open("/one");
    const step = await agent.act({ type: "new_tab" });
    expect(step).toMatchObject({ status: "done", observation: { url: "about:blank", html: "" } });
    const gone = await agent.act({ type: "goto", url: server.url("/two") });
    expect(gone).toMatchObject({ status: "done", observation: { title: "Two" } });
    await agent.close();
  });

  test("a tab that a link opens joins the session and becomes its current one", async () => {
    const agent = await open("/one");
    const step = await agent.act({ type: "click", id: agent.id("new-tab") });
    expect(step).toMatchObject({
      status: "done",
      effects: { tabsOpened: [server.url("/two")] },
      observation: { title: "Two" },
    });
    expect(step.observation?.tabs).toMatchObject([{ index: 0 }, { index: 1, opener: 0 }]);
    expect(step.observation?.tabs[0]).not.toHaveProperty("opener");
    await agent.close();
  });

  test.each(["second", "third"])(
    "a page that the %s control loads into a named tab, which is open already, is told and gone to",
    async (name) => {
      const agent = await open("/one");
      await agent.act({ type: "click", id: agent.id("first") });
      await agent.act({ type: "switch_tab", index: 0 });
      const step = await agent.act({ type: "click", id: agent.id(name) });
      const url = server.url(`/named?${name}`);
      expect(step).toMatchObject({
        status: "done",
        effects: { tabsLoaded: [{ index: 1, url }] },
        observation: { url, tabs: [{ active: false }, { active: true }] },
      });
      expect(step.observation?.html).toContain(name);
      expect(step.effects.tabsOpened).toBeUndefined();
      // The focus went to the link, in the tab that was left.
      expect(step.effects.focus).toBeUndefined();
      await agent.close();
    },
  );

  test("a page that a popup loads in the tab which opened it is told, and the session stays", async () => {
    const agent = await open("/one");
    const first = await agent.act({ type: "click", id: agent.id("first") });
    const step = await agent.act({ type: "click", id: idOf(first.observation, "lead") });
    expect(step.effects.tabsLoaded).toEqual([{ index: 0, url: server.url("/two") }]);
    expect(step.observation?.url).toBe(server.url("/named?first"));
    await agent.close();
  });

  test("a tab that the agent opens has no opener, nor has a tab whose opener has gone", async () => {
    const agent = await open("/one");
    const made = await agent.act({ type: "new_tab", url: server.url("/one?second") });
    expect(made.observation?.tabs[1]).not.toHaveProperty("opener");
    const opened = await agent.act({
      type: "click",
      id: idOf(made.observation, "new-tab"),
    });
    expect(opened.observation?.tabs).toMatchObject([{}, {}, { title: "Two", opener: 1 }]);
    const moved = await agent.act({ type: "close_tab", index: 0 });
    expect(moved.observation?.tabs).toMatchObject([{}, { title: "Two", opener: 0 }]);
    const alone = await agent.act({ type: "close_tab", index: 0 });
    expect(alone.observation?.tabs).toMatchObject([{ index: 0, title: "Two" }]);
    expect(alone.observation?.tabs[0]).not.toHaveProperty("opener");
    await agent.close();
  });

  test("a popup joins the session with trusted input, and its closing leads back", async () => {
    const agent = await open("/one");
    const opened = await agent.act({ type: "click", id: agent.id("popup") });
    expect(opened).toMatchObject({ status: "done", observation: { title: "Popup" } });
    const canBeDiscarded = await chromium.inWorker(async () =>
      (await chrome.tabs.query({ title: "Popup" })).map((tab) => tab.autoDiscardable),
    );
    expect(canBeDiscarded).toEqual([false]);
    const done = await agent.act({ type: "click", id: idOf(opened.observation, "done") });
    expect(done).toMatchObject({
      status: "done",
      input: "trusted",
      effects: { tabsClosed: 1 },
      observation: { title: "One" },
    });
    await agent.close();
  });

  test("a window that a page opens without an address joins the session", async () => {
    const agent = await open("/one");
    const step = await agent.act({ type: "click", id: agent.id("write") });
    expect(step).toMatchObject({ status: "done", observation: { title: "Written" } });
    const inside = await agent.act({ type: "click", id: idOf(step.observation, "inside") });
    expect(inside).toMatchObject({ status: "done", input: "trusted" });
    await agent.close();
  });

  test("a tab that the person opens beside a session's stays the person's", async () => {
    const agent = await open("/one");
    const panel = await chromium.openPanel();
    const step = await agent.act({ type: "press", key: "Tab" });
    expect(step).toMatchObject({ status: "done", observation: { title: "One" } });
    expect(step.observation?.tabs).toHaveLength(1);
    await panel.close();
    await agent.close();
  });

  test("the tabs of other sessions are out of reach", async () => {
    const [mine, other] = await Promise.all([open("/one"), open("/two")]);
    const step = await mine.act({ type: "switch_tab", index: 1 });
    expect(step.error?.code).toBe("no-such-tab");
    expect(step.observation?.tabs).toHaveLength(1);
    await Promise.all([mine.close(), other.close()]);
  });

  test("a tab that the person closes is told, and nothing is done in another instead", async () => {
    const agent = await open("/one?mine");
    await agent.act({ type: "new_tab", url: server.url("/two?mine") });
    const page = await chromium.pageAt(server.url("/two?mine"));
    await page.close();
    await expect
      .poll(() => chromium.daemon.changed.at(-1))
      .toMatchObject({
        sessionId: agent.sessionId,
        tabs: [{ index: 0, url: server.url("/one?mine"), active: false }],
      });
    const step = await agent.act({ type: "press", key: "Tab" });
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "tab-closed" },
      observation: null,
    });
    const switched = await agent.act({ type: "switch_tab", index: 0 });
    expect(switched).toMatchObject({ status: "done", observation: { title: "One" } });
    await agent.close();
  });

  test("a session whose last tab was closed can open another", async () => {
    const agent = await open("/one");
    const opened = await agent.act({ type: "close_tab" });
    expect(opened).toMatchObject({ status: "done", observation: null });
    const again = await agent.act({ type: "close_tab" });
    expect(again).toMatchObject({ status: "failed", error: { code: "tab-closed" } });
    const next = await agent.act({ type: "new_tab", url: server.url("/two") });
    expect(next).toMatchObject({ status: "done", observation: { title: "Two" } });
    await agent.close();
  });

  describe("a tab that a page opens while its session is being closed", () => {
    const opened = () =>
      chromium.inWorker(async (url) => {
        const tabs = (await chrome.tabs.query({})).filter((tab) => tab.url === url);
        return tabs.map(({ autoDiscardable }) => (autoDiscardable ? "not joined" : "joined"));
      }, server.url("/two?late"));

    async function openFrom(path: string): Promise<void> {
      const page = await chromium.pageAt(server.url(path));
      await page.evaluate("void window.open('/two?late')");
    }

    /** The worker's calls of an API, from now on, wait until they are let go. */
    async function hold(api: "tabs" | "debugger", name: string) {
      await chromium.evaluateInWorker(`{
        const native = chrome.${api}.${name};
        const held = [];
        chrome.${api}.${name} = (...args) =>
          new Promise((resolve) => held.push(() => resolve(native.call(chrome.${api}, ...args))));
        globalThis.heldCalls = () => held.length;
        globalThis.letGo = () => {
          chrome.${api}.${name} = native;
          for (const call of held.splice(0)) call();
        };
      }`);
      onTestFinished(() => letGo());
    }
    const heldCalls = () => chromium.evaluateInWorker("heldCalls()");
    const letGo = async () => void (await chromium.evaluateInWorker("letGo()"));

    test("a tab that a page opens while its session is being closed closes with it", async () => {
      const agent = await open("/one?asking");
      onTestFinished(() => agent.close());
      await agent.act({ type: "new_tab", url: server.url("/one?opening") });
      const asking = await chromium.pageAt(server.url("/one?asking"));
      await asking.evaluate("void setTimeout(confirm)");
      await expect
        .poll(async () => (await agent.observe()).tabs.map(({ dialog }) => dialog))
        .toEqual(["confirm", undefined]);
      await hold("debugger", "sendCommand");
      const closed = agent.close();
      await expect.poll(heldCalls).toBeGreaterThan(0);
      await openFrom("/one?opening");
      await expect.poll(opened).toEqual(["joined"]);
      await letGo();
      await closed;
      await expect.poll(opened).toEqual([]);
    });

    test("a tab that the browser tells of only after its session was closed closes too", async () => {
      const agent = await open("/one?alone");
      await hold("tabs", "get");
      await openFrom("/one?alone");
      await expect.poll(heldCalls).toBeGreaterThan(0);
      await agent.close();
      expect(await opened()).toEqual(["not joined"]);
      await letGo();
      await expect.poll(opened).toEqual([]);
    });
  });
});
