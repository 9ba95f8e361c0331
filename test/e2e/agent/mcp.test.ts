// MCP end to end: the official client, on stdio and over HTTP, the real daemon, browser and extension.
import { request as httpRequest } from "node:http";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { execa } from "execa";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { CLI } from "../../support/programs/programs.ts";

import { Chain } from "../../support/daemon/chain.ts";
import { writeCounterDefinition } from "../../support/sandboxes/counter-definition.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";
import { until } from "../../support/daemon/daemon.ts";
import { callTool, McpClients } from "../../support/daemon/mcp-clients.ts";
import { openGreetingSite } from "../../support/pages/greeting-site.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";

const LONG = { timeout: PATIENCE_MS };

let chain: Chain;
let site: CountingSite;
const connected: { client: Client; transport: Transport }[] = [];
beforeAll(async () => {
  [chain, site] = await Promise.all([Chain.open(), CountingSite.open()]);
  await chain.launch("personal");
});
afterEach(async () => {
  site.release();
  for (const { client, transport } of connected.splice(0)) {
    // Over HTTP a client's going away is no end of its session.
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
    await client.close();
  }
  await until(
    async () => (await sessions()).length === 0,
    "the sessions end with their connections",
  );
});
afterAll(async () => {
  await chain.close();
  await site.close();
});

async function sessions(): Promise<readonly string[]> {
  return (await chain.agent.call("session.list", {})).sessions.map(({ sessionId }) => sessionId);
}

function environment(): Record<string, string> {
  return { ...(process.env as Record<string, string>), WEBSERV_HOME: chain.paths.home };
}

async function onStdio(
  ...options: string[]
): Promise<{ client: Client; transport: StdioClientTransport }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, "mcp", ...options],
    env: environment(),
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport, LONG);
  connected.push({ client, transport });
  return { client, transport };
}

async function daemonUrl(): Promise<URL> {
  const { port } = await chain.agent.call("daemon.status", {});
  return new URL(`http://127.0.0.1:${port}/mcp`);
}

async function token(): Promise<string> {
  return (await readFile(chain.paths.tokenFile, "utf8")).trim();
}

async function overHttp(query = ""): Promise<Client> {
  const headers = { authorization: `Bearer ${await token()}` };
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(query, await daemonUrl()), {
    requestInit: { headers },
  });
  await client.connect(transport, LONG);
  connected.push({ client, transport });
  return client;
}

const ways = { "on stdio": async () => (await onStdio()).client, "over HTTP": () => overHttp() };
const structuredWays = {
  "on stdio": async () => (await onStdio("--structured")).client,
  "over HTTP": () => overHttp("?structured"),
};

async function call(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
  options: { signal?: AbortSignal; onprogress?: () => void } = {},
): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: given }, CallToolResultSchema, {
    ...LONG,
    ...options,
  });
  return CallToolResultSchema.parse(result);
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : `(${part.type})`)).join("\n");
}

