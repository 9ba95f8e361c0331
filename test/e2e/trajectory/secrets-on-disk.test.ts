// Secrets that are entered in every way there is, and then looked for in all that WebServ has written.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { connect } from "@webserv/host/src/client/client.ts";
import { readDaemonRecord, readToken } from "@webserv/host/src/reach/run-files.ts";
import type { Action } from "@webserv/shared/model/action.ts";
import { withheldOf } from "@webserv/shared/model/recorded-action.ts";
import type { InputMode } from "@webserv/shared/model/step.ts";

import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { until } from "../../support/daemon/daemon.ts";
import { searchDisk } from "../../support/programs/disk-search.ts";
import { idOf as idIn, says } from "../../support/models/greeting-model.ts";
import { callTool, McpClients, toolText } from "../../support/daemon/mcp-clients.ts";
import { CLI } from "../../support/programs/programs.ts";
import { openModelServer } from "../../support/models/model-server.ts";
import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { secretPages } from "../../support/pages/secret-pages.ts";

let chain: Chain;
let server: PageServer;
let own: OwnBrowser;
let browserId: string;
const planted = new Set<string>();
beforeAll(async () => {
  // Everything that can be logged is.
  process.env["WEBSERV_LOG"] = "trace";
  [chain, server] = await Promise.all([Chain.open(), PageServer.listen(secretPages)]);
  ({ own, browserId } = await chain.ownBrowser());
});
afterAll(async () => {
  await chain.close();
  await server.close();
});

let made = 0;
/** A new one each time, so that it is known by which way it came to the disk. */
function secret(way: string, { digits = false } = {}): string {
  made += 1;
  const text = digits
    ? `${String(made).padStart(3, "7")}4929001122`
    : `${way}"\\ é+%${made} ${crypto.randomUUID().slice(0, 8)}`;
  planted.add(text);
  return text;
}

async function expectNothingOnDisk(): Promise<void> {
  const stored = JSON.stringify(
    await own.inWorker(async () => [
      await chrome.storage.session.get(null),
      await chrome.storage.local.get(null),
    ]),
  );
  expect(await searchDisk(chain.paths.home, planted)).toEqual([]);
  for (const text of planted) {
    expect(stored, `storage of the worker: ${text}`).not.toContain(
      JSON.stringify(JSON.stringify(text)).slice(3, -3),
    );
    expect(stored).not.toContain(JSON.stringify(text).slice(1, -1));
  }
}

/** Every action is recorded with nothing but the length of what it entered. */
async function expectWithheld(session: ChainSession): Promise<void> {
  const told = (await session.recorded()).filter(
    ({ action }) => action.type === "type" && withheldOf(action) === undefined,
  );
  expect(told).toEqual([]);
}

const FIELDS = [
  "password",
  "known-password",
  "card-number",
  "card-holder",
  "login-code",
  "dotted",
  "dotted-lines",
  "dotted-editor",
  "partly-dotted",
  "number-code",
  "mirrored",
  "row",
  "late-password",
  "eager",
  "swapped",
  "shadow-password",
] as const;

async function open(input: InputMode, path = "/"): Promise<ChainSession> {
  return await chain.session({ url: server.url(path), browserId, input });
}

