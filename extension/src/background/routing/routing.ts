// Sends the hosts of sandboxes to the router, and stops doing so if the daemon is gone for long.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";

/** Routes hosts in this environment, by the profile's proxy script or by a context's own proxy. */
export interface Router {
  route(hosts: readonly CanonicalHost[], port: number): Promise<void>;
  clear(): Promise<void>;
}

/** The time without a daemon, in ms, after which its router is gone, too, and the hosts must fail plainly. */
export const ABANDONED_MS = 60_000;

/** Remembers that hosts are routed for as long as this browser runs. */
export interface RoutedMark {
  read(): Promise<boolean>;
  write(isRouted: boolean): Promise<void>;
}

export class Routing {
  readonly #router: Router;
  readonly #mark: RoutedMark;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(router: Router, mark: RoutedMark) {
    this.#router = router;
    this.#mark = mark;
  }

  /** Clears the routes of an earlier start of the browser: the profile has kept them, but their router is gone. */
  async restore(): Promise<void> {
    if (!(await this.#mark.read())) await this.#router.clear();
  }

  async set(hosts: readonly CanonicalHost[], port: number): Promise<void> {
    if (hosts.length === 0) {
      await this.#clear();
      return;
    }
    await this.#mark.write(true);
    await this.#router.route(hosts, port);
  }

  /** Must be called whenever the connection to the daemon opens or closes. */
  onConnection(open: boolean): void {
    if (open) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setTimeout(() => void this.#clear(), ABANDONED_MS);
  }

  async #clear(): Promise<void> {
    await this.#router.clear();
    await this.#mark.write(false);
  }
}
