import { request } from "node:http";

import { ENVIRONMENT_HOST, LINK_PROTOCOL } from "@webserv/shared/model/environment.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";

import { serveEnvironment } from "@webserv/host/src/daemon/environment-link.ts";
import type { EnvironmentLink } from "@webserv/host/src/session/environments/environment-contexts.ts";
import { EXTENSION_ID } from "@webserv/shared/protocol/extension-id.ts";

const TOKEN = "t".repeat(43);
const ORIGIN = `chrome-extension://${EXTENSION_ID}`;

let link: EnvironmentLink;
const onLink = vi.fn<(transport: unknown) => void>();
beforeAll(async () => {
  link = await serveEnvironment({ environmentId: "env-00c0ffee", token: TOKEN, onLink });
});
afterAll(() => link.close());

function knock(protocols: readonly string[], headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(link.origin.replace("http", "ws"), [...protocols], {
      headers: { host: ENVIRONMENT_HOST, origin: ORIGIN, ...headers },
    });
    socket.once("open", () => {
      resolve(`open ${socket.protocol}`);
      socket.terminate();
    });
    socket.once("error", (error) => resolve(error.message));
  });
}

function ask(host: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request(link.origin, { headers: { host } }, (answer) => {
      let text = "";
      answer.on("data", (bytes) => (text += String(bytes)));
      answer.once("end", () => resolve({ status: answer.statusCode, text }));
    })
      .once("error", reject)
      .end();
  });
}

describe("an environment's link", () => {
  test("an environment's link says who the environment is, under its own name alone", async () => {
    const answer = await ask(ENVIRONMENT_HOST);
    expect(answer).toMatchObject({ status: 200 });
    expect(JSON.parse(answer.text)).toEqual({ environmentId: "env-00c0ffee" });
    expect(await ask("rebound.example")).toEqual({ status: 404, text: "" });
  });

  test("an environment's link takes the extension that has the token", async () => {
    onLink.mockClear();
    expect(await knock([LINK_PROTOCOL, TOKEN], {})).toBe(`open ${LINK_PROTOCOL}`);
    expect(onLink).toHaveBeenCalledOnce();
  });

  test.each([
    ["a page of a site", [LINK_PROTOCOL, TOKEN], { origin: "http://store.test" }],
    ["another extension", [LINK_PROTOCOL, TOKEN], { origin: "chrome-extension://another" }],
    ["a rebound name", [LINK_PROTOCOL, TOKEN], { host: "rebound.example" }],
    ["a wrong token", [LINK_PROTOCOL, "u".repeat(43)], {}],
    ["a missing token", [LINK_PROTOCOL], {}],
    ["another protocol", ["chat", TOKEN], {}],
  ])("an environment's link refuses %s", async (_who, protocols, headers) => {
    onLink.mockClear();
    expect(await knock(protocols, headers)).toContain("403");
    expect(onLink).not.toHaveBeenCalled();
  });
});
