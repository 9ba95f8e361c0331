// Another extension in the same browser, with every permission, and the pages there: neither gets through.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Page, WebWorker } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readToken } from "@webserv/host/src/reach/run-files.ts";
import { EXTENSION_ID, NATIVE_HOST } from "@webserv/shared/protocol/extension-id.ts";

import { Chain } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import { OwnBrowser, startOwnBrowser } from "../../support/browser/own-browser.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";

const MANIFEST = {
  manifest_version: 3,
  name: "Other",
  version: "1",
  permissions: ["nativeMessaging", "scripting", "tabs", "storage"],
  host_permissions: ["<all_urls>"],
  background: { service_worker: "worker.js" },
};

let chain: Chain;
let own: OwnBrowser;
let server: PageServer;
let other: WebWorker;
let page: Page;
let port: number;
beforeAll(async () => {
  [chain, server] = await Promise.all([Chain.open(), PageServer.listen({ "/": "<p>A page</p>" })]);
  const { home } = chain.paths;
  const folder = join(home, "other-extension");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "manifest.json"), JSON.stringify(MANIFEST));
  await writeFile(join(folder, "worker.js"), "self.addEventListener('message', () => {});");
  own = new OwnBrowser(await startOwnBrowser({ home, extensions: [folder] }));
  await until(
    async () => (await chain.agent.call("browser.list", {})).browsers.length === 1,
    "WebServ's own extension connects",
  );
  const target = await own.browser.waitForTarget((found) => found.url().endsWith("/worker.js"), {
    timeout: PATIENCE_MS,
  });
  const worker = await target.worker();
  if (worker === null) throw new Error("the other extension has no worker");
  other = worker;
  page = await own.browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(server.url("/"));
  ({ port } = await chain.agent.call("daemon.status", {}));
});
afterAll(async () => {
  await own.close();
  await chain.close();
  await server.close();
});

/** Whom the daemon has refused a WebSocket, by its own words. */
async function refused(): Promise<string> {
  return await readFile(join(chain.paths.logDir, "daemon.log"), "utf8");
}

/** In a worker or page of the browser: what a WebSocket to `url` comes to. */
const knock = async (url: string): Promise<string> =>
  await new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => resolve("open"));
    socket.addEventListener("close", ({ code }) => resolve(`closed ${code}`));
  });

/** The same for a request: its status and text, or "blocked". */
const ask = async (url: string, token: string): Promise<string> => {
  try {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: "{}" });
    return `${answer.status} ${await answer.text()}`;
  } catch {
    return "blocked";
  }
};

describe("another extension", () => {
  test("another extension is not let to the native host by the browser", async () => {
    const why = await other.evaluate(
      `new Promise((resolve) => {
        const port = chrome.runtime.connectNative(${JSON.stringify(NATIVE_HOST)});
        port.onMessage.addListener(() => resolve("a message"));
        port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message));
      })`,
    );
    expect(why).toBe("Access to the specified native messaging host is forbidden.");
  });

  test("another extension is heard by no worker of WebServ's, neither by message nor by port", async () => {
    const said = await other.evaluate(
      `chrome.runtime.sendMessage(${JSON.stringify(EXTENSION_ID)}, { jsonrpc: "2.0", id: 1, method: "panel.stop", params: { sessionId: "s" } })
        .then((answer) => "answered " + JSON.stringify(answer), (error) => error.message)`,
    );
    expect(said).toBe("Could not establish connection. Receiving end does not exist.");
    const joined = await other.evaluate(
      `new Promise((resolve) => {
        const port = chrome.runtime.connect(${JSON.stringify(EXTENSION_ID)}, { name: "webserv-panel" });
        port.onMessage.addListener((message) => resolve("told " + JSON.stringify(message)));
        port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message));
      })`,
    );
    expect(joined).toBe("Could not establish connection. Receiving end does not exist.");
  });

  test("another extension is refused by the agents' port for its Origin, even with the token", async () => {
    const token = readToken(chain.paths) ?? "";
    expect(await other.evaluate(knock, `ws://127.0.0.1:${port}/`)).toBe("closed 1006");
    expect(await refused()).toContain(
      `the Origin \\"chrome-extension://${new URL(other.url()).host}\\" may not`,
    );
    expect(await other.evaluate(ask, `http://127.0.0.1:${port}/mcp`, token)).toMatch(
      /^403 .*chrome-extension:/,
    );
  });
});

describe("a page", () => {
  test("a page has no way to the extension's messages, nor to its files", async () => {
    expect(await page.evaluate("typeof globalThis.chrome?.runtime?.sendMessage")).toBe("undefined");
    const panel = `chrome-extension://${EXTENSION_ID}/src/panel/index.html`;
    expect(await page.evaluate(ask, panel, "")).toBe("blocked");
  });

  test("a page is let neither to the WebSocket nor to /mcp, whichever name it calls the daemon by", async () => {
    const token = readToken(chain.paths) ?? "";
    for (const host of ["127.0.0.1", "localhost"]) {
      expect(await page.evaluate(knock, `ws://${host}:${port}/`)).toBe("closed 1006");
      expect(await page.evaluate(ask, `http://${host}:${port}/mcp`, token)).toBe("blocked");
    }
    expect(await refused()).toContain(
      `the Origin \\"${new URL(server.url("/")).origin}\\" may not`,
    );
  });
});
