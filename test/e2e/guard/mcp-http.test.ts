// MCP over HTTP against clients that send too much, nest too deep or die in the middle of a call.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readToken } from "@webserv/host/src/reach/run-files.ts";
import { packageRoot } from "@webserv/host/src/paths.ts";

import { Chain } from "../../support/daemon/chain.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";
import { until } from "../../support/daemon/daemon.ts";
import { PATIENCE_MS } from "../../support/time/patience.ts";
import { INITIALIZE } from "../../support/daemon/mcp-clients.ts";

const MIB = 1024 * 1024;

let chain: Chain;
let url: string;
beforeAll(async () => {
  chain = await Chain.open();
  const { port } = await chain.agent.call("daemon.status", {});
  url = `http://127.0.0.1:${port}/mcp`;
});
afterAll(() => chain.close());

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly mcpSession: string;
}

function begin(headers: Readonly<Record<string, string>> = {}): ClientRequest {
  return httpRequest(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${readToken(chain.paths) ?? ""}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
}

async function answerOf(request: ClientRequest): Promise<Answer> {
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  let body = "";
  for await (const piece of answer) body += String(piece);
  const id = answer.headers["mcp-session-id"];
  return {
    status: answer.statusCode ?? 0,
    body,
    mcpSession: typeof id === "string" ? id : "",
  };
}

async function post(body: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
  const request = begin(headers);
  const answer = answerOf(request);
  request.end(body);
  return await answer;
}

test("a body that tells no length is refused once it is over a MiB, and the daemon serves on", async () => {
  const request = begin({ "transfer-encoding": "chunked" });
  const answered = answerOf(request);
  const closed = once(request, "close");
  // What it had not yet read when it answered is reset.
  request.on("error", () => {});
  request.write('{"jsonrpc":"');
  for (let sent = 0; sent <= MIB; sent += 65_536) request.write("x".repeat(65_536));
  const { status, body } = await answered;
  expect(status).toBe(413);
  expect(body).toContain("larger than 1048576 bytes");
  // It was never ended: the daemon does not wait for the rest.
  await closed;
  expect(await post(INITIALIZE)).toMatchObject({ status: 200 });
});

describe("a request nested deeper than any stack", () => {
  const depth = 80_000;
  test.each([
    ["lists", "[".repeat(depth) + "]".repeat(depth)],
    ["objects", `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`],
  ])("a request of deeply nested %s is refused, and its session goes on", async (_what, nested) => {
    const { mcpSession } = await post(INITIALIZE);
    const session = { "mcp-session-id": mcpSession };
    const call = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"click","arguments":{"id":${nested}}}}`;
    const refused = await post(call, session);
    expect(refused.status).toBe(400);
    expect(refused.body).toContain("nested deeper than");
    const tools = await post('{"jsonrpc":"2.0","id":3,"method":"tools/list"}', session);
    expect(tools.body).toContain('"name":"click"');
  });
});

/** The official client in a process of its own: opens the page and presses its button. */
const CLIENT = `
  import { Client } from "@modelcontextprotocol/sdk/client/index.js";
  import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
  const [url, token, page, patience] = process.argv.slice(1);
  const long = { timeout: Number(patience) };
  const client = new Client({ name: "killed", version: "1" });
  const requestInit = { headers: { authorization: "Bearer " + token } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }), long);
  await client.callTool({ name: "open", arguments: { url: page } }, undefined, long);
  await client.callTool({ name: "click", arguments: { id: "add" } }, undefined, long);
`;

function startClient(page: string): ChildProcess {
  const given = [url, readToken(chain.paths) ?? "", page, String(PATIENCE_MS)];
  return spawn(process.execPath, ["--input-type=module", "-e", CLIENT, ...given], {
    cwd: packageRoot,
    stdio: "ignore",
  });
}

test("a client killed in the middle of a call leaves no session and no tab", async () => {
  await using site = await CountingSite.open();
  const { own } = await chain.ownBrowser();
  const tabs = async (): Promise<number> => {
    const pages = await own.browser.pages();
    return pages.filter((page) => page.url() === site.url).length;
  };
  const sessions = async (): Promise<number> =>
    (await chain.agent.call("session.list", {})).sessions.length;
  site.hold();
  const client = startClient(site.url);
  await until(() => site.count === 1, "the client's call has reached the page");
  expect([await sessions(), await tabs()]).toEqual([1, 1]);
  client.kill("SIGKILL");
  await until(async () => (await sessions()) === 0, "its session has ended");
  await until(async () => (await tabs()) === 0, "its tab is closed");
});
