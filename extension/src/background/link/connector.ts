// How the worker reaches the daemon: by native messaging, or by WebSocket from an environment.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

export interface Connector {
  /** Opens a connection; one that can't be had closes at once, with the reason. */
  connect(): Transport;
}
