// Leads each browser to the sandboxes of its own sessions, by the router and the browser's proxy.
import type { CanonicalHost } from "@webserv/shared/model/site.ts";

import type { Route, Router, RouterPort } from "../../router/router.ts";
import type { Browser, BrowserLink } from "../browsers/browser.ts";
import { RouteClaims } from "./route-claims.ts";
import type { RouteClaim } from "./route-claims.ts";

/** A placeholder for the port of a browser without routes; it is never used. */
const NO_PORT = 1;

export interface RoutingOptions {
  readonly router: Router;
  /** Returns where a sandbox serves a host now; undefined if it does not exist, or is not ready. */
  readonly originOf: (sandboxId: string, host: CanonicalHost) => string | undefined;
}

export class Routing {
  readonly #options: RoutingOptions;
  readonly #claims = new RouteClaims();
  /** Ports of the browsers that were not launched with one. */
  readonly #ports = new Map<string, Promise<RouterPort>>();
  /** The proxy settings that each connection was last sent, as JSON. */
  readonly #sent = new WeakMap<BrowserLink, string>();

  constructor(options: RoutingOptions) {
    this.#options = options;
  }

  /** @throws WebservError `site-taken`. */
  claim(browserId: string, sessionId: string, claims: readonly RouteClaim[]): void {
    this.#claims.claim(browserId, sessionId, claims);
  }

  release(browserId: string, sessionId: string): void {
    this.#claims.release(browserId, sessionId);
  }

  /** Tells whether a session sees the sandbox. */
  isClaimed(sandboxId: string): boolean {
    return this.#claims.browsersOf(sandboxId).length > 0;
  }

  /** Makes the routes what the claims say, in the router and over `link`, the browser's own proxy. */
  async apply(
    browser: Browser,
    link: BrowserLink | undefined,
    signal?: AbortSignal,
  ): Promise<void> {
    const routes = this.#routes(browser.browserId);
    const port = await this.#portOf(browser, routes.length > 0);
    port?.setRoutes(routes);
    // A training browser was launched with its proxy and has no other way.
    if (browser.kind === "training" || link === undefined) return;
    const hosts = this.#hosts(browser.browserId);
    const proxy = { hosts, port: port?.port ?? NO_PORT };
    const words = JSON.stringify(proxy);
    if (this.#sent.get(link) === words) return;
    // Until it has answered nobody knows which of the two settings it uses.
    this.#sent.delete(link);
    await link.peer.call("proxy.set", proxy, {
      timeoutMs: 10_000,
      ...(signal === undefined ? {} : { signal }),
    });
    this.#sent.set(link, words);
  }

  /** Closes the port of a browser that has ended and does not come back as the same. */
  async drop(browserId: string): Promise<void> {
    if (this.#claims.of(browserId).length > 0) return;
    const port = this.#ports.get(browserId);
    this.#ports.delete(browserId);
    await (await port)?.close();
  }

  /** Updates the routes of a sandbox that listens elsewhere, or nowhere, from now on. */
  async moved(sandboxId: string, find: (browserId: string) => Browser | undefined): Promise<void> {
    for (const browserId of this.#claims.browsersOf(sandboxId)) {
      const launched = find(browserId)?.launch?.port;
      const port = launched ?? (await this.#ports.get(browserId));
      port?.setRoutes(this.#routes(browserId));
    }
  }

  /** Makes one route per host: sessions of one browser may share a sandbox. */
  #routes(browserId: string): Route[] {
    const routes = new Map<string, Route>();
    for (const { hosts, sandboxId } of this.#claims.of(browserId)) {
      for (const host of hosts) {
        const origin = this.#options.originOf(sandboxId, host) ?? null;
        routes.set(`${host.host}:${host.port}`, { host, origin, sandboxId });
      }
    }
    return [...routes.values()];
  }

  /** Includes hosts of sandboxes that do not run: the router answers for them. */
  #hosts(browserId: string): CanonicalHost[] {
    const hosts = this.#claims.of(browserId).flatMap((claim) => claim.hosts);
    return [...new Map(hosts.map((host) => [`${host.host}:${host.port}`, host])).values()];
  }

  async #portOf(browser: Browser, needed: boolean): Promise<RouterPort | undefined> {
    if (browser.launch?.port !== undefined) return browser.launch.port;
    const open = this.#ports.get(browser.browserId);
    if (open !== undefined || !needed) return await open;
    const opening = this.#options.router.open(browser.browserId);
    this.#ports.set(browser.browserId, opening);
    opening.catch(() => this.#ports.delete(browser.browserId));
    return await opening;
  }
}
