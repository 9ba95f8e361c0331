// An Incus that answers on a Unix socket as a test tells it to, events and all.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";

export interface FakeIncus {
  readonly socketPath: string;
  /** `METHOD path` of each request so far, without queries. */
  readonly asked: string[];
  /** How many listen to events. */
  listeners(): number;
  /** Answers requests of `METHOD path` from now on. */
  on(what: string, answer: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Sends an operation's event to all who listen. */
  tell(operation: object): void;
  /** Ends all connections for events. */
  breakEvents(): void;
  refuseEvents(): void;
  /** As an Incus that stops; its socket's file goes with it. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function startFakeIncus(): Promise<FakeIncus> {
  const folder = await mkdtemp(join(tmpdir(), "webserv-fake-incus-"));
  const socketPath = join(folder, "unix.socket");
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const asked: string[] = [];
  const webSockets = new WebSocketServer({ noServer: true });
  const listening = new Set<WebSocket>();
  let refusing = false;
  let server: Server;

  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      const what = `${request.method} ${request.url?.split("?")[0]}`;
      asked.push(what);
      const answer = answers.get(what);
      if (answer === undefined) sendError(response, 404, `nothing at ${what}`);
      else answer(request, response);
    });
    server.on("upgrade", (request, socket, head) => {
      if (refusing) return void socket.destroy();
      webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        listening.add(webSocket);
        webSocket.on("close", () => listening.delete(webSocket));
      });
    });
    server.listen(socketPath);
    await once(server, "listening");
  };
  const breakEvents = (): void => {
    for (const socket of listening) socket.terminate();
  };
  const stop = async (): Promise<void> => {
    breakEvents();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  await start();
  return {
    socketPath,
    asked,
    listeners: () => listening.size,
    on: (what, answer) => void answers.set(what, answer),
    tell(operation) {
      const text = JSON.stringify({ type: "operation", metadata: operation });
      for (const socket of listening) socket.send(text);
    },
    breakEvents,
    refuseEvents() {
      refusing = true;
      breakEvents();
    },
    stop,
    start,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export function sendValue(response: ServerResponse, metadata: unknown): void {
  sendJson(response, 200, { type: "sync", status: "Success", status_code: 200, metadata });
}

export function sendError(response: ServerResponse, status: number, words: string): void {
  sendJson(response, status, { type: "error", error: words, error_code: status });
}

export function sendOperation(response: ServerResponse, operation: { readonly id: string }): void {
  const url = `/1.0/operations/${operation.id}`;
  sendJson(response, 202, { type: "async", status_code: 100, operation: url, metadata: operation });
}

/** An operation as Incus tells of it: running, or ended where `code` is 200 or more. */
export function operation(id: string, code = 103, more: object = {}) {
  const status = code === 103 ? "Running" : code === 200 ? "Success" : "Failure";
  return { id, class: "task", status, status_code: code, metadata: {}, may_cancel: false, ...more };
}
