// Requests that the daemon's /mcp refuses.
import { request as httpRequest } from "node:http";

import { readDaemonRecord, readToken } from "@webserv/host/src/reach/run-files.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { TestHome } from "../../support/daemon/daemon.ts";
import { INITIALIZE } from "../../support/daemon/mcp-clients.ts";

let home: TestHome;
let url: URL;
let token: string;
beforeAll(async () => {
  home = await TestHome.make();
  await home.daemon();
  url = new URL(`http://127.0.0.1:${readDaemonRecord(home.paths)?.port ?? 0}/mcp`);
  token = readToken(home.paths) ?? "";
});
afterAll(() => home[Symbol.asyncDispose]());

describe("what /mcp refuses", () => {
  async function post(body: string, headers: Record<string, string | undefined>): Promise<number> {
    const all: Record<string, string | undefined> = {
      authorization: `Bearer ${token}`,
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
    expect(await post(INITIALIZE, headers)).toBe(status);
  });

  test.each([
    ["what is not JSON", "{", 400],
    ["what comes before initialize", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400],
    ["what is nested too deep to be a request", "[".repeat(200_000) + "]".repeat(200_000), 400],
    ["a body of over a MiB", `"${"x".repeat(1024 * 1024)}"`, 413],
  ])("/mcp refuses %s, and the daemon serves on", async (_what, body, status) => {
    expect(await post(body, {})).toBe(status);
    // The daemon serves on.
    expect(await post(INITIALIZE, {})).toBe(200);
  });
});
