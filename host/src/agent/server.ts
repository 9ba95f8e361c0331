// Serves agents by JSON-RPC over WebSocket on loopback, if they hold the token.
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { WebSocket } from "ws";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { toErrorObject } from "@webserv/shared/protocol/error-object.ts";

import { refuse } from "./admission.ts";
import type { Refusal } from "./admission.ts";
import { mcpQueryOf } from "./mcp-paths.ts";
import type { McpQuery } from "./mcp-paths.ts";
import { MAX_PAYLOAD_BYTES } from "../reach/agent-limits.ts";

const HOST = "127.0.0.1";
const GOING_AWAY = 1001;
/** A connection that does not answer a ping before the next one is gone. */
const PING_EVERY_MS = 30_000;

export interface AgentServer {
  readonly port: number;
  /** Takes no more connections and announces the end on the open ones. */
  stopListening(): void;
  /** Closes every connection. */
  close(): Promise<void>;
}

export interface AgentServerOptions {
  /** The port; 0 means any free one. */
  readonly port: number;
  readonly token: string;
  /** Connections wait for it; the port is taken before. */
  readonly ready: Promise<void>;
  readonly onConnection: (socket: WebSocket) => void;
  /** Called with a request at /mcp from a client that was let in. */
  readonly onMcp: (request: IncomingMessage, response: ServerResponse, wish: McpQuery) => void;
  readonly onRefusal: (refusal: Refusal) => void;
}

/** @throws WebservError `port-taken`. */
export async function serveAgents(options: AgentServerOptions): Promise<AgentServer> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const server = createServer((request, response) => {
    const refusal = refuse(request.headers, rules());
    const wish = mcpQueryOf(request.url ?? "");
    if (refusal !== undefined || wish === undefined) {
      answerPlainHttp(request, response, refusal);
      return;
    }
    void options.ready.then(() => options.onMcp(request, response, wish));
  });
  const rules = (): { token: string; port: number } => ({
    token: options.token,
    port: portOf(server),
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until it is upgraded the socket is ours, and an unhandled error on it would end the daemon.
    socket.on("error", () => socket.destroy());
    const refusal = refuse(request.headers, rules()) ?? wrongPath(request);
    if (refusal !== undefined) {
      options.onRefusal(refusal);
      refuseUpgrade(socket, refusal);
      return;
    }
    void options.ready.then(() =>
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        keepAlive(webSocket);
        options.onConnection(webSocket);
      }),
    );
  });
  // A client that asks just as an idle connection is closed would get no answer, and not know what
  // became of its call.
  server.keepAliveTimeout = 0;
  await listen(server, options.port);
  return {
    port: portOf(server),
    stopListening: () => {
      server.close();
      for (const socket of sockets.clients) socket.close(GOING_AWAY, "the daemon is ending");
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      if (!server.listening) return;
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", (error) => {
      const taken = "code" in error && error.code === "EADDRINUSE";
      reject(
        taken
          ? new WebservError("port-taken", `port ${port} on ${HOST} is in use`, { cause: error })
          : error,
      );
    });
    server.listen({ host: HOST, port });
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function keepAlive(socket: WebSocket): void {
  let answered = true;
  socket.on("pong", () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
  }, PING_EVERY_MS);
  socket.once("close", () => clearInterval(timer));
}

function wrongPath(request: IncomingMessage): Refusal | undefined {
  if (request.url === "/") return undefined;
  return {
    status: 404,
    error: new WebservError("forbidden", `nothing is served at ${request.url ?? ""}`, {
      next: "Connect to / by WebSocket.",
    }),
  };
}

function answerPlainHttp(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal | undefined,
): void {
  const { status, error } = refusal ?? {
    status: 404,
    error: new WebservError(
      "forbidden",
      `${request.method ?? "a request"} ${request.url ?? ""}: nothing is served here by plain HTTP but /mcp`,
      { next: "Connect to / by WebSocket." },
    ),
  };
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(body(error));
}

function refuseUpgrade(socket: Duplex, { status, error }: Refusal): void {
  const text = body(error);
  const reasons = { 401: "Unauthorized", 403: "Forbidden", 404: "Not Found" };
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    () => socket.destroy(),
  );
}

function body(error: WebservError): string {
  return `${JSON.stringify({ error: toErrorObject(error) })}\n`;
}
