// MCP tells what became of a session if another one can't be opened in its place, or if its daemon stops in an action.
import { expect, test } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { callTool, McpClients, toolText } from "../../support/daemon/mcp-clients.ts";

test("a session stays if another one can't be opened in its place", async () => {
  await using home = await TestHome.make();
  await home.daemon();
  let isRefused = false;
  await using extension: FakeExtension = await FakeExtension.connect({
    home: home.paths.home,
    handlers: {
      "lease.open": ({ sessionId, input }) => {
        if (isRefused) throw new WebservError("url-not-allowed", "it is refused");
        return { ...extension.open(sessionId), input };
      },
    },
  });
  await using clients = new McpClients(home.paths);
  for (const client of [await clients.onStdio(), await clients.overHttp()]) {
    await callTool(client, "open");
    const [sessionId] = [...extension.leases.keys()].slice(-1);
    isRefused = true;
    const failed = await callTool(client, "open");
    isRefused = false;
    expect(failed.isError).toBe(true);
    expect(toolText(failed)).toContain("url-not-allowed");
    expect([...extension.leases.keys()]).toContain(sessionId);
    expect(toolText(await callTool(client, "click", { id: "a" }))).toContain("done click");
    // Once another one is open, it goes.
    await callTool(client, "open");
    expect([...extension.leases.keys()]).not.toContain(sessionId);
  }
});

test("an action during which the daemon is stopped may have happened, and the answer says so", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  await using extension: FakeExtension = await FakeExtension.connect({
    home: home.paths.home,
    act: () => Promise.withResolvers<never>().promise,
  });
  await using clients = new McpClients(home.paths);
  const client = await clients.onStdio();
  await callTool(client, "open");
  const answer = callTool(client, "click", { id: "a" });
  await until(() => extension.ran.length === 1, "the action begins");
  await daemon.stop();
  expect(toolText(await answer)).toMatch(/^unknown click|whether it happened is unknown/);
});
