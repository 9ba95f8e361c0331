import { createServer } from "node:http";
import { once } from "node:events";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { TestAgent } from "../agent.ts";

let chromium: ExtensionBrowser;
let server: PageServer;
let proxy: { readonly port: number; readonly asked: string[]; close(): Promise<void> };

beforeAll(async () => {
  [chromium, server, proxy] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/": "<title>Direct</title><h1>Direct</h1>" }),
    startProxy(),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await Promise.all([server.close(), proxy.close()]);
});

/** Answers every request it is given as a proxy by itself, and notes the address asked for. */
async function startProxy(): Promise<typeof proxy> {
  const asked: string[] = [];
  const listening = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "text/html");
    response.end("<title>Routed</title><h1>Routed</h1>");
  });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    port: address.port,
    asked,
    async close() {
      listening.closeAllConnections();
      listening.close();
      await once(listening, "close");
    },
  };
}

test("the hosts of sandboxes go to the router, others their usual way, until routing is taken back", async () => {
  const { daemon } = chromium;
  await daemon.call("proxy.set", { hosts: [{ host: "store.test", port: 80 }], port: proxy.port });
  const agent = await TestAgent.open(daemon, "http://store.test/");
  expect(agent.opened.observation?.title).toBe("Routed");
  expect(proxy.asked).toContain("http://store.test/");

  const direct = await agent.act({ type: "goto", url: server.url("/") });
  expect(direct.observation?.title).toBe("Direct");
  const otherPort = await agent.act({ type: "goto", url: "http://store.test:81/" });
  expect(otherPort).toMatchObject({ status: "failed", error: { code: "navigation-failed" } });
  expect(proxy.asked.some((url) => url.includes(":81"))).toBe(false);

  await daemon.call("proxy.set", { hosts: [], port: proxy.port });
  const gone = await agent.act({ type: "goto", url: "http://store.test/again" });
  expect(gone).toMatchObject({ status: "failed", error: { code: "navigation-failed" } });
  await agent.close();
});
