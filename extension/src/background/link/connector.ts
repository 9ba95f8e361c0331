// How the worker reaches the daemon: native messaging now, a WebSocket in dense browsers later.
import type { Transport } from "@webserv/shared/rpc/transport.ts";

export interface Connector {
  /** Opens a connection; one that can't be had closes at once, with the reason. */
  connect(): Transport;
}
