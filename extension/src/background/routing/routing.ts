// Sends the hosts of sandboxes to the router, and stops doing so when nobody answers for them.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";

/** How hosts are routed in this environment: the profile's proxy script, or a context's own proxy. */
export interface Router {
  route(hosts: readonly CanonicalHost[], port: number): Promise<void>;
  clear(): Promise<void>;
}

/** Without a daemon for this long its router is gone too, and the hosts' names should fail plainly. */
export const ABANDONED_MS = 60_000;

export class Routing {
  readonly #router: Router;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(router: Router) {
    this.#router = router;
  }

  async set(hosts: readonly CanonicalHost[], port: number): Promise<void> {
    if (hosts.length === 0) await this.#router.clear();
    else await this.#router.route(hosts, port);
  }

  /** To be told whenever the connection to the daemon opens or closes. */
  onConnection(open: boolean): void {
    if (open) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setTimeout(() => void this.#router.clear(), ABANDONED_MS);
  }
}
