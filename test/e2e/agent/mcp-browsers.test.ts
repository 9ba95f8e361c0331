// Whose session and which browser an MCP client gets, with the real daemon, browser and extension.
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { writeCounterDefinition } from "../../support/sandboxes/counter-definition.ts";
import { Chain } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import { callTool, McpClients, toolText } from "../../support/daemon/mcp-clients.ts";
import { McpWorld } from "./mcp-world.ts";

let world: McpWorld;
beforeAll(async () => {
  world = await McpWorld.open();
});
afterEach(() => world.leave());
afterAll(() => world.close());

const ways = {
  "on stdio": () => world.clients.onStdio(),
  "over HTTP": () => world.clients.overHttp(),
};

describe.each(Object.entries(ways))("an MCP client %s", (_way, connect) => {
  test("an MCP client has a session that no other client sees", async () => {
    const [first, second] = [await connect(), await connect()];
    await Promise.all(
      [first, second].map((client) => callTool(client, "open", { url: world.site.url })),
    );
    expect(await world.sessions()).toHaveLength(2);
    await callTool(first, "goto", { url: "about:blank" });
    expect(toolText(await callTool(second, "look"))).toContain('<button id="add">');
  });
});

test("a client on stdio that is killed leaves no session", async () => {
  const client = await world.clients.onStdio();
  await callTool(client, "open", { url: world.site.url });
  expect(await world.sessions()).toHaveLength(1);
  const { transport } = client;
  if (!(transport instanceof StdioClientTransport)) throw new Error("it is not on stdio");
  process.kill(transport.pid ?? 0, "SIGKILL");
  await until(async () => (await world.sessions()).length === 0, "its session has ended");
});

describe("an environment", () => {
  test.each([
    ["on stdio", (id: string) => world.clients.onStdio(["--environment", id])],
    ["over HTTP", (id: string) => world.clients.overHttp(`?browserId=${id}`)],
  ])("an environment looks as a person's browser does, %s", async (_way, connect) => {
    await world.chain.agent.call("site.import", {
      site: writeCounterDefinition(world.chain.paths.home),
    });
    const wish = { count: 1, sites: ["counter"] };
    const created = await world.chain.agent.call("env.create", wish);
    const environmentId = created.environments[0]?.environmentId ?? "";
    const [count, add] = ["http://counter.test/count", "http://counter.test/add"];
    try {
      const [dense, own] = [await connect(environmentId), await world.clients.onStdio()];
      // An environment has the sandboxes that it was made with.
      const opened = [
        await callTool(dense, "open", { url: count }),
        await callTool(own, "open", { url: count, sites: ["counter"] }),
      ].map(toolText);
      expect(opened[0]).toContain("10");
      // But for the line that says which of the two it is.
      const [page, other] = opened.map((text) => text.slice(text.indexOf("\n")));
      expect(page).toBe(other);
      const steps = [
        await callTool(dense, "goto", { url: add }),
        await callTool(own, "goto", { url: add }),
      ];
      const [first, second] = steps.map((step) => toolText(step).replace(/ after \d+ ms/, ""));
      expect(first).toContain("11");
      expect(first).toBe(second);
      // Its reset closes the session; open begins anew, in the same environment.
      await world.chain.agent.call("env.reset", { environmentId });
      expect(toolText(await callTool(dense, "look"))).toContain("Call the tool open");
      expect(toolText(await callTool(dense, "open", { url: count }))).toContain("10");
      const held = (await world.chain.agent.call("session.list", {})).sessions;
      expect(held.filter(({ browserId }) => browserId === environmentId)).toHaveLength(1);
    } finally {
      await world.chain.agent.call("env.delete", { environmentId });
    }
  });
});

test("a browser that open launches ends after its session, unless it is to be kept", async () => {
  await using alone = await Chain.open();
  await using clients = new McpClients(alone.paths);
  const browsers = async (): Promise<readonly string[]> =>
    (await alone.agent.call("browser.list", {})).browsers.map(({ browserId }) => browserId);
  const passing = await clients.onStdio();
  expect((await callTool(passing, "open", { url: world.site.url })).isError).not.toBe(true);
  const [first] = await browsers();
  // One session after another takes the same browser.
  expect((await callTool(passing, "open", { url: world.site.url })).isError).not.toBe(true);
  expect(await browsers()).toEqual([first]);
  await passing.close();
  await until(async () => (await browsers()).length === 0, "it has ended");
  const keeping = await clients.onStdio(["--keep-browser"]);
  await callTool(keeping, "open", { url: world.site.url });
  const [kept] = await browsers();
  await keeping.close();
  await until(
    async () => (await alone.agent.call("session.list", {})).sessions.length === 0,
    "its session has ended",
  );
  expect(await browsers()).toEqual([kept]);
});
