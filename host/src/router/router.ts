// Declares the forward proxy that sends a canonical host to the one sandbox of the environment that asks.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";

export interface Route {
  readonly host: CanonicalHost;
  /** The origin at which the sandbox listens, such as http://127.0.0.1:41234; null if it does not run. */
  readonly origin: string | null;
  /** The sandbox's id, for the answer if the sandbox can't be reached. */
  readonly sandboxId?: string;
  /** True for one of WebServ's own routes: no answer lists it among the addresses that can be reached. */
  readonly unlisted?: boolean;
}

/** The proxy port of one environment; each has its own routes under the same names. */
export interface RouterPort {
  /** Port on 127.0.0.1. */
  readonly port: number;
  /**
   * Replaces all routes at once; connections to routes that changed are closed. Throws `site-taken`
   * if two routes claim the same host and port, and then changes nothing.
   */
  setRoutes(routes: readonly Route[]): void;
  close(): Promise<void>;
}

export interface Router {
  /**
   * Opens the environment's port, or returns the one that is open already. `fixed` routes stay
   * whatever the others are.
   */
  open(environment: string, fixed?: readonly Route[]): Promise<RouterPort>;
  close(): Promise<void>;
}
