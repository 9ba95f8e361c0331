import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch } from "puppeteer";
import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";
import { createRouter } from "@webserv/host/src/router/forward-proxy.ts";

const router = createRouter();
let profile: string;
let server: Server;
let origin: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: now\n\n");
    } else {
      response.setHeader("Content-Type", "text/html");
      response.end(`<title>${request.headers.host}</title>`);
    }
  });
  new WebSocketServer({ server }).on("connection", (socket, request) =>
    socket.send(`hello ${request.headers.host}${request.url}`),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  origin = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const port = await router.open("training");
  port.setRoutes([{ host: { host: "shop.test", port: 80 }, origin: `http://${origin}` }]);

  profile = await mkdtemp(join(tmpdir(), "webserv-router-"));
  const { executable } = await chooseBrowser(undefined);
  browser = await launch({
    executablePath: executable,
    userDataDir: profile,
    args: [
      `--proxy-server=http://127.0.0.1:${port.port}`,
      "--proxy-bypass-list=<-loopback>",
      "--disable-background-networking",
      "--disable-dev-shm-usage",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  page = await browser.newPage();
});

afterAll(async () => {
  await browser.close();
  await router.close();
  server.closeAllConnections();
  server.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

test("a browser sees the sandbox under its canonical host", async () => {
  await page.goto("http://shop.test/");
  expect(await page.title()).toBe("shop.test");
});

test("a page's WebSocket and event stream reach the sandbox", async () => {
  await page.goto("http://shop.test/");
  expect(await firstMessage("new WebSocket('ws://shop.test/live')")).toBe("hello shop.test/live");
  expect(await firstMessage("new EventSource('/events')")).toBe("now");
});

test("the browser can't go round the router to this machine, and is told why", async () => {
  const answer = await page.goto(`http://${origin}/`);
  expect(answer?.status()).toBe(403);
  expect(await page.evaluate("document.body.innerText")).toContain(
    `${origin} is not a sandbox of this session`,
  );
  await page.goto("http://shop.test/");
  expect(await firstMessage(`new WebSocket('ws://${origin}/live')`)).toBe("refused");
  await expect(page.goto("https://shop.test/")).rejects.toThrow("ERR_TUNNEL_CONNECTION_FAILED");
});

async function firstMessage(source: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const source = ${source};
    source.onmessage = (event) => resolve(event.data);
    source.onerror = () => resolve("refused");
  })`);
}