describe.each(["trusted", "synthetic"] as const)("secrets by %s input", (input) => {
  test("a plain text is on disk, and can be found there", async () => {
    await using session = await open(input);
    const text = `plain "\\ é ${crypto.randomUUID()}`;
    const step = await session.act({ type: "type", id: session.id("plain"), text });
    expect(step).toMatchObject({ status: "done", action: { text } });
    const found = await searchDisk(chain.paths.home, [text]);
    expect(found.map(({ file }) => file)).toContain(
      `trajectories/${session.sessionId}/steps.jsonl`,
    );
  });

  test("no field that holds a secret leaves more than its length, in any frame", async () => {
    await using session = await open(input);
    for (const name of FIELDS) {
      const text = secret(name, { digits: /card-number|code/.test(name) });
      const step = await session.act({ type: "type", id: session.id(name), text });
      expect({ name, ...step }).toMatchObject({
        name,
        status: "done",
        action: { text: null, secret: { length: text.length } },
      });
    }
    // The same value in a new field, in clear for a person.
    const shown = await session.act({ type: "click", id: session.id("show-it") });
    for (const text of planted) {
      expect(JSON.stringify(shown.observation)).not.toContain(JSON.stringify(text).slice(1, -1));
    }
    for (const { id } of session.seen?.inputs ?? []) {
      if (!id.endsWith("frame-password")) continue;
      await session.act({ type: "type", id, text: secret("frame") });
    }
    expect(session.seen?.inputs.filter(({ id }) => id.endsWith("frame-password"))).toHaveLength(2);
    await expectWithheld(session);
    await expectNothingOnDisk();
  });

  test("a secret that another field shows in clear, before or after it is entered, leaves only its length on disk", async () => {
    await using session = await open(input, "/shown");
    await session.act({ type: "type", id: session.id("paired"), text: secret("paired") });
    await session.act({ type: "click", id: session.id("show-one") });
    await session.act({ type: "click", id: session.id("show-two") });
    // It is another element, and so has another id.
    const id = session.seen?.inputs.at(-1)?.id ?? "";
    const typed = await session.act({ type: "type", id, text: secret("exchanged") });
    expect(typed).toMatchObject({ status: "done", target: { name: "Exchanged" } });
    await expectWithheld(session);
    await expectNothingOnDisk();
  });

  test("a secret whose entry is refused, fails or has no field leaves only its length on disk", async () => {
    await using session = await open(input);
    const refused = await session.act({
      type: "type",
      id: session.id("not-a-number"),
      text: secret("refused"),
    });
    expect(refused).toMatchObject({ status: "failed", error: { code: "value-refused" } });
    const lines = `${secret("line")}\n${secret("line")}`;
    await session.act({ type: "type", id: session.id("password"), text: lines });
    const unknown = await session.act({ type: "type", id: "nowhere", text: secret("nowhere") });
    expect(unknown).toMatchObject({
      error: { code: "unknown-id" },
      action: { secret: { unsure: true } },
    });
    await expectWithheld(session);
    await expectNothingOnDisk();
  });

  test("single keys into a secret field, and choices of a card's data, are withheld", async () => {
    await using session = await open(input);
    const id = session.id("password");
    await session.act({ type: "press", key: "4", id });
    await session.act({ type: "press", key: "Shift+q" });
    await session.act({ type: "press", key: "Tab" });
    const select: Action = {
      type: "select",
      id: session.id("month"),
      options: ["February"],
    };
    expect((await session.act(select)).effects.value).toMatch(/^•+$/);
    expect((await session.recorded()).map(({ action }) => action)).toMatchObject([
      { key: null, secret: { length: 1 } },
      { key: null, secret: { length: 1 } },
      { key: "Tab" },
      { options: null, secret: { length: 8 } },
    ]);
    expect(JSON.stringify(session.seen?.selects)).not.toContain('"selected":true');
  });

  test("an address into which a form has put a secret is kept without it", async () => {
    await using session = await open(input, "/form");
    const text = secret("form");
    await session.act({ type: "type", id: session.id("password"), text, enter: true });
    await until(async () => (await session.observe()).title === "Done", "the form is sent");
    const later = await session.act({ type: "type", id: session.id("search"), text: "shoes" });
    expect(later).toMatchObject({ status: "done", action: { text: "shoes" } });
    await expectNothingOnDisk();
  });
});

test("the answer to a prompt leaves only its length on disk", async () => {
  await using session = await open("trusted");
  await session.act({ type: "click", id: session.id("ask-me") });
  const text = secret("prompt");
  const step = await session.act({ type: "dialog", accept: true, text });
  expect(step.action).toMatchObject({ text: null, secret: { length: text.length } });
  await expectNothingOnDisk();
});

test("an action's id that is used again for another secret is refused", async () => {
  await using session = await open("trusted");
  const order = { type: "type", id: session.id("password"), text: secret("first") } as const;
  const first = await session.act(order, { actionId: "once" });
  expect(await session.act(order, { actionId: "once" })).toEqual(first);
  const other = { ...order, text: order.text.replace("first", "other") };
  planted.add(other.text);
  await expect(session.act(other, { actionId: "once" })).rejects.toMatchObject({
    code: "action-id-reused",
  });
  await expectNothingOnDisk();
});

