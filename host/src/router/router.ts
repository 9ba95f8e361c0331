// The forward proxy that sends a canonical host to the one sandbox of the environment that asks.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";

export interface Route {
  readonly host: CanonicalHost;
  /** Where the sandbox listens, such as http://127.0.0.1:41234. */
  readonly origin: string;
}

/** The proxy port of one environment; each has its own routes under the same names. */
export interface RouterPort {
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Replaces all routes; connections to routes that changed are closed. */
  setRoutes(routes: readonly Route[]): void;
  close(): Promise<void>;
}

export interface Router {
  open(environment: string): Promise<RouterPort>;
  close(): Promise<void>;
}
