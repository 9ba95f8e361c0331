// Describes how the worker reaches the daemon: by native messaging, or by WebSocket from an environment.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

export interface Connector {
  /** Opens a connection. If none can be had, it closes at once, with the reason. */
  connect(): Transport;
}