test("a client, the command line and MCP enter secrets that leave nothing", async () => {
  const url = `ws://127.0.0.1:${readDaemonRecord(chain.paths)?.port ?? 0}/`;
  const client = await connect({ url, token: readToken(chain.paths) ?? "" });
  const session = await client.open({ url: server.url("/"), browserId });
  await session.act({ type: "type", id: "password", text: secret("client") });
  await session.close();
  client.close();

  const env = { WEBSERV_HOME: chain.paths.home, WEBSERV_BACKENDS: "local", NO_COLOR: "1" };
  const webserv = (...args: string[]) => execa(process.execPath, [CLI, ...args], { env });
  const { stdout: opened } = await webserv("open", server.url("/"));
  const sessionId = /s-[\w-]+/.exec(opened)?.[0] ?? "";
  const inIt = ["--session", sessionId];
  const typed = await webserv("type", "password", secret("cli"), ...inIt);
  expect(typed.stdout).toMatch(/^done type password •+ /);
  await webserv("fill", `card-holder=${secret("cli-fill")}`, ...inIt);
  const shown = await webserv("trajectory", "show", sessionId);
  expect(shown.stdout).toMatch(/done type password •+/);
  for (const text of planted) expect(shown.stdout).not.toContain(text);
  await webserv("close", ...inIt);

  await using clients = new McpClients(chain.paths);
  for (const mcp of [await clients.onStdio(), await clients.overHttp("?structured")]) {
    await callTool(mcp, "open", { url: server.url("/") });
    const text = secret("mcp");
    const answer = await callTool(mcp, "type", { id: "password", text });
    expect(toolText(answer)).toMatch(/done type password •+/);
    await callTool(mcp, "fill", { fields: [{ id: "login-code", text: secret("mcp-fill") }] });
    // A schema's refusal quotes what it refuses.
    await callTool(mcp, "type", { id: "password", text: secret("mcp-wrong"), mode: "other" }).catch(
      () => {},
    );
  }
  await expectNothingOnDisk();
});

test("a message that can't be understood is logged without what it says", async () => {
  await using session = await open("trusted");
  const text = secret("wrong", { digits: true });
  const action = { type: "type", id: "password", text: Number(text) };
  const params = { sessionId: session.sessionId, actionId: "wrong", action };
  // Nobody waits for the answer, so that it can only be logged.
  const notify: unknown = Reflect.get(chain.agent, "notify");
  if (typeof notify === "function") Reflect.apply(notify, chain.agent, ["session.act", params]);
  const log = (): string => readFileSync(join(chain.paths.logDir, "daemon.log"), "utf8");
  await expect.poll(log).toContain("a message of an agent was not usable");
  await expectNothingOnDisk();
});

test("our own agent leaves nothing of a secret, though it thinks of it aloud", async () => {
  const text = secret("run");
  const model = await openModelServer(({ texts }, index) => {
    if (index > 0) return says(`I typed ${text}.`, { type: "terminate", answer: `with ${text}` });
    const action = { type: "type", id: idIn(texts, "password"), text };
    return says(`The password is ${text}.`, action, { note: `it is ${text}` });
  });
  const run = await execa(
    process.execPath,
    // prettier-ignore
    [CLI, "run", "Sign in", "--url", server.url("/"), "--browser-id", browserId, "--api", "chat",
      "--base-url", model.baseUrl("chat"), "--model", "scripted"],
    { env: { WEBSERV_HOME: chain.paths.home, OPENAI_API_KEY: "k" } },
  );
  model.close();
  expect(run.exitCode).toBe(0);
  await expectNothingOnDisk();
});

test("a daemon that is killed while a secret is entered leaves nothing, nor does the next one", async () => {
  await using session = await open("trusted", "/slow");
  const text = secret("killed");
  const order = { type: "type", id: session.id("password"), text } as const;
  const lost = session.act(order, { actionId: "lost", settle: { budgetMs: 20_000 } });
  lost.catch(() => {});
  await until(
    () => server.requests.some(({ path }) => path === "/never"),
    "the secret reaches the page",
  );
  await chain.killDaemon();
  await expectNothingOnDisk();
  await chain.reconnect();
  await until(
    async () => (await chain.stateOf(session.sessionId)) === "open",
    "the browser is back",
  );
  const answer = await session.act(order, { actionId: "lost" });
  expect(answer.action).toMatchObject({ text: null, secret: { length: text.length } });
  await expect(
    session.act({ ...order, text: "short" }, { actionId: "lost" }),
  ).rejects.toMatchObject({ code: "action-id-reused" });
  await expectWithheld(session);
  await expectNothingOnDisk();
});
