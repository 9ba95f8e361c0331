// Serves one environment's extension: its link to the daemon, through the environment's own proxy.
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";

import { ENVIRONMENT_HOST, LINK_PROTOCOL } from "@webserv/shared/model/environment.ts";
import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import { sameText } from "../agent/admission.ts";
import { MAX_PAYLOAD_BYTES } from "../reach/agent-limits.ts";
import { webSocketTransport } from "../reach/ws-transport.ts";
import type { EnvironmentLink } from "../session/environments/environment-contexts.ts";

export interface EnvironmentLinkOptions {
  readonly environmentId: string;
  /** The secret that the extension must present; no page has it. */
  readonly token: string;
  readonly onLink: (transport: Transport) => void;
}

/**
 * Tells any caller which environment this is, which is no secret. Accepts the extension's
 * connection only if Host, Origin and token are right: a page has another origin, and a program
 * that is not the browser has no token.
 */
export async function serveEnvironment(options: EnvironmentLinkOptions): Promise<EnvironmentLink> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => LINK_PROTOCOL,
  });
  const server = createServer((request, response) => {
    const known = request.headers.host === ENVIRONMENT_HOST && request.url === "/";
    const { environmentId } = options;
    response.writeHead(known ? 200 : 404, {
      "content-type": "application/json",
      "cache-control": "no-store",
      connection: "close",
    });
    response.end(known ? `${JSON.stringify({ environmentId })}\n` : undefined);
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    if (!isOurs(request, options.token)) {
      socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n", () => socket.destroy());
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      options.onLink(webSocketTransport(webSocket)),
    );
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function isOurs({ headers }: IncomingMessage, token: string): boolean {
  const [protocol, given = ""] = (headers["sec-websocket-protocol"] ?? "").split(/ *, */);
  return (
    headers.host === ENVIRONMENT_HOST &&
    headers.origin === EXTENSION_ORIGIN.replace(/\/$/, "") &&
    protocol === LINK_PROTOCOL &&
    sameText(given, token)
  );
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0 }, () => {
      server.off("error", reject);
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
    });
  });
}
