// The tools of MCP end to end: the official client, on stdio and over HTTP, the real daemon, browser and extension.
import { join } from "node:path";

import { execa } from "execa";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { packageRoot } from "@webserv/host/src/paths.ts";
import { CLI } from "../../support/programs/programs.ts";

import { until } from "../../support/daemon/daemon.ts";
import { callTool, toolText } from "../../support/daemon/mcp-clients.ts";
import { openGreetingSite } from "../../support/pages/greeting-site.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";
import { McpWorld } from "./mcp-world.ts";

/** A page long enough that its changes are shorter. */
const STEPS_PAGE = `<title>Steps</title><p>0 steps</p><button>One step</button>
  <button id="nothing">Nothing</button><button onclick="confirm('Go on?')">Ask</button>
  <label>Name <input></label><a href="/next">Next</a>
  <ul>${Array.from({ length: 30 }, (_, row) => `<li>Row ${row} of the long list</li>`).join("")}</ul>
  <script>
    const [count] = document.getElementsByTagName("p");
    let steps = 0;
    document.querySelector("button").onclick = () => { count.textContent = ++steps + " steps"; };
  </script>`;
const NEXT_PAGE = "<title>Next</title><p>Here it ends</p>";

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
const structuredWays = {
  "on stdio": () => world.clients.onStdio(["--structured"]),
  "over HTTP": () => world.clients.overHttp("?structured"),
};

describe.each(Object.entries(ways))("an MCP client %s", (_way, connect) => {
  test("an MCP client lists the tools, opens a page, acts on it and sees what has changed", async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["open", "click", "act"]));
    const page = await callTool(client, "open", { url: world.site.url });
    expect(toolText(page)).toContain('<button id="add">');
    const before = world.site.count;
    const step = await callTool(client, "click", { id: "add" });
    expect(toolText(step)).toContain(`count ${before + 1}`);
    expect(step.isError).toBe(false);
    expect(toolText(await callTool(client, "look"))).toContain(`count ${before + 1}`);
    const rest = await callTool(client, "act", { action: { type: "refresh" } });
    expect(toolText(rest)).not.toContain(`count ${before + 1}`);
    const picture = await callTool(client, "screenshot");
    expect(picture.content.map(({ type }) => type)).toContain("image");
  });

  test("an MCP client fills in fields, and is told the page once and which field there is not", async () => {
    const client = await connect();
    const empty = await callTool(client, "fill", { fields: [] });
    expect(toolText(empty)).toContain("invalid-params");
    const greeting = await openGreetingSite();
    try {
      await callTool(client, "open", { url: greeting.url });
      const fields = [
        { id: "name", text: "Ada" },
        { id: "language", options: ["Deutsch"] },
      ];
      const filled = toolText(await callTool(client, "fill", { fields }));
      expect(filled).toMatch(/^filled in 2 fields\n/);
      expect(filled).toContain('value="Ada"');
      expect(filled.match(/<option selected>Deutsch/g)).toHaveLength(1);
    } finally {
      greeting.close();
    }
    await callTool(client, "open", { url: world.site.url });
    const both = await callTool(client, "fill", {
      fields: [{ id: "add", text: "a", checked: true }],
    });
    expect(toolText(both)).toContain("needs one of text, options and checked");
    const unknown = await callTool(client, "fill", { fields: [{ id: "ad", text: "a" }] });
    expect(toolText(unknown)).toMatch(/^filled in 0 fields\nfailed type ad •\n/);
    expect(unknown.isError).toBe(true);
  });

  test("an MCP client that asks quietly is told what happened, and the page as changes from what it was told", async () => {
    const pages = await PageServer.listen({ "/": STEPS_PAGE, "/next": NEXT_PAGE });
    try {
      const client = await connect();
      const quietly = async (tool: string, given: object): Promise<string> =>
        toolText(await callTool(client, tool, { ...given, quiet: true }));
      const opened = await quietly("open", { url: pages.url("/") });
      expect(opened).toMatch(/^opened in .*$/);
      const page = toolText(await callTool(client, "look"));
      expect(page).toContain("<p>0 steps</p>");

      const named = { name: "One step", role: "button" };
      expect(await quietly("click", { id: named })).toMatch(
        /^done click "One step" \(button\) · it is one-step .*· the page changed$/,
      );
      expect(await quietly("act", { action: { type: "hover", id: "nothing" } })).toBe(
        "done hover nothing · nothing changed on the page",
      );
      expect(await quietly("click", { id: "missing" })).toMatch(
        /^failed click missing.*\nerror: .*\(unknown-id\)\nnext: .*$/,
      );
      expect(await quietly("fill", { fields: [{ id: "name", text: "Ada" }] })).toBe(
        "filled in 1 field",
      );
      const failed = [
        { id: "name", text: "Eve" },
        { id: "missing", text: "Eve" },
      ];
      expect(await quietly("fill", { fields: failed })).toMatch(
        /^filled in 1 field\nfailed type missing •••\nerror: .*\(unknown-id\)\nnext: .*$/,
      );
      // All that it was not told is among the changes, and nothing else.
      const changed = toolText(await callTool(client, "click", { id: "one-step" }));
      expect(changed).toContain("\nchanged:\n");
      expect(changed).toMatch(/^-<p>0 steps<\/p>$/m);
      expect(changed).toMatch(/^\+<p>2 steps<\/p>$/m);
      expect(changed).toContain('value="Eve"');

      expect(await quietly("click", { id: "ask" })).toMatch(
        /^done click ask .*confirm "Go on\?" waits.*$/,
      );
      await callTool(client, "act", { action: { type: "dialog", accept: true } });
      expect(await quietly("click", { id: "next" })).toMatch(
        /^done click next · went to http:\S+\/next.*$/,
      );
      expect(toolText(await callTool(client, "look"))).toContain("Here it ends");
    } finally {
      await pages.close();
    }
  });

  test("an MCP client is told what failed and what to do, as an answer of the tool", async () => {
    const client = await connect();
    const early = await callTool(client, "look");
    expect(early.isError).toBe(true);
    expect(toolText(early)).toContain("Call the tool open first.");
    await callTool(client, "open", { url: world.site.url });
    const unknown = await callTool(client, "click", { id: "ad" });
    expect(unknown.isError).toBe(true);
    expect(toolText(unknown)).toContain("unknown-id");
    const wrong = await callTool(client, "click", { id: 7 });
    expect(toolText(wrong)).toContain("invalid-params");
    expect(toolText(await callTool(client, "fly"))).toContain("there is no tool");
  });

  test("an MCP client takes a call back, hears that a long one goes on, and has one session at a time", async () => {
    const client = await connect();
    await callTool(client, "open", { url: world.site.url });
    world.site.hold();
    const taken = new AbortController();
    let told = 0;
    const before = world.site.count;
    const held = callTool(
      client,
      "click",
      { id: "add" },
      {
        signal: taken.signal,
        onProgress: () => {
          told++;
        },
      },
    );
    await until(() => told > 0, "the client hears of its progress");
    taken.abort(new Error("taken back"));
    await expect(held).rejects.toThrow("taken back");
    world.site.release();
    expect(world.site.count).toBe(before + 1);
    await callTool(client, "open", { url: world.site.url });
    expect(await world.sessions()).toHaveLength(1);
  });
});

