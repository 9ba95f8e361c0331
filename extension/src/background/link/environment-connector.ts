// Reaches the daemon from an environment: by WebSocket, through the environment's own proxy.
import { ENVIRONMENT_HOST, LINK_PROTOCOL } from "@webserv/shared/model/environment.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { chunked } from "@webserv/shared/rpc/chunks.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";
import { TransportEnd } from "@webserv/shared/rpc/transport-end.ts";

import type { Connector } from "./connector.ts";

/** Connects without a native host, which would cost more memory for each environment than its worker does. */
export function environmentConnector(token: string): Connector {
  return {
    connect: () =>
      chunked(
        webSocketTransport(new WebSocket(`ws://${ENVIRONMENT_HOST}/`, [LINK_PROTOCOL, token])),
      ),
  };
}

/** Makes a transport of a WebSocket; each message is one JSON text, and waits until the connection is open. */
function webSocketTransport(socket: WebSocket): Transport {
  const end = new TransportEnd();
  const waiting: string[] = [];
  const close = (reason: string): void => {
    waiting.length = 0;
    if (end.close(reason)) socket.close();
  };
  socket.addEventListener("open", () => {
    for (const text of waiting.splice(0)) socket.send(text);
  });
  socket.addEventListener("message", ({ data }) => {
    try {
      end.receive(JSON.parse(String(data)));
    } catch (error) {
      close(`bad message: ${toWebservError(error).message}`);
    }
  });
  socket.addEventListener("close", ({ code, reason }) =>
    close(reason === "" ? `the daemon closed the connection (${code})` : reason),
  );
  return {
    ...end.listeners,
    send: (message) => {
      if (!end.open) return;
      const text = JSON.stringify(message);
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
      else waiting.push(text);
    },
    close: (reason = "closed by this side") => close(reason),
  };
}