describe.each(Object.entries(ways))("an MCP client %s", (_way, connect) => {
  test("an MCP client lists the tools, opens a page, acts on it and sees what has changed", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["open", "click", "act"]));
    const page = await call(client, "open", { url: site.url });
    expect(textOf(page)).toContain('<button id="add">');
    const before = site.count;
    const step = await call(client, "click", { id: "add" });
    expect(textOf(step)).toContain(`count ${before + 1}`);
    expect(step.isError).toBe(false);
    expect(textOf(await call(client, "look"))).toContain(`count ${before + 1}`);
    const rest = await call(client, "act", { action: { type: "refresh" } });
    expect(textOf(rest)).not.toContain(`count ${before + 1}`);
    const picture = await call(client, "screenshot");
    expect(picture.content.map(({ type }) => type)).toContain("image");
  });

  test("an MCP client fills in fields, and is told the page once and which field there is not", async () => {
    const client = await connect();
    const empty = await call(client, "fill", { fields: [] });
    expect(textOf(empty)).toContain("invalid-params");
    const greeting = await openGreetingSite();
    try {
      await call(client, "open", { url: greeting.url });
      const fields = [
        { id: "name", text: "Ada" },
        { id: "language", options: ["Deutsch"] },
      ];
      const filled = textOf(await call(client, "fill", { fields }));
      expect(filled).toMatch(/^filled in 2 fields\n/);
      expect(filled).toContain('value="Ada"');
      expect(filled.match(/<option selected>Deutsch/g)).toHaveLength(1);
    } finally {
      greeting.close();
    }
    await call(client, "open", { url: site.url });
    const both = await call(client, "fill", { fields: [{ id: "add", text: "a", checked: true }] });
    expect(textOf(both)).toContain("needs one of text, options and checked");
    const unknown = await call(client, "fill", { fields: [{ id: "ad", text: "a" }] });
    expect(textOf(unknown)).toMatch(/^filled in 0 fields\nfailed type ad •\n/);
    expect(unknown.isError).toBe(true);
  });

  test("an MCP client is told what failed and what to do, as an answer of the tool", async () => {
    const client = await connect();
    const early = await call(client, "look");
    expect(early.isError).toBe(true);
    expect(textOf(early)).toContain("Call the tool open first.");
    await call(client, "open", { url: site.url });
    const unknown = await call(client, "click", { id: "ad" });
    expect(unknown.isError).toBe(true);
    expect(textOf(unknown)).toContain("unknown-id");
    const wrong = await call(client, "click", { id: 7 });
    expect(textOf(wrong)).toContain("invalid-params");
    expect(textOf(await call(client, "fly"))).toContain("there is no tool");
  });

  test("an MCP client takes a call back, hears that a long one goes on, and has one session at a time", async () => {
    const client = await connect();
    await call(client, "open", { url: site.url });
    site.hold();
    const taken = new AbortController();
    let told = 0;
    const before = site.count;
    const held = call(
      client,
      "click",
      { id: "add" },
      {
        signal: taken.signal,
        onprogress: () => {
          told++;
        },
      },
    );
    await until(() => told > 0, "the client hears of its progress");
    taken.abort(new Error("taken back"));
    await expect(held).rejects.toThrow("taken back");
    site.release();
    expect(site.count).toBe(before + 1);
    await call(client, "open", { url: site.url });
    expect(await sessions()).toHaveLength(1);
  });

  test("an MCP client has a session that no other client sees", async () => {
    const [first, second] = [await connect(), await connect()];
    await Promise.all([first, second].map((client) => call(client, "open", { url: site.url })));
    expect(await sessions()).toHaveLength(2);
    await call(first, "goto", { url: "about:blank" });
    expect(textOf(await call(second, "look"))).toContain('<button id="add">');
  });
});

describe.each(Object.entries(structuredWays))("a program that asks %s", (_way, connect) => {
  test("a program is told what became of its calls by the declared schema, and reads the page as text", async () => {
    const client = await connect();
    // What is no answer by a tool's schema the client refuses from here on.
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema === undefined)).toEqual([]);
    expect((await call(client, "look")).structuredContent).toMatchObject({
      steps: [],
      page: null,
      error: { code: "unknown-session" },
    });
    const opened = await call(client, "open", { url: site.url });
    expect(textOf(opened)).toContain('<button id="add">');
    expect(JSON.stringify(opened.structuredContent)).not.toContain("<button");
    const [sessionId] = await sessions();
    const page = { url: site.url, title: "Counter" };
    expect(opened.structuredContent).toMatchObject({ sessionId, steps: [], page });
    const done = await call(client, "click", { id: "add" });
    expect(done.structuredContent).toMatchObject({
      sessionId,
      steps: [{ step: 1, status: "done", target: { id: "add" }, settle: { status: "settled" } }],
      page,
    });
    const failed = await call(client, "fill", { fields: [{ id: "ad", text: "a" }] });
    expect(failed.isError).toBe(true);
    expect(failed.structuredContent).toMatchObject({
      sessionId,
      steps: [{ status: "failed", error: { code: "unknown-id" } }],
      page,
    });
    const picture = await call(client, "screenshot");
    expect(picture.content.map(({ type }) => type)).toContain("image");
    expect(JSON.stringify(picture.structuredContent).length).toBeLessThan(1000);
  });
});

test("a client that asks for no structured content is told none, nor its schema", async () => {
  const { client } = await onStdio();
  const { tools } = await client.listTools();
  expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
  expect(await call(client, "open", { url: site.url })).not.toHaveProperty("structuredContent");
});

test("a client on stdio that is killed leaves no session", async () => {
  const { client, transport } = await onStdio();
  await call(client, "open", { url: site.url });
  expect(await sessions()).toHaveLength(1);
  process.kill(transport.pid ?? 0, "SIGKILL");
  await until(async () => (await sessions()).length === 0, "its session has ended");
});

test("the inspector's command line lists and calls the tools", async () => {
  const inspect = async (...args: string[]): Promise<string> => {
    const program = join(packageRoot, "node_modules", ".bin", "mcp-inspector");
    // It hands on no environment of its own.
    const home = `WEBSERV_HOME=${chain.paths.home}`;
    const patience = ["--connect-timeout", String(PATIENCE_MS)];
    const command = ["--cli", ...patience, "-e", home, process.execPath, CLI, "mcp"];
    const { stdout } = await execa(program, [...command, ...args], { env: environment() });
    return stdout;
  };
  expect(await inspect("--method", "tools/list")).toContain('"name": "open"');
  const opened = ["--method", "tools/call", "--tool-name", "open", "--tool-arg", `url=${site.url}`];
  expect(await inspect(...opened)).toContain("Counter");
});

