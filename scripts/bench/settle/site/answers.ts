// Lists what the site's server can answer: one entry a kind, each after `ms` as the address says.
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import type { WebSocket } from "ws";

import { listenFor, tellLater } from "./news.ts";

type Params = URLSearchParams;
type Answer = (params: Params, response: ServerResponse) => void | Promise<void>;

/**
 * Stands in for a program that is elsewhere: it requests from its server what a message names, and reports the
 * answer.
 */
const HELPER = `<script>
  addEventListener("message", async ({ data, source, origin }) => {
    const response = await fetch(data);
    source.postMessage(await response.text(), origin);
  });
</script>`;

const answers: Readonly<Record<string, Answer>> = {
  /** Answers with this body. */
  answer: (params, response) =>
    sent(response, params.get("type") ?? "text/plain", params.get("body") ?? ""),
  json: (params, response) =>
    sent(response, "application/json", JSON.stringify({ text: params.get("text") ?? "Answer" })),
  text: (params, response) => sent(response, "text/plain", params.get("text") ?? "An answer"),
  script: (_, response) =>
    sent(response, "text/javascript", "document.documentElement.dataset.loaded = 'a script';"),
  module: (_, response) => sent(response, "text/javascript", "export const text = 'A chunk';"),
  style: (_, response) => sent(response, "text/css", "#view { border: 1px solid #999 }"),
  image: (_, response) =>
    sent(
      response,
      "image/svg+xml",
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="#88a"/></svg>`,
    ),
  page: (params, response) => sent(response, "text/html", params.get("html") ?? ""),
  helper: (params, response) =>
    sent(response, "text/html", `<p>${params.get("text") ?? "A helper"}</p>${HELPER}`),
  nothing: (_, response) => void response.writeHead(204).end(),
  /** Says by its status that it is not done yet. */
  accepted: (_, response) => void response.writeHead(202).end(),
  /** Acknowledges at once that it will tell those who listen. */
  tell: (params, response) => {
    tellLater(params.get("of") ?? "", params.get("text") ?? "News", Number(params.get("in") ?? 0));
    response.writeHead(202).end();
  },
  /** Answers as soon as there is something to tell. */
  poll: (params, response) => {
    const stop = listenFor(params.get("of") ?? "", (text) => {
      stop();
      sent(response, "text/plain", text);
    });
    response.on("close", stop);
  },
  /** Tells all there is to tell, one event after another. */
  news: (params, response) => {
    response.setHeader("content-type", "text/event-stream").flushHeaders();
    const stop = listenFor(params.get("of") ?? "", (text) => response.write(`data: ${text}\n\n`));
    response.on("close", stop);
  },
  busy: (_, response) => void response.writeHead(503).end(),
  /**
   * Sends an answer that no browser knows. If the connection were cut off, the browser would ask again for many
   * seconds.
   */
  broken: (_, response) => void response.socket?.end("broken\r\n\r\n"),
  redirect: (params, response) =>
    void response.writeHead(302, { location: params.get("to") ?? "/" }).end(),
  /** Never answers, for as long as the browser waits. */
  hang: () => undefined,
  stream: async (params, response) => {
    response.setHeader("content-type", "text/plain; charset=utf-8").flushHeaders();
    for (let part = 0; part < parts(params); part++) {
      await delay(gap(params));
      response.write(`word${part} `);
    }
    response.end();
  },
  events: async (params, response) => {
    response.setHeader("content-type", "text/event-stream").flushHeaders();
    for (let part = 0; part < parts(params); part++) {
      await delay(gap(params));
      response.write(`data: event ${part}\n\n`);
    }
    response.write("event: end\ndata: end\n\n");
  },
};

export async function answer(
  name: string,
  params: Params,
  response: ServerResponse,
): Promise<void> {
  const found = answers[name];
  if (found === undefined) return void response.writeHead(404).end();
  await delay(Number(params.get("ms") ?? 0));
  if (!response.destroyed) await found(params, response);
}

/**
 * `echo` answers each message when that says; `ticker` sends by itself; `quotes` does both; `news` sends what is told
 * elsewhere.
 */
export function answerSocket(socket: WebSocket, { pathname, searchParams }: URL): void {
  if (pathname === "/server/echo" || pathname === "/server/quotes") {
    socket.on("message", (data: Buffer) => {
      const { ms, text } = JSON.parse(data.toString()) as { ms: number; text: string };
      setTimeout(() => socket.send(text), ms);
    });
  }
  if (pathname === "/server/news") {
    socket.on(
      "close",
      listenFor(searchParams.get("of") ?? "", (text) => socket.send(text)),
    );
  } else if (pathname !== "/server/echo") {
    sendQuotes(socket, Number(searchParams.get("ms") ?? 200));
  }
}

function sendQuotes(socket: WebSocket, ms: number): void {
  let turn = 0;
  const timer = setInterval(() => socket.send(`Quote ${++turn}`), ms);
  socket.on("close", () => clearInterval(timer));
}

function sent(response: ServerResponse, type: string, body: string): void {
  response.setHeader("content-type", `${type}; charset=utf-8`).end(body);
}

function parts(params: Params): number {
  return Number(params.get("parts") ?? 3);
}

function gap(params: Params): number {
  return Number(params.get("gap") ?? 50);
}
