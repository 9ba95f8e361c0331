// MCP over the ends of what it stands on: the session, the daemon, the browser; and whose session, where.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { callTool, McpClients, toolText } from "../../support/daemon/mcp-clients.ts";
import { CLI } from "../../support/programs/programs.ts";

type Agent = Awaited<ReturnType<TestDaemon["agent"]>>;

const structured = z.object({ sessionId: z.optional(z.string()) });

async function sessionsOf(agent: Agent) {
  return (await agent.call("session.list", {})).sessions;
}

/** Opens a page and answers the session's id, where the client is told it. */
async function open(client: Client, given: Record<string, unknown> = {}): Promise<string> {
  const answer = await callTool(client, "open", given);
  expect(toolText(answer)).not.toContain("error:");
  return structured.safeParse(answer.structuredContent).data?.sessionId ?? "";
}

describe("a session that has ended by other means", () => {
  test("a session that ended by other means is said to be gone, and open begins anew", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const agent = await daemon.agent();
    await using _extension = await FakeExtension.connect({ home: home.paths.home });
    await using clients = new McpClients(home.paths);
    for (const connect of [
      () => clients.onStdio(["--structured"]),
      () => clients.overHttp("?structured"),
    ]) {
      const client = await connect();
      await agent.call("session.close", { sessionId: await open(client) });
      const second = await open(client);
      await agent.call("session.close", { sessionId: second });
      const refused = await callTool(client, "click", { id: "a" });
      expect(refused.isError).toBe(true);
      expect(toolText(refused)).toContain(`the session "${second}" has ended: closed`);
      expect(toolText(refused)).toContain("Call the tool open: it begins anew.");
      expect(toolText(await callTool(client, "look"))).toContain("Call the tool open first.");
      const third = await open(client);
      expect((await callTool(client, "click", { id: "a" })).isError).toBe(false);
      await agent.call("session.close", { sessionId: third });
    }
  });
});

describe("a daemon that is killed", () => {
  test("a daemon that is killed ends no session in a person's browser, and the next call goes on with it", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    await using clients = new McpClients(home.paths);
    const client = await clients.onStdio(["--structured"]);
    const sessionId = await open(client);
    await callTool(client, "click", { id: "a" });
    await daemon.kill();
    await extension.connect();
    const step = await callTool(client, "click", { id: "a" });
    expect(step.structuredContent).toMatchObject({
      sessionId,
      steps: [{ step: 2, status: "done" }],
    });
    expect(extension.leases.size).toBe(1);
    // It is this connection's, as before: it ends with it.
    await client.close();
    await until(() => extension.leases.size === 0, "the session ends with its client");
  });

  test("a call during which the daemon is killed is carried out once", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    const gate = Promise.withResolvers<void>();
    await using extension: FakeExtension = await FakeExtension.connect({
      home: home.paths.home,
      act: async (order) => {
        await gate.promise;
        return extension.done(order);
      },
    });
    await using clients = new McpClients(home.paths);
    const client = await clients.onStdio();
    await open(client);
    const answer = callTool(client, "click", { id: "a" });
    await until(() => extension.ran.length === 1, "the action begins");
    await daemon.kill();
    gate.resolve();
    await extension.connect();
    expect(toolText(await answer)).toContain("done click");
    expect(extension.ran).toHaveLength(1);
  });

  test("a session that lost its daemon and its tabs is said to be gone, and open begins anew", async () => {
    await using home = await TestHome.make();
    const daemon = await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    await using clients = new McpClients(home.paths);
    const client = await clients.onStdio();
    await open(client);
    await daemon.kill();
    extension.leases.clear();
    await extension.connect();
    // The first one may have waited for the browser with the session.
    let told = "";
    await until(async () => {
      told = toolText(await callTool(client, "look"));
      return told.includes("unknown-session");
    }, "the session is gone");
    expect(told).toContain("Call the tool open");
    await open(client);
  });
});

test("after a daemon that was stopped, the next call says what is lost and open begins anew", async () => {
  await using home = await TestHome.make();
  const daemon = await home.daemon();
  await using extension = await FakeExtension.connect({ home: home.paths.home });
  await using clients = new McpClients(home.paths);
  const client = await clients.onStdio();
  await open(client);
  await daemon.stop();
  const refused = toolText(await callTool(client, "look"));
  expect(refused).toContain("this connection's session is gone");
  expect(refused).toContain("Call the tool open: it begins anew.");
  await extension.connect();
  await open(client);
});

describe("files", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "webserv-mcp-files-"));
    await writeFile(join(folder, "note.txt"), "a note");
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("files are uploaded only from a folder that the person named, and the refusal says how", async () => {
    await using home = await TestHome.make();
    await home.daemon();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    await using clients = new McpClients(home.paths);
    const action = { type: "upload", id: "a", files: [join(folder, "note.txt")] };
    for (const client of [await clients.onStdio(), await clients.overHttp()]) {
      await open(client);
      const refused = toolText(await callTool(client, "act", { action }));
      expect(refused).toContain("file-not-allowed");
      expect(refused).toContain("webserv mcp --files-from <folder>");
    }
    expect(extension.ran).toEqual([]);
    const allowed = await clients.onStdio(["--files-from", folder]);
    await open(allowed);
    expect(toolText(await callTool(allowed, "act", { action }))).toContain("done upload");
  });

  test("a folder for files is refused if it holds the whole home folder", async () => {
    for (const [args, env] of [
      [["mcp", "--files-from", "/"], {}],
      [["mcp", "--files-from", folder], { HOME: folder }],
      [["mcp", "config", "cursor", "--files-from", "/"], {}],
    ] as const) {
      const { exitCode, stderr } = await execa(process.execPath, [CLI, ...args], {
        env,
        reject: false,
        stdin: "ignore",
      });
      expect(exitCode).toBe(2);
      expect(stderr).toContain("holds the whole home folder");
    }
    const config = ["mcp", "config", "cursor", "--files-from", folder, "--browser-id", "b-1"];
    const { stdout } = await execa(process.execPath, [CLI, ...config]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      `"mcp", "--files-from", "${folder}", "--browser-id", "b-1"`,
    );
  });
});

