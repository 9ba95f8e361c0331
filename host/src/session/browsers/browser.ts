// Represents one browser that takes part, over all its connections: workers restart, the browser stays.
import type { BrowserInfo, BrowserKind } from "@webserv/shared/model/browser.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import type { RouterPort } from "../../router/router.ts";

export type ExtensionPeer = Peer<"daemon-extension", "extension-daemon">;

/** One connection of a browser's service worker. */
export interface BrowserLink {
  readonly peer: ExtensionPeer;
  /** New each time the worker starts: a lost worker will not finish what it had begun. */
  readonly workerId: string;
}

/** The facts of a browser that this daemon launched. */
export interface LaunchFacts {
  readonly launchId: string;
  /** A carrier is not for agents itself: only its contexts, which are environments, are. */
  readonly role: "browser" | "carrier" | "environment";
  readonly kind: BrowserKind;
  readonly profile: string | undefined;
  /** True if nobody has had its profile before this launch. */
  readonly newProfile: boolean;
  /** Undefined until the launch is complete; the extension may be faster. */
  readonly pid: number | undefined;
  readonly headless: boolean;
  /** The router's port that a training browser was launched with. */
  readonly port: RouterPort | undefined;
}

export type LinkHello = Params<"link.hello">;

export class Browser {
  readonly browserId: string;
  readonly launch: LaunchFacts | undefined;
  /** The time when it first took part: its profile ever, or this launch of it. Connecting anew changes nothing. */
  readonly since: Date;
  readonly #gone = new AbortController();
  #hello: LinkHello;
  #connectedAt = new Date();
  #lastSeen = performance.now();
  #connected: BrowserLink | undefined;
  #ready = false;
  /** True once a session was opened in it: the next one may find what its pages left there. */
  used = false;
  /** True while it is being closed: no session is opened in it any more. */
  retired = false;

  constructor(hello: LinkHello, launch: LaunchFacts | undefined, since = new Date()) {
    this.browserId = hello.browserId;
    this.since = since;
    this.launch = launch;
    this.#hello = hello;
  }

  get kind(): BrowserKind {
    return this.launch?.kind ?? "personal";
  }

  get name(): string {
    return this.#hello.browser;
  }

  get extensionVersion(): string {
    return this.#hello.extensionVersion;
  }

  get connectedAt(): Date {
    return this.#connectedAt;
  }

  get lastSeenMs(): number {
    return performance.now() - this.#lastSeen;
  }

  /** Aborts when a browser launched here has ended: it will not connect again. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** The connection, once the sessions on both ends have been compared. */
  get link(): BrowserLink | undefined {
    return this.#ready ? this.#connected : undefined;
  }

  /** The connection, compared or not. */
  get connected(): BrowserLink | undefined {
    return this.#connected;
  }

  /** Takes over the connection of a worker that said hello; the newest connection counts. */
  arrive(hello: LinkHello, link: BrowserLink): void {
    const earlier = this.#connected;
    this.#hello = hello;
    this.#connected = link;
    this.#ready = false;
    this.#connectedAt = new Date();
    this.touch();
    if (earlier !== undefined && earlier.peer !== link.peer) {
      earlier.peer.close("the browser connected anew");
    }
  }

  ready(link: BrowserLink): void {
    if (this.#connected !== link) return;
    this.#ready = true;
  }

  /** Drops a closed connection and tells whether it was the one in use. */
  leave(peer: ExtensionPeer): boolean {
    if (this.#connected?.peer !== peer) return false;
    this.#connected = undefined;
    this.#ready = false;
    return true;
  }

  end(): void {
    this.#gone.abort(new WebservError("browser-gone", `the browser ${this.browserId} has ended`));
  }

  touch(): void {
    this.#lastSeen = performance.now();
  }

  info(sessions: readonly string[]): BrowserInfo {
    const { launch } = this;
    return {
      browserId: this.browserId,
      kind: this.kind,
      name: this.name,
      extensionVersion: this.extensionVersion,
      ...(launch === undefined ? {} : { headless: launch.headless }),
      ...(launch?.pid === undefined ? {} : { pid: launch.pid }),
      ...(launch?.profile === undefined ? {} : { profile: launch.profile }),
      connectedAt: this.connectedAt.toISOString(),
      lastSeenMs: Math.round(this.lastSeenMs),
      sessions: [...sessions],
    };
  }
}
