// Tests who is refused a port of the extension: each sender that is not the one the port is for.
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";

import { ExtensionBrowser } from "../../support/browser/extension-browser.ts";
import { evaluateInContentWorld } from "../../support/browser/isolated-world.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";
import { TestAgent } from "./agent.ts";

const PANEL = `${EXTENSION_ORIGIN}src/panel/index.html`;

let chromium: ExtensionBrowser;
let server: PageServer;
let agent: TestAgent;
let page: Page;
beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/": "<title>A page</title><button>Press</button>" }),
  ]);
  agent = await TestAgent.open(chromium.daemon, server.url("/"));
  page = await chromium.browser.newPage();
  await page.goto(server.url("/"));
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

/** Opens a port, presses Stop over it, and resolves with the first thing that comes back. */
function knock(name: string): string {
  const stop = {
    jsonrpc: "2.0",
    id: 1,
    method: "panel.stop",
    params: { sessionId: agent.sessionId },
  };
  return `new Promise((resolve) => {
    const port = chrome.runtime.connect({ name: ${JSON.stringify(name)} });
    port.onMessage.addListener((message) => resolve("told " + (message.method ?? JSON.stringify(message))));
    port.onDisconnect.addListener(() => resolve("refused"));
    port.postMessage(${JSON.stringify(stop)});
  })`;
}

async function isStopped(): Promise<boolean | undefined> {
  const { leases } = await chromium.daemon.call("lease.list", {});
  return leases.find(({ sessionId }) => sessionId === agent.sessionId)?.stopped;
}

describe("the panel's port", () => {
  test("the panel's port is refused to a page's content script, and nothing is stopped", async () => {
    expect(await evaluateInContentWorld(page, knock("webserv-panel"))).toBe("refused");
    expect(await isStopped()).toBe(false);
  });

  test("the panel's port is refused to the panel's page in a frame or under another address", async () => {
    const panel = await chromium.openPanel();
    const framed = await panel.evaluateHandle((source) => {
      const frame = document.createElement("iframe");
      frame.src = source;
      return new Promise<HTMLIFrameElement>((resolve) => {
        frame.addEventListener("load", () => resolve(frame));
        document.body.append(frame);
      });
    }, PANEL);
    const inner = await framed.contentFrame();
    expect(await inner.evaluate(knock("webserv-panel"))).toBe("refused");

    await panel.goto(`${PANEL}?from=elsewhere`);
    expect(await panel.evaluate(knock("webserv-panel"))).toBe("refused");
    await panel.goto(`${EXTENSION_ORIGIN}manifest.json`);
    expect(await panel.evaluate(knock("webserv-panel"))).toBe("refused");
    expect(await isStopped()).toBe(false);
    await panel.close();
  });

  test("the panel's port is served to the panel's page", async () => {
    const panel = await chromium.openPanel();
    expect(await panel.evaluate(knock("webserv-panel").replace(agent.sessionId, "nobody"))).toMatch(
      /^told/,
    );
    await panel.close();
  });

  test("the panel's port is served to the panel beside the page", async () => {
    const opener = await chromium.openPanel();
    const session = await opener.createCDPSession();
    const { exceptionDetails } = await session.send("Runtime.evaluate", {
      expression:
        "chrome.windows.getCurrent().then(({ id }) => chrome.sidePanel.open({ windowId: id }))",
      userGesture: true,
      awaitPromise: true,
    });
    expect(exceptionDetails?.exception?.description).toBeUndefined();
    await opener.close();
    const target = await chromium.browser.waitForTarget((each) => each.url() === PANEL, {
      timeout: PATIENCE_MS,
    });
    const side = await target.asPage();
    await expect.poll(() => side.evaluate(() => document.body.innerText)).toContain("Connected");
    await side.close();
  });

  test("a web page can't have the panel's port, for it can't load the panel", async () => {
    const shown = await page
      .evaluate(async (source) => {
        const frame = document.createElement("iframe");
        frame.src = source;
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener("load", resolve));
        const chrome: unknown = Reflect.get(frame.contentWindow ?? {}, "chrome");
        return typeof Reflect.get(Object(chrome), "runtime");
      }, PANEL)
      .catch(() => "blocked");
    expect(shown).not.toBe("object");
    const frames = page.frames().map((frame) => frame.url());
    expect(frames).not.toContain(PANEL);
  });
});

describe("the other ports", () => {
  test("a port for content scripts is refused to a page of the extension", async () => {
    const panel = await chromium.openPanel();
    expect(await panel.evaluate(knock("webserv-line"))).toBe("refused");
    await panel.close();
  });

  test("a port whose name is not known is refused, whoever opens it", async () => {
    const panel = await chromium.openPanel();
    for (const name of ["", "panel", "webserv-frame", "constructor", "toString"]) {
      expect(await panel.evaluate(knock(name))).toBe("refused");
      expect(await evaluateInContentWorld(page, knock(name))).toBe("refused");
    }
    await panel.close();
  });

  test("a port to a content script is served to the worker and refused to the panel", async () => {
    const panel = await chromium.openPanel();
    const tabId = await chromium.inWorker(
      async (url) => (await chrome.tabs.query({ url })).at(-1)?.id,
      server.url("/"),
    );
    const ping = (): string => `new Promise((resolve) => {
      const port = chrome.tabs.connect(${tabId}, { frameId: 0, name: "webserv-frame" });
      port.onMessage.addListener((message) => resolve("told " + JSON.stringify(message)));
      port.onDisconnect.addListener(() => resolve("refused"));
      port.postMessage({ jsonrpc: "2.0", id: 1, method: "frame.ping", params: {} });
    })`;
    expect(await chromium.evaluateInWorker(ping())).toMatch(/^told/);
    expect(await panel.evaluate(ping())).toBe("refused");
    await panel.close();
  });
});

test("no message without a port is answered, whoever sends it", async () => {
  const send = `chrome.runtime.sendMessage({ jsonrpc: "2.0", id: 1, method: "panel.stop", params: {} })
    .then((answer) => "answered " + JSON.stringify(answer), (error) => error.message)`;
  const nobody = "Could not establish connection. Receiving end does not exist.";
  expect(await evaluateInContentWorld(page, send)).toBe(nobody);
  const panel = await chromium.openPanel();
  expect(await panel.evaluate(send)).toBe(nobody);
  await panel.close();
});

test("what the extension stores is out of reach of the content script's world", async () => {
  for (const area of ["local", "session"]) {
    const read = `Promise.resolve().then(() => chrome.storage.${area}.get(null))
      .then((items) => "read " + Object.keys(items).join(), (error) => error.message)`;
    expect(await evaluateInContentWorld(page, read)).toMatch(/not allowed|undefined/);
  }
});
