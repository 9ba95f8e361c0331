// A person who types all the time keeps their tab and their window, whatever an agent does in others.
import type { IncomingMessage, ServerResponse } from "node:http";

import type { Page } from "puppeteer";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { until } from "../../../support/daemon/daemon.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import {
  VirtualDisplay,
  withDisplay,
  type Typing,
} from "../../../support/browser/virtual-display.ts";
import { idOf, TestAgent } from "../agent.ts";

/** Tells of each key that reaches it, and takes the keyboard as soon as it can. */
const heard = `<input autofocus><script>
  addEventListener("keydown", (event) => fetch("/key/" + event.key), true);
</script>`;

const opened = `<title>Opened</title>${heard}<button onclick="opener?.focus()">Call the opener</button>`;
/** Until then the server does not answer for the page that is opened. */
let answers = Promise.resolve();

const pages = {
  "/person": `<title>Person</title><style>* { margin: 0 } textarea { width: 100vw; height: 100vh }</style>
    <textarea autofocus></textarea>`,
  "/agent": `<title>Agent</title>${heard}<a href="/opened" target="_blank">Link</a>
    <a href="/opened" target="named">Named link</a>
    <button onclick="window.open('/opened')">Window</button>
    <button onclick="setTimeout(() => window.open('/opened'), 50)">Later</button>
    <button onclick="window.open('/opened', 'p', 'width=300,height=300')">Popup</button>
    <form action="/opened" target="_blank"><button>Send</button></form>`,
  "/caller": `<title>Caller</title>${heard}<button onclick="child = window.open('/opened', 'child')">Tab</button>
    <button onclick="child = window.open('/opened', 'child', 'width=300,height=300')">Popup</button>
    <a href="/opened" target="child" rel="opener" onclick="child = { focus: () => window.open('', 'child') }">Named</a>
    <script>
      calls = 0;
      setInterval(() => { if (calls > 0) child.focus(); calls--; }, 100);
    </script>`,
  "/opened": (_: IncomingMessage, response: ServerResponse) => {
    void answers.then(() => response.writeHead(200, { "content-type": "text/html" }).end(opened));
  },
  "/never": () => {},
  "/left": `<title>Left</title><button onclick="fetch('/never')">Wait</button>
    <a href="/opened" target="_blank">Link</a><script>
      /** Whether somebody has opened the link in the browser's place. */
      const click = (link) => new Promise((tell) => {
        link.onclick = () => addEventListener("click", (event) => {
          tell(event.defaultPrevented);
          event.preventDefault();
        }, { once: true });
      });
    </script>`,
  "/framed": `<title>Framed</title><script>
      heard = [];
      const note = () => heard.push(document.activeElement.tagName);
      function call() { note(); window.focus(); note(); }
    </script><iframe srcdoc="<label>Pin<input oninput='parent.call()'></label>"></iframe>`,
  "/leaving": `<title>Leaving</title>${heard}<button onclick="onbeforeunload = (event) => event.preventDefault()">Ask</button>`,
};

let display: VirtualDisplay;
let chromium: ExtensionBrowser;
let server: PageServer;
let person: Page;