describe.each(Object.entries(structuredWays))("a program that asks %s", (_way, connect) => {
  test("a program is told what became of its calls by the declared schema, and reads the page as text", async () => {
    const client = await connect();
    // From here on the client refuses what is no answer by a tool's schema.
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema === undefined)).toEqual([]);
    expect((await callTool(client, "look")).structuredContent).toMatchObject({
      steps: [],
      page: null,
      error: { code: "unknown-session" },
    });
    const opened = await callTool(client, "open", { url: world.site.url });
    expect(toolText(opened)).toContain('<button id="add">');
    expect(JSON.stringify(opened.structuredContent)).not.toContain("<button");
    const [sessionId] = await world.sessions();
    const page = { url: world.site.url, title: "Counter" };
    expect(opened.structuredContent).toMatchObject({ sessionId, steps: [], page });
    const done = await callTool(client, "click", { id: "add" });
    expect(done.structuredContent).toMatchObject({
      sessionId,
      steps: [{ step: 1, status: "done", target: { id: "add" }, settle: { status: "settled" } }],
      page,
    });
    const failed = await callTool(client, "fill", { fields: [{ id: "ad", text: "a" }] });
    expect(failed.isError).toBe(true);
    expect(failed.structuredContent).toMatchObject({
      sessionId,
      steps: [{ status: "failed", error: { code: "unknown-id" } }],
      page,
    });
    const picture = await callTool(client, "screenshot");
    expect(picture.content.map(({ type }) => type)).toContain("image");
    expect(JSON.stringify(picture.structuredContent).length).toBeLessThan(1000);
  });
});

test("a client that asks for no structured content is told none, nor its schema", async () => {
  const client = await world.clients.onStdio();
  const { tools } = await client.listTools();
  expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
  expect(await callTool(client, "open", { url: world.site.url })).not.toHaveProperty(
    "structuredContent",
  );
});

test("the inspector's command line lists and calls the tools", async () => {
  const inspect = async (...args: string[]): Promise<string> => {
    const program = join(packageRoot, "node_modules", ".bin", "mcp-inspector");
    // It hands on no environment of its own.
    const home = `WEBSERV_HOME=${world.chain.paths.home}`;
    const patience = ["--connect-timeout", String(PATIENCE_MS)];
    const command = ["--cli", ...patience, "-e", home, process.execPath, CLI, "mcp"];
    const { stdout } = await execa(program, [...command, ...args], {
      env: { ...(process.env as Record<string, string>), WEBSERV_HOME: world.chain.paths.home },
    });
    return stdout;
  };
  expect(await inspect("--method", "tools/list")).toContain('"name": "open"');
  const opened = [
    "--method",
    "tools/call",
    "--tool-name",
    "open",
    "--tool-arg",
    `url=${world.site.url}`,
  ];
  expect(await inspect(...opened)).toContain("Counter");
});
