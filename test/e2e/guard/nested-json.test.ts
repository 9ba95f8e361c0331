// JSON nested deeper than any stack, at each way into the daemon: refused in words, and served on.
import { once } from "node:events";
import { connect } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";

import { MAX_ANSWER_BYTES, MAX_PAYLOAD_BYTES } from "@webserv/host/src/reach/agent-limits.ts";
import {
  FrameDecoder,
  MAX_FRAME_FROM_BROWSER,
  MAX_FRAME_TO_BROWSER,
  encodeFrame,
} from "@webserv/shared/rpc/native-frames.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";

import { TestHome, until } from "../../support/daemon/daemon.ts";
import type { TestDaemon } from "../../support/daemon/daemon.ts";
import { startNativeHost } from "../../support/daemon/native-host.ts";

/** Under every limit of size, and far over what a recursive reader's stack holds. */
const DEPTH = 400_000;
const NESTED = {
  lists: "[".repeat(DEPTH) + "]".repeat(DEPTH),
  objects: `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`,
};

/** Where a nested value may stand in a message, by what that is called. */
const PLACES: Readonly<Record<string, (nested: string, method: string) => string>> = {
  "the whole message": (nested) => nested,
  "an id": (nested, method) => `{"jsonrpc":"2.0","id":${nested},"method":"${method}"}`,
  "a method": (nested) => `{"jsonrpc":"2.0","id":7,"method":${nested}}`,
  "the params": (nested, method) => call(method, nested),
  "a field of the params": (nested, method) => call(method, `{"sessionId":${nested}}`),
  "an unknown field": (nested, method) => call(method, `{"colour":${nested}}`),
  "an action": (nested) =>
    call("session.act", `{"sessionId":"s","actionId":"a","action":${nested}}`),
  "a field of an action": (nested) =>
    call(
      "session.act",
      `{"sessionId":"s","actionId":"a","action":{"type":"click","id":${nested}}}`,
    ),
  "what is taken back": (nested) => call("$/cancelRequest", `{"id":${nested}}`),
  "a result": (nested) => `{"jsonrpc":"2.0","id":7,"result":${nested}}`,
  "an error": (nested) => `{"jsonrpc":"2.0","id":7,"error":${nested}}`,
  "an error's details": (nested) =>
    `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m","data":{"code":"c","next":"n","details":{"a":${nested}}}}}`,
};
const cases = Object.entries(PLACES).flatMap(([place, message]) =>
  Object.entries(NESTED).map(([what, nested]) => ({
    what,
    place,
    message: (method: string) => message(nested, method),
  })),
);

function call(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":7,"method":"${method}","params":${params}}`;
}

const LAST_ID = 99;

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

let home: TestHome;
let daemon: TestDaemon;
beforeAll(async () => {
  home = await TestHome.make();
  daemon = await home.daemon();
});
afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

function parsed(json: string): Answer {
  return JSON.parse(json) as Answer;
}

/** The answer to what came next, and what was refused in other words than ours, or at great length. */
async function outcome(answers: readonly Answer[]): Promise<{ next: unknown; odd: string[] }> {
  await until(() => answers.some(({ id }) => id === LAST_ID), "what comes next is answered");
  const refusals = answers.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
  return {
    next: answers.find(({ id }) => id === LAST_ID),
    odd: refusals.filter((text) => /call stack/i.test(text) || text.length > 1000),
  };
}

describe("an agent's WebSocket", () => {
  test.each(cases)("the WebSocket survives nested $what as $place", async ({ message }) => {
    const answers: Answer[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${daemon.port}/`, {
      headers: { authorization: `Bearer ${daemon.token}` },
    });
    socket.on("message", (data: Buffer) => answers.push(parsed(data.toString("utf8"))));
    socket.on("error", () => {});
    await once(socket, "open");
    const client = { name: "raw", version: "1" };
    socket.send(call("daemon.hello", JSON.stringify({ protocol: protocolVersion, client })));
    await until(() => answers.length === 1, "the hello is answered");
    socket.send(message("session.close"));
    socket.send(`{"jsonrpc":"2.0","id":${LAST_ID},"method":"session.list","params":{}}`);
    expect(await outcome(answers)).toMatchObject({ next: { result: { sessions: [] } }, odd: [] });
    socket.terminate();
  });
});

describe("an agent's local socket", () => {
  test.each(cases)("the local socket survives nested $what as $place", async ({ message }) => {
    const answers: Answer[] = [];
    const socket = connect(home.paths.agentSocket);
    const decoder = new FrameDecoder(MAX_ANSWER_BYTES);
    socket.on("data", (bytes: Uint8Array) => {
      for (const body of decoder.push(bytes)) {
        answers.push(parsed(Buffer.from(body).toString("utf8")));
      }
    });
    const send = (json: string): void => void socket.write(encodeFrame(json, MAX_PAYLOAD_BYTES));
    const client = { name: "raw", version: "1" };
    send(call("daemon.hello", JSON.stringify({ protocol: protocolVersion, client })));
    await until(() => answers.length === 1, "the hello is answered");
    send(message("session.close"));
    send(`{"jsonrpc":"2.0","id":${LAST_ID},"method":"session.list","params":{}}`);
    expect(await outcome(answers)).toMatchObject({ next: { result: { sessions: [] } }, odd: [] });
    socket.destroy();
  });
});

describe("a browser's connection", () => {
  test.each(cases)("a native host survives nested $what as $place", async ({ message }) => {
    const answers: Answer[] = [];
    const host = startNativeHost({ home: home.paths.home });
    const decoder = new FrameDecoder(MAX_FRAME_TO_BROWSER);
    host.stdio.on("data", (bytes: Uint8Array) => {
      for (const body of decoder.push(bytes)) {
        answers.push(parsed(Buffer.from(body).toString("utf8")));
      }
    });
    const hello = {
      protocol: protocolVersion,
      extensionVersion: "0.0.1",
      browserId: "b-nested",
      browser: "Fake 1.0",
      workerId: "w-1",
      sessions: [],
    };
    const send = (json: string): void =>
      void host.stdio.write(encodeFrame(json, MAX_FRAME_FROM_BROWSER));
    send(call("link.hello", JSON.stringify(hello)));
    await until(() => answers.some(({ id }) => id === 7), "the hello is answered");
    send(message("lease.halted"));
    send(`{"jsonrpc":"2.0","id":${LAST_ID},"method":"link.beat","params":{}}`);
    expect(await outcome(answers)).toMatchObject({ next: { result: {} }, odd: [] });
    host.process.kill();
    await host.ended;
  });
});