test("a session bears the name of its client", async () => {
  await using home = await TestHome.make();
  const agent = await (await home.daemon()).agent();
  await using _extension = await FakeExtension.connect({ home: home.paths.home });
  await using clients = new McpClients(home.paths);
  for (const info of [{ name: "cursor-vscode", title: "Cursor" }, { name: "codex" }]) {
    await open(await clients.onStdio([], info));
  }
  const names = (await sessionsOf(agent)).map((session) => session.agent);
  expect(new Set(names)).toEqual(new Set(["Cursor", "codex"]));
});

describe("the browser that open takes", () => {
  test("open takes the same browser of two, whichever connected last, unless another is named", async () => {
    await using home = await TestHome.make();
    const agent = await (await home.daemon()).agent();
    await using old = await FakeExtension.connect({ home: home.paths.home, browserId: "old" });
    await using _new = await FakeExtension.connect({ home: home.paths.home, browserId: "new" });
    await using clients = new McpClients(home.paths);
    await old.restartWorker();
    const where = async (client: Client, given: Record<string, unknown> = {}) => {
      const sessionId = await open(client, given);
      const found = (await sessionsOf(agent)).find((session) => session.sessionId === sessionId);
      return found?.browserId;
    };
    const any = await clients.onStdio(["--structured"]);
    expect(await where(any)).toBe("new");
    expect(await where(any, { browserId: "old" })).toBe("old");
    expect(await where(await clients.onStdio(["--structured", "--browser-id", "old"]))).toBe("old");
    expect(await where(await clients.overHttp("?structured&browserId=old"))).toBe("old");
    const unknown = await callTool(any, "open", { browserId: "other" });
    expect(toolText(unknown)).toMatch(/has the id "other"; there are (?:new, old|old, new)/);
  });

  test("open waits for a browser that connects again, says so, and launches none", async () => {
    await using home = await TestHome.make();
    const agent = await (await home.daemon()).agent();
    await using extension = await FakeExtension.connect({ home: home.paths.home });
    await using clients = new McpClients(home.paths);
    const client = await clients.onStdio();
    await extension.drop();
    await until(
      async () => (await agent.call("browser.list", {})).browsers.length === 0,
      "the browser is away",
    );
    const told: string[] = [];
    const opened = callTool(client, "open", {}, { onProgress: (message) => told.push(message) });
    await until(() => told.length > 0, "the wait is told of");
    await extension.connect();
    expect((await opened).isError).toBe(false);
    expect(told[0]).toBe("waiting for Fake 1.0 to connect again");
    expect((await sessionsOf(agent)).map(({ browserId }) => browserId)).toEqual([
      extension.browserId,
    ]);
  });
});

test("a call that is taken back while it waits its turn is never carried out", async () => {
  await using home = await TestHome.make();
  await home.daemon();
  let gate = Promise.withResolvers<void>();
  await using extension: FakeExtension = await FakeExtension.connect({
    home: home.paths.home,
    act: async (order) => {
      await gate.promise;
      return extension.done(order);
    },
  });
  await using clients = new McpClients(home.paths);
  for (const client of [await clients.onStdio(), await clients.overHttp()]) {
    const before = extension.ran.length;
    gate = Promise.withResolvers<void>();
    await open(client);
    const first = callTool(client, "click", { id: "a" });
    await until(() => extension.ran.length === before + 1, "the first one begins");
    const taken = new AbortController();
    const second = callTool(client, "click", { id: "a" }, { signal: taken.signal });
    second.catch(() => {});
    const third = callTool(client, "look");
    // Over HTTP each message is a request of its own: the calls are there, then that one is taken back.
    await client.ping();
    taken.abort(new Error("taken back"));
    await expect(second).rejects.toThrow("taken back");
    await client.ping();
    gate.resolve();
    expect((await first).isError).toBe(false);
    expect((await third).isError).toBe(false);
    expect(extension.ran).toHaveLength(before + 1);
  }
});

test("a session of another client's is out of reach, though its id is known", async () => {
  await using home = await TestHome.make();
  await home.daemon();
  await using extension = await FakeExtension.connect({ home: home.paths.home });
  await using clients = new McpClients(home.paths);
  const ways = [
    () => clients.onStdio(["--structured"]),
    () => clients.overHttp("?structured"),
  ] as const;
  for (const connect of ways) {
    const victim = await open(await connect());
    const client = await connect();
    const own = await open(client);
    for (const [name, given] of [
      ["click", { id: "a" }],
      ["look", {}],
      ["open", {}],
      ["act", { action: { type: "refresh" } }],
    ] as const) {
      const answer = await callTool(client, name, { ...given, sessionId: victim });
      expect(toolText(answer)).toContain("invalid-params");
    }
    const inAction = await callTool(client, "act", {
      action: { type: "refresh", sessionId: victim },
    });
    expect(toolText(inAction)).toContain("invalid-params");
    // What it may ask meets its own session alone.
    const step = await callTool(client, "click", { id: "a" });
    expect(step.structuredContent).toMatchObject({ sessionId: own });
    const acted = [...extension.leases].flatMap(([sessionId, { actions }]) =>
      actions.size > 0 ? [sessionId] : [],
    );
    expect(acted).not.toContain(victim);
  }
});