describe("an environment", () => {
  test.each([
    ["on stdio", (id: string) => onStdio("--environment", id).then(({ client }) => client)],
    ["over HTTP", (id: string) => overHttp(`?browserId=${id}`)],
  ])("an environment looks as a person's browser does, %s", async (_way, connect) => {
    await chain.agent.call("site.import", { site: writeCounterDefinition(chain.paths.home) });
    const wish = { count: 1, sites: ["counter"] };
    const created = await chain.agent.call("env.create", wish);
    const environmentId = created.environments[0]?.environmentId ?? "";
    const [count, add] = ["http://counter.test/count", "http://counter.test/add"];
    try {
      const [dense, own] = [await connect(environmentId), (await onStdio()).client];
      // An environment has the sandboxes that it was made with.
      const opened = [
        await call(dense, "open", { url: count }),
        await call(own, "open", { url: count, sites: ["counter"] }),
      ].map(textOf);
      expect(opened[0]).toContain("10");
      // But for the line that says which of the two it is.
      const [page, other] = opened.map((text) => text.slice(text.indexOf("\n")));
      expect(page).toBe(other);
      const steps = [
        await call(dense, "goto", { url: add }),
        await call(own, "goto", { url: add }),
      ];
      const [first, second] = steps.map((step) => textOf(step).replace(/ after \d+ ms/, ""));
      expect(first).toContain("11");
      expect(first).toBe(second);
      // Its reset closes the session; open begins anew, in the same environment.
      await chain.agent.call("env.reset", { environmentId });
      expect(textOf(await call(dense, "look"))).toContain("Call the tool open");
      expect(textOf(await call(dense, "open", { url: count }))).toContain("10");
      const held = (await chain.agent.call("session.list", {})).sessions;
      expect(held.filter(({ browserId }) => browserId === environmentId)).toHaveLength(1);
    } finally {
      await chain.agent.call("env.delete", { environmentId });
    }
  });
});

test("a browser that open launches ends after its session, unless it is to be kept", async () => {
  await using alone = await Chain.open();
  await using clients = new McpClients(alone.paths);
  const browsers = async (): Promise<readonly string[]> =>
    (await alone.agent.call("browser.list", {})).browsers.map(({ browserId }) => browserId);
  const passing = await clients.onStdio();
  expect((await callTool(passing, "open", { url: site.url })).isError).not.toBe(true);
  const [first] = await browsers();
  // One session after another takes the same browser.
  expect((await callTool(passing, "open", { url: site.url })).isError).not.toBe(true);
  expect(await browsers()).toEqual([first]);
  await passing.close();
  await until(async () => (await browsers()).length === 0, "it has ended");
  const keeping = await clients.onStdio(["--keep-browser"]);
  await callTool(keeping, "open", { url: site.url });
  const [kept] = await browsers();
  await keeping.close();
  await until(
    async () => (await alone.agent.call("session.list", {})).sessions.length === 0,
    "its session has ended",
  );
  expect(await browsers()).toEqual([kept]);
});

describe("what /mcp refuses", () => {
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  });

  async function post(body: string, headers: Record<string, string | undefined>): Promise<number> {
    const url = await daemonUrl();
    const all: Record<string, string | undefined> = {
      authorization: `Bearer ${await token()}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return await new Promise((resolve, reject) => {
      const sent = httpRequest(
        url,
        { method: "POST", headers: Object.fromEntries(given) },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.once("error", reject);
      sent.end(body);
    });
  }

  test.each([
    ["no token", { authorization: undefined }, 401],
    ["a wrong token", { authorization: "Bearer wrong" }, 401],
    ["the Origin of a web page", { origin: "http://store.test" }, 403],
    ["a rebound name as its Host", { host: "rebound.example" }, 403],
    ["the id of no session", { "mcp-session-id": "none" }, 404],
  ])("/mcp refuses a request with %s", async (_what, headers, status) => {
    expect(await post(initialize, headers)).toBe(status);
  });

  test.each([
    ["what is not JSON", "{", 400],
    ["what comes before initialize", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400],
    ["what is nested too deep to be a request", "[".repeat(200_000) + "]".repeat(200_000), 400],
    ["a body of over a MiB", `"${"x".repeat(1024 * 1024)}"`, 413],
  ])("/mcp refuses %s, and the daemon serves on", async (_what, body, status) => {
    expect(await post(body, {})).toBe(status);
    // The daemon serves on.
    expect(await post(initialize, {})).toBe(200);
  });
});
