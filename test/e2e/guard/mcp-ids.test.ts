// Calls over MCP with an id that another call still has: refused, and the first one's answer is its own.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { readDaemonRecord, readToken } from "@webserv/host/src/reach/run-files.ts";
import { expect, test } from "vitest";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import { FakeExtension } from "../../support/daemon/fake-extension.ts";
import { CLI } from "../../support/programs/programs.ts";

const initialize = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};
const call = (id: number | string, method: string, params: object = {}): object => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const open = call(2, "tools/call", { name: "open", arguments: {} });
const click = call("same", "tools/call", { name: "click", arguments: { id: "a" } });
const again = call("same", "tools/call", { name: "press", arguments: { key: "a" } });
const refused = {
  id: "same",
  error: { code: -32_600, message: expect.stringContaining('"same" is already in use') as string },
};
const done = {
  id: "same",
  result: { content: [{ text: expect.stringContaining("done click") as string }] },
};

/** A browser whose pages take an action only when they are let. */
async function slowBrowser(
  home: TestHome,
): Promise<{ extension: FakeExtension; let: () => void; hold: () => void }> {
  let gate = Promise.withResolvers<void>();
  const extension: FakeExtension = await FakeExtension.connect({
    home: home.paths.home,
    act: async (order) => {
      await gate.promise;
      return extension.done(order);
    },
  });
  return {
    extension,
    let: () => gate.resolve(),
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
  };
}

test("a call over MCP on stdio is refused if another call still has its id", async () => {
  await using home = await TestHome.make();
  await home.daemon();
  const { extension, let: letAct } = await slowBrowser(home);
  await using _extension = extension;
  const server = spawn(process.execPath, [CLI, "mcp"], {
    env: { ...process.env, WEBSERV_HOME: home.paths.home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers: unknown[] = [];
  createInterface({ input: server.stdout }).on("line", (line) => answers.push(JSON.parse(line)));
  const say = (message: object): void => void server.stdin.write(`${JSON.stringify(message)}\n`);
  say(call(1, "initialize", initialize));
  say({ jsonrpc: "2.0", method: "notifications/initialized" });
  say(open);
  await until(() => answers.length === 2, "a session is open");
  say(click);
  await until(() => extension.ran.length === 1, "the first call acts");
  say(again);
  await until(() => answers.length === 3, "the second call is answered");
  expect(answers[2]).toMatchObject(refused);
  letAct();
  await until(() => answers.length === 4, "the first call is answered");
  expect(answers[3]).toMatchObject(done);
  // An id is free once its call was answered.
  say(click);
  await until(() => answers.length === 5, "a later call with that id is answered");
  expect(answers[4]).toMatchObject(done);
  expect(extension.ran).toHaveLength(2);
  server.stdin.end();
});

interface PostSettings {
  readonly signal?: AbortSignal | null;
  readonly accept?: string;
}

test("a call over HTTP is refused if another call has its id, even in one batch or over a broken connection", async () => {
  await using home = await TestHome.make();
  await home.daemon();
  const { extension, let: letAct, hold } = await slowBrowser(home);
  await using _extension = extension;
  let session: string | null = null;
  const post = async (
    message: object,
    { signal = null, accept = "application/json, text/event-stream" }: PostSettings = {},
  ): Promise<{ status: number; answer: unknown }> => {
    const response = await fetch(
      `http://127.0.0.1:${readDaemonRecord(home.paths)?.port ?? 0}/mcp`,
      {
        method: "POST",
        signal,
        headers: {
          authorization: `Bearer ${readToken(home.paths) ?? ""}`,
          "content-type": "application/json",
          accept,
          ...(session === null ? {} : { "mcp-session-id": session }),
        },
        body: JSON.stringify(message),
      },
    );
    session ??= response.headers.get("mcp-session-id");
    const text = await response.text();
    const line = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return { status: response.status, answer: JSON.parse(line === "" ? "null" : line) };
  };
  await post(call(1, "initialize", initialize));
  await post(open);
  const first = post(click);
  await until(() => extension.ran.length === 1, "the first call acts");
  expect(await post(again)).toMatchObject({ status: 400, answer: refused });
  letAct();
  expect(await first).toMatchObject({ status: 200, answer: done });
  expect(await post([click, again])).toMatchObject({ status: 400, answer: refused });
  expect(await post(click)).toMatchObject({ status: 200, answer: done });
  expect(extension.ran).toHaveLength(2);

  // Who goes away does not take back what it asked.
  hold();
  const away = new AbortController();
  const broken = post(click, { signal: away.signal }).catch(() => "broken");
  await until(() => extension.ran.length === 3, "the call acts");
  away.abort();
  expect(await broken).toBe("broken");
  expect(await post(again)).toMatchObject({ status: 400, answer: refused });
  letAct();
  await until(async () => (await post(click)).status === 200, "the id is free again");
  // What is refused as a request of HTTP was never under way.
  expect(await post(click, { accept: "text/html" })).toMatchObject({ status: 406 });
  expect(await post(click)).toMatchObject({ status: 200, answer: done });
});