describe("a person who types", withDisplay, () => {
  beforeAll(async () => {
    [display, server] = await Promise.all([VirtualDisplay.start(), PageServer.listen(pages)]);
    chromium = await ExtensionBrowser.launch({ display: display.name });
    await chromium.daemon.connected();
    const [first] = await chromium.browser.pages();
    if (first === undefined) throw new Error("the browser has no tab");
    person = first;
    await person.goto(server.url("/person"));
  });
  beforeEach(async () => {
    server.requests.splice(0);
    await person.bringToFront();
    await display.click(500, 600);
    await person.evaluate(() => {
      const [field] = document.getElementsByTagName("textarea");
      if (field !== undefined) field.value = "";
    });
  });
  afterAll(async () => {
    await chromium.close();
    await server.close();
    await display.close();
  });

  const field = () => person.evaluate(() => document.querySelector("textarea")?.value ?? "");
  const tabInFront = () =>
    chromium.inWorker(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      return { title: tab?.title, url: tab?.url };
    });
  const inFront = async () => (await tabInFront()).title;
  const inFrontUrl = async () => (await tabInFront()).url;
  const keysOfAgents = () =>
    server.requests.map(({ path }) => path).filter((path) => path.startsWith("/key/"));

  /** Ends with the test, as the typing does: what fails leaves nothing to the next one. */
  async function openAgent(path: string): Promise<TestAgent> {
    const agent = await TestAgent.open(chromium.daemon, server.url(path));
    onTestFinished(() => agent.close());
    return agent;
  }

  function keepTyping(): Typing {
    const typing = display.keepTyping();
    onTestFinished(async () => void (await typing.end()));
    return typing;
  }

  /**
   * Has the agent click on what opens a tab or a window. What has not loaded yet takes no keys: so nothing
   * depends on whether the page or the person's focus comes first.
   */
  async function openWhileTyping(
    agent: TestAgent,
    name: string,
    typed: () => Promise<string>,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers = promise;
    onTestFinished(() => resolve());
    const asked = server.requests.length;
    const step = agent.act({ type: "click", id: agent.id(name) });
    let ended: unknown;
    void step.then(
      (outcome) => (ended = outcome),
      (error: unknown) => (ended = error),
    );
    await until(() => {
      if (ended !== undefined) throw new Error(`${name} opened nothing`, { cause: ended });
      return Promise.resolve(server.requests.slice(asked).some(({ path }) => path === "/opened"));
    }, `${name} opens a page`);
    const before = await typed();
    await expect.poll(typed).not.toBe(before);
    resolve();
    expect(await step).toMatchObject({ status: "done", observation: { title: "Opened" } });
  }

  test("a person who types loses no key while an agent opens, clicks, and goes from tab to tab", async () => {
    const typing = keepTyping();
    await expect.poll(field).not.toBe("");
    const agent = await openAgent("/agent");
    const opened = await agent.act({ type: "new_tab", url: server.url("/opened") });
    expect(opened.observation?.title).toBe("Opened");
    const back = await agent.act({ type: "switch_tab", index: 0 });
    expect(back.observation?.title).toBe("Agent");
    await agent.act({ type: "close_tab", index: 1 });
    const linked = await agent.act({ type: "click", id: idOf(back.observation, "link") });
    expect(linked).toMatchObject({ status: "done", observation: { title: "Opened" } });
    await agent.act({ type: "goto", url: server.url("/agent") });
    await agent.close();
    const typed = await typing.end();
    await expect.poll(field).toBe(typed);
    expect(keysOfAgents()).toEqual([]);
  });

  test.each(["link", "named-link", "window", "later", "popup", "send"])(
    "what the agent's page opens by its control %s leaves the person where they are",
    async (name) => {
      const agent = await openAgent("/agent");
      const typing = keepTyping();
      await expect.poll(field).not.toBe("");
      await openWhileTyping(agent, name, field);
      await typing.end();
      await display.xdotool("type", "--delay", "25", "0123456789");
      await expect.poll(field).toMatch(/0123456789$/);
      expect(keysOfAgents()).toEqual([]);
    },
  );

  test("a link that the agent clicks or presses opens a tab that was never in front", async () => {
    const agent = await openAgent("/agent");
    await chromium.inWorker(() => {
      const shown: number[] = [];
      Reflect.set(globalThis, "shown", shown);
      chrome.tabs.onActivated.addListener(({ tabId }) => void shown.push(tabId));
    });
    const shown = () => chromium.evaluateInWorker("globalThis.shown");
    const clicked = await agent.act({ type: "click", id: agent.id("link") });
    expect(clicked).toMatchObject({ status: "done", observation: { title: "Opened" } });
    await agent.act({ type: "switch_tab", index: 0 });
    const pressed = await agent.act({ type: "press", key: "Enter", id: agent.id("link") });
    expect(pressed).toMatchObject({ status: "done", observation: { title: "Opened" } });
    expect(await shown()).toEqual([]);
    await agent.act({ type: "switch_tab", index: 0 });
    await agent.act({ type: "click", id: agent.id("window") });
    expect(await shown()).not.toEqual([]);
  });

  test("links open as ever in a page whose action lost the worker that began it", async () => {
    const agent = await openAgent("/left");
    const page = await chromium.pageAt(server.url("/left"));
    const step = agent.act({ type: "click", id: agent.id("wait") }, { budgetMs: 120_000 });
    const lost = step.catch((thrown: unknown) => thrown);
    const isOpened = async (): Promise<unknown> => {
      const opened = page.evaluate("click(document.links[0])");
      await page.click("a");
      return await opened;
    };
    await expect.poll(() => server.requests.map(({ path }) => path)).toContain("/never");
    expect(await isOpened()).toBe(true);
    await chromium.stopWorker();
    expect(await lost).toMatchObject({ code: "disconnected" });
    await expect.poll(isOpened).toBe(false);
  });

  test("a person who types in another window keeps that window and what is in front there", async () => {
    const agent = await openAgent("/agent");
    await chromium.inWorker(async (url) => {
      // Partly beside the first one, so that a click there is a click on this one.
      await chrome.windows.create({ url, left: 900, top: 0, width: 500, height: 700 });
    }, server.url("/person?other"));
    const other = await chromium.pageAt(server.url("/person?other"));
    onTestFinished(() => other.close());
    const fieldThere = () => other.evaluate(() => document.querySelector("textarea")?.value ?? "");
    // A click that comes before the window is drawn leaves the keyboard with the first one.
    await expect
      .poll(async () => {
        await display.click(1250, 500);
        return await other.evaluate(() => document.hasFocus());
      })
      .toBe(true);
    const typing = keepTyping();
    await expect.poll(fieldThere).not.toBe("");
    for (const name of ["link", "window", "popup"]) {
      await openWhileTyping(agent, name, fieldThere);
      await agent.act({ type: "switch_tab", index: 0 });
    }
    await typing.end();
    await expect
      .poll(async () => {
        await display.xdotool("type", "--delay", "25", "0123456789");
        return await fieldThere();
      })
      .toMatch(/0123456789$/);
    expect(keysOfAgents()).toEqual([]);
    const fronts = await chromium.inWorker(async () =>
      (await chrome.tabs.query({ active: true, windowType: "normal" })).map(({ title }) => title),
    );
    expect(fronts).toEqual(["Person", "Person"]);
  });

  test("a person who types is not called away by a page that brings another one to the front", async () => {
    const agent = await openAgent("/agent");
    await agent.act({ type: "click", id: agent.id("named-link") });
    await agent.act({ type: "switch_tab", index: 0 });
    const second = await agent.act({ type: "click", id: agent.id("window") });
    const typing = keepTyping();
    await agent.act({ type: "click", id: idOf(second.observation, "call-the-opener") });
    await agent.act({ type: "switch_tab", index: 0 });
    await agent.act({ type: "click", id: agent.id("named-link") });
    await typing.end();
    await expect.poll(inFront).toBe("Person");
    expect(keysOfAgents()).toEqual([]);
  });

  test.each(["tab", "popup", "named"])(
    "an idle agent's page does not call the person away to what its control %s opened",
    async (name) => {
      const agent = await openAgent("/caller");
      const page = await chromium.pageAt(server.url("/caller"));
      await agent.act({ type: "click", id: agent.id(name) });
      await agent.act({ type: "switch_tab", index: 0 });
      await expect.poll(inFront).toBe("Person");
      const typing = keepTyping();
      await expect.poll(field).not.toBe("");
      const calls = name === "named" ? 1 : 3;
      await page.evaluate(`calls = ${calls}`);
      await expect.poll(() => page.evaluate("calls")).toBeLessThan(0);
      await typing.end();
      await expect.poll(inFront).toBe("Person");
      await display.xdotool("type", "--delay", "25", "0123456789");
      await expect.poll(field).toMatch(/0123456789$/);
      expect(keysOfAgents()).toEqual([]);
    },
  );

  test("a page that calls for itself takes the keyboard out of its frames, as ever", async () => {
    const agent = await openAgent("/framed");
    const page = await chromium.pageAt(server.url("/framed"));
    const typed = await agent.act({ type: "type", id: agent.id("iframe/pin"), text: "1" });
    expect(typed.status).toBe("done");
    await expect.poll(() => page.evaluate("heard")).toEqual(["IFRAME", "BODY"]);
  });

  test("a person keeps the keyboard if an agent's page asks whether to leave", async () => {
    const agent = await openAgent("/leaving");
    await agent.act({ type: "click", id: agent.id("ask") });
    await agent.act({ type: "goto", url: server.url("/agent") });
    await expect.poll(inFront).toBe("Person");
    await display.xdotool("type", "--delay", "25", "0123456789");
    await expect.poll(field).toMatch(/0123456789$/);
    expect(keysOfAgents()).toEqual([]);
  });

  test("a person who closes the tab in front comes to a tab of their own", async () => {
    await openAgent("/agent");
    await chromium.inWorker(async (url) => {
      await chrome.tabs.create({ url, active: true, index: 9 });
    }, server.url("/person?closing"));
    const closing = await chromium.pageAt(server.url("/person?closing"));
    // Before that it may not have got the key yet, and a second one would close what is behind it.
    await expect.poll(() => closing.evaluate(() => document.hasFocus())).toBe(true);
    await display.xdotool("key", "ctrl+w");
    await expect.poll(inFrontUrl).toBe(server.url("/person"));
    await display.xdotool("type", "--delay", "25", "0123456789");
    await expect.poll(field).toMatch(/0123456789$/);
    expect(keysOfAgents()).toEqual([]);
  });

  test("a person who goes to an agent's tab stays there while it acts", async () => {
    const agent = await openAgent("/agent");
    await display.pressUntil("ctrl+9", async () => (await inFront()) === "Agent");
    await agent.act({ type: "hover", id: agent.id("window") });
    await agent.act({ type: "click", id: agent.id("later") });
    await expect.poll(inFront).toBe("Agent");
    const before = keysOfAgents().length;
    await display.pressUntil("1", () => Promise.resolve(keysOfAgents().length > before));
    expect(await inFront()).toBe("Agent");
    expect(await field()).toBe("");
    await agent.close();
    await expect.poll(inFront).toBe("Person");
  });
});
