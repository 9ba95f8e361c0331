// One browser that takes part, over all its connections: workers restart, the browser stays.
import type { BrowserInfo, BrowserKind } from "@webserv/shared/model/browser.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import type { RouterPort } from "../../router/router.ts";

export type ExtensionPeer = Peer<"daemon-extension", "extension-daemon">;

/** One connection of a browser's service worker. */
export interface BrowserLink {
  readonly peer: ExtensionPeer;
  /** New each time the worker starts: what a lost worker had begun it will not finish. */
  readonly workerId: string;
}

/** What is known of a browser that this daemon launched. */
export interface LaunchFacts {
  readonly launchId: string;
  /** carrier: only its contexts, which are environments, are for agents. */
  readonly role: "browser" | "carrier" | "environment";
  readonly kind: BrowserKind;
  readonly profile: string | undefined;
  /** Nobody has had its profile before this launch. */
  readonly newProfile: boolean;
  /** Unknown until the launch is complete; the extension may be faster. */
  readonly pid: number | undefined;
  readonly headless: boolean;
  /** The router's port a training browser was launched with. */
  readonly port: RouterPort | undefined;
}

export type LinkHello = Params<"link.hello">;

export class Browser {
  readonly browserId: string;
  readonly launch: LaunchFacts | undefined;
  /** When it first took part: its profile ever, or this launch of it. Connecting anew changes nothing. */
  readonly since: Date;
  readonly #gone = new AbortController();
  #hello: LinkHello;
  #connectedAt = new Date();
  #lastSeen = performance.now();
  #connected: BrowserLink | undefined;
  #ready = false;
  /** A session was opened in it: what its pages left there may be found by the next one. */
  used = false;
  /** It is being closed: no session is opened in it any more. */
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

  /** Ends when a browser launched here has ended: it will not connect again. */
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

  /** A worker said hello; the newest connection is the one that counts. */
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

  /** Answers whether this was the connection in use. */
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
