// Which browser a session is opened in and whose cookies are there, said alike by MCP, a shell and a program.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { connect } from "@webserv/host/src/client/client.ts";
import { packageRoot } from "@webserv/host/src/paths.ts";
import { observation } from "@webserv/shared/model/page/observation.ts";
import { sessionBrowser } from "@webserv/shared/model/browser.ts";
import { session } from "@webserv/shared/model/session.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { CommandLine } from "../../support/programs/command-line.ts";
import { TestHome, until } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { callTool, McpClients, toolText } from "../../support/daemon/mcp-clients.ts";

/** Whoever comes is known from then on, by a cookie. */
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url !== "/") {
      response.writeHead(404).end();
      return;
    }
    const visits = Number(/visits=(\d+)/.exec(request.headers.cookie ?? "")?.[1] ?? 0);
    response.setHeader("set-cookie", `visits=${visits + 1}; max-age=3600`);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>Visits</title><p>You were here ${visits} times before.</p>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const counterFolder = join(packageRoot, "test", "support", "sites", "counter");
const NO_DISPLAY = { DISPLAY: "", WAYLAND_DISPLAY: "" };
const opened = z.object({ session, browser: sessionBrowser, observation: z.nullable(observation) });
const visits = (html = ""): string => /here (\d+) times/.exec(html)?.[1] ?? html;

describe("a browser that is launched for a session", () => {
  test("a browser launched for a session by a shell or a program is new, and both say so", async () => {
    const line = await CommandLine.open(NO_DISPLAY);
    try {
      const byShell = async (): Promise<z.infer<typeof opened>> => {
        const answer = opened.parse(await line.json(["open", url]));
        await line.json(["close", "--session", answer.session.sessionId]);
        return answer;
      };
      const [first, second] = [await byShell(), await byShell()];
      expect(visits(first.observation?.html)).toBe("0");
      expect(visits(second.observation?.html)).toBe("0");
      for (const { browser } of [first, second]) {
        expect(browser).toMatchObject({ launched: true, profile: "new", headless: true });
      }
      expect(second.browser.browserId).not.toBe(first.browser.browserId);
      const said = await line.run(["session", "open", url]);
      expect(said.out).toMatch(
        /in a new Chrom\S+ .*launched for this session: .*logged out everywhere/,
      );

      const client = await connect({ home: line.home });
      for (const { sessionId } of (await client.call("session.list", {})).sessions) {
        await client.call("session.close", { sessionId });
      }
      const own = await client.open({ url });
      expect(visits(own.opened?.html)).toBe("0");
      expect(own.browser).toMatchObject({ launched: true, profile: "new" });
      // One that comes beside it finds what it left, and is told so.
      const beside = await client.open({ url });
      expect(visits(beside.opened?.html)).toBe("1");
      expect(beside.browser).toMatchObject({ launched: false, profile: "used" });
      expect(beside.browser?.browserId).toBe(own.browser?.browserId);
      await Promise.all([own.close(), beside.close()]);
      client.close();
    } finally {
      await line.close();
    }
  });

  test("a browser launched over MCP stays for a connection that opens anew, which is told what is left there", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon({ env: NO_DISPLAY });
    await using clients = new McpClients(home.paths);
    for (const client of [await clients.onStdio(), await clients.overHttp()]) {
      const first = toolText(await callTool(client, "open", { url }));
      expect(first).toMatch(
        /^opened in a new Chrom\S+ .*: a new profile, .*logged out everywhere\n/,
      );
      expect(visits(first)).toBe("0");
      const again = toolText(await callTool(client, "open", { url }));
      expect(again).toMatch(
        /^opened in Chrom\S+ .*used before: what others left in its profile, such as cookies and logins/,
      );
      expect(visits(again)).toBe("1");
      await client.close();
      await endSessions(daemon);
    }
  });

  test("a browser that is launched and kept says what is left in it", async () => {
    await using home = await TestHome.make();
    const agent = await (await home.daemon({ env: NO_DISPLAY })).agent();
    const wish = { url, keepBrowser: true, lifetime: "lease" } as const;
    const long = { timeoutMs: 60_000 };
    const first = await agent.call("session.open", wish, long);
    expect(first.browser.profile).toBe("new");
    await agent.call("session.close", { sessionId: first.session.sessionId });
    const second = await agent.call("session.open", wish, long);
    expect(second.browser).toMatchObject({
      browserId: first.browser.browserId,
      launched: false,
      profile: "used",
    });
    expect(visits(second.observation?.html)).toBe("1");
  });
});

