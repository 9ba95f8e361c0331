// Serves answers that come late: scripts, pictures and texts, a web socket, an event source.
import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";

import type { WebSocket } from "ws";
import { WebSocketServer } from "ws";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  txt: "text/plain",
};

/**
 * Serves these addresses:
 *
 * - `/<ms>/<name>.<type>?body=…` answers after `ms`;
 * - `/pieces/<ms>/<count>` answers in `count` pieces, `ms` apart;
 * - `/events/<ms>` sends one event after `ms`;
 * - a web socket at `/<ms>` sends back each text after `ms`, and one at `/ticks/<ms>` sends by itself;
 * - one at `/beats` sends back each beat at once, and everything else after the second beat that follows it;
 * - `/tell/<ms>/<topic>` has news of the topic told after `ms` to `/poll/<ms>/<topic>`, which answers with them, to
 *   the events of `/news/<ms>/<topic>`, and to web sockets at `/news/<topic>`.
 */
export class LateServer {
  readonly #server: Server = createServer((request, response) => answer(request, response));
  readonly #sockets = new WebSocketServer({ server: this.#server });

  async listen(): Promise<this> {
    this.#sockets.on("connection", (socket, request) => {
      const [first = "", second = ""] = (request.url ?? "").slice(1).split("/");
      if (first === "ticks") {
        const timer = setInterval(() => socket.send("tick"), Number(second));
        socket.on("close", () => clearInterval(timer));
        return;
      }
      if (first === "beats") {
        answerAfterBeats(socket);
        return;
      }
      if (first === "news") {
        news.on(second, (text: string) => socket.send(text));
        return;
      }
      socket.on("message", (data: Buffer) => {
        const text = data.toString();
        const count = /^(\d+) pieces$/.exec(text);
        if (count === null) setTimeout(() => socket.send(text), Number(first));
        else inPieces(Number(count[1]), Number(first), (piece) => socket.send(piece));
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get host(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server is closed");
    return `127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const [first = "", second = "", third = ""] = pathname.slice(1).split("/");
  response.setHeader("access-control-allow-origin", "*").setHeader("cache-control", "no-store");
  if (first === "pieces") {
    response.setHeader("content-type", "text/plain").flushHeaders();
    inPieces(
      Number(third),
      Number(second),
      (piece) => void response.write(piece),
      () => void response.end(),
    );
  } else if (first === "tell") {
    setTimeout(() => news.emit(third, "news"), Number(second));
    response.writeHead(202).end();
  } else if (first === "poll") {
    news.once(third, (text: string) => response.end(text));
  } else if (first === "news") {
    response.setHeader("content-type", "text/event-stream").flushHeaders();
    news.on(third, (text: string) => response.write(`data: ${text}\n\n`));
  } else if (first === "events") {
    response.setHeader("content-type", "text/event-stream").flushHeaders();
    setTimeout(() => response.write("event: answer\ndata: yes\n\ndata: yes\n\n"), Number(second));
  } else {
    response.setHeader("content-type", TYPES[second.split(".").at(-1) ?? ""] ?? "text/plain");
    const body = second.endsWith(".svg") ? PICTURE : (searchParams.get("body") ?? "answer");
    setTimeout(() => response.end(body), Number(first));
  }
}

/** Passes on what is told of each topic. */
const news = new EventEmitter().setMaxListeners(0);

function answerAfterBeats(socket: WebSocket): void {
  const waiting: { readonly data: Buffer; readonly isBinary: boolean; beats: number }[] = [];
  const answer = (data: Buffer, isBinary: boolean): void => socket.send(data, { binary: isBinary });
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (!data.toString().startsWith("beat")) {
      waiting.push({ data, isBinary, beats: 0 });
      return;
    }
    answer(data, isBinary);
    for (const each of waiting) each.beats++;
    for (let first = waiting[0]; first?.beats === 2; first = waiting[0]) {
      waiting.shift();
      answer(first.data, first.isBinary);
    }
  });
}

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>`;

function inPieces(
  count: number,
  gapMs: number,
  each: (piece: string) => void,
  end: () => void = () => {},
): void {
  let sent = 0;
  const timer = setInterval(() => {
    sent++;
    each(`piece ${sent} of ${count}. `);
    if (sent < count) return;
    clearInterval(timer);
    end();
  }, gapMs);
}