/** Closes all sessions, and waits until the browsers that were launched for them have ended. */
async function endSessions(daemon: TestDaemon): Promise<void> {
  const agent = await daemon.agent();
  for (const { sessionId } of (await agent.call("session.list", {})).sessions) {
    await agent.call("session.close", { sessionId }).catch(() => {});
  }
  await until(
    async () => (await agent.call("browser.list", {})).browsers.length === 0,
    "the launched browser has ended",
  );
}

test("a person's own browser is said to be theirs, with their logins", async () => {
  await using home = await TestHome.make();
  await home.daemon();
  await using extension = await FakeExtension.connect({ home: home.paths.home });
  await using clients = new McpClients(home.paths);
  const client = await clients.onStdio(["--structured"]);
  const answer = await callTool(client, "open", {});
  expect(toolText(answer)).toContain(
    `opened in the person's own Fake 1.0 (${extension.browserId}): their profile, with their cookies and logins\n`,
  );
  expect(answer.structuredContent).toMatchObject({
    browser: { browserId: extension.browserId, profile: "person", launched: false },
  });
});

test("a session that takes another one's place is opened in its browser, whichever is the newest", async () => {
  await using home = await TestHome.make();
  await home.daemon();
  await using own = await FakeExtension.connect({ home: home.paths.home, browserId: "b-1" });
  await using clients = new McpClients(home.paths);
  const client = await clients.onStdio(["--structured"]);
  const browserOfOpen = async (): Promise<unknown> =>
    (await callTool(client, "open", {})).structuredContent;
  const inOwn = { browser: { browserId: "b-1" } };
  expect(await browserOfOpen()).toMatchObject(inOwn);
  await using other = await FakeExtension.connect({ home: home.paths.home, browserId: "b-2" });
  expect(await browserOfOpen()).toMatchObject(inOwn);
  expect([own.leases.size, other.leases.size]).toEqual([1, 0]);
});

describe("two sites with one host", () => {
  test("two sites with one host are refused before anything is started, by that host's name", async () => {
    await using home = await TestHome.make();
    const agent = await (await home.daemon({ env: NO_DISPLAY })).agent();
    for (const name of ["old-shop", "new-shop"]) {
      const definition = {
        name,
        title: name,
        hosts: [
          { host: `${name}.test`, port: 80 },
          { host: "shop.test", port: 8080 },
        ],
        readiness: { path: "/", timeoutMs: 20_000 },
        local: { folder: counterFolder, command: ["node", "server.ts"] },
      };
      const file = join(home.paths.home, `${name}.json`);
      writeFileSync(file, JSON.stringify(definition));
      await agent.call("site.import", { site: file });
    }
    const sites = ["old-shop", "new-shop"];
    const refused = {
      code: "site-taken",
      message:
        'the sites "old-shop" and "new-shop" have the host shop.test:8080 in common, and a session sees one of them there',
    };
    await expect(agent.call("session.open", { sites })).rejects.toMatchObject(refused);
    await expect(agent.call("env.create", { sites })).rejects.toMatchObject(refused);
    expect((await agent.call("browser.list", {})).browsers).toEqual([]);
    expect((await agent.call("sandbox.list", {})).sandboxes).toEqual([]);
    expect((await agent.call("env.list", {})).environments).toEqual([]);
  });
});
