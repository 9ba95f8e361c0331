// Knows every browser that takes part, and serves the calls of their extensions.
import type { MethodName, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { assertCompatible, protocolVersion } from "@webserv/shared/protocol/version.ts";
import { chunked } from "@webserv/shared/rpc/chunks.ts";
import { Peer } from "@webserv/shared/rpc/peer.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import type { Logger } from "../../log.ts";
import type { PdfReader } from "../../pdf/read-pdf.ts";
import type { Preface } from "../../reach/preface.ts";
import { hostVersion } from "../../version.ts";
import { BrowserArrivals } from "./browser-arrivals.ts";
import { awaitedBrowser, chooseBrowser } from "./browser-choice.ts";
import type { BrowserEventWriter } from "./browser-event-writer.ts";
import { reportHandlers } from "./browser-listeners.ts";
import type { BrowserListeners } from "./browser-listeners.ts";
import { Browser } from "./browser.ts";
import type { BrowserLink, ExtensionPeer, LaunchFacts, LinkHello } from "./browser.ts";
import type { KnownBrowsers } from "./known-browsers.ts";

/** The time that an extension may take to say hello, in ms. */
const HELLO_TIMEOUT_MS = 10_000;
/** A connection without a sign of life for this long is considered dead. */
const SILENT_MS = 90_000;
const SILENCE_CHECK_MS = 15_000;

export interface RegistryOptions {
  readonly log: Logger;
  readonly eventWriter: BrowserEventWriter;
  readonly known: KnownBrowsers;
  readonly pdfs: Pick<PdfReader, "read">;
  readonly signal: AbortSignal;
}

export class BrowserRegistry {
  readonly #options: RegistryOptions;
  readonly #browsers = new Map<string, Browser>();
  readonly #arrivals = new BrowserArrivals();
  /** Facts of launches whose browsers may connect, by launch id. */
  readonly #launches = new Map<string, LaunchFacts>();
  #listeners: BrowserListeners | undefined;

  constructor(options: RegistryOptions) {
    this.#options = options;
    const watch = setInterval(() => this.#dropSilent(), SILENCE_CHECK_MS);
    options.signal.addEventListener("abort", () => clearInterval(watch));
  }

  /**
   * Returns the connected browsers and environments, the newest first; without carriers and
   * browsers that are being closed.
   */
  connected(): readonly Browser[] {
    return [...this.#browsers.values()]
      .filter(
        ({ connected, retired, launch }) =>
          connected !== undefined && !retired && launch?.role !== "carrier",
      )
      .sort((first, second) => second.since.getTime() - first.since.getTime());
  }

  find(browserId: string): Browser | undefined {
    return this.#browsers.get(browserId);
  }

  findLaunched(launchId: string): Browser | undefined {
    return [...this.#browsers.values()].find((browser) => browser.launch?.launchId === launchId);
  }

  /**
   * Returns the browser named, or else the newest, by when it first took part; an environment only
   * if it is named. Waits, for at most `waitMs`, for a person's browser that was connected a moment
   * ago and would be chosen; `tell` reports that.
   * @throws WebservError `unknown-browser`, `no-browser`; the signal's reason.
   */
  async whenChosen(
    browserId: string | undefined,
    waitMs: number,
    { signal, tell }: { readonly signal: AbortSignal; readonly tell: (text: string) => void },
  ): Promise<Browser> {
    const awaited = awaitedBrowser(this.connected(), this.#options.known.expected(), browserId);
    if (awaited !== undefined) {
      tell(`waiting for ${awaited.name} to connect again`);
      try {
        await this.whenConnected(awaited.browserId, Math.min(waitMs, awaited.waitMs), signal);
      } catch (error) {
        if (signal.aborted) throw error;
      }
    }
    return chooseBrowser(this.connected(), browserId);
  }

  /**
   * Resolves with a usable connection of the browser, at once if there is one.
   * @throws WebservError `browser-gone` after `waitMs`, or as soon as the browser has ended; the
   *   signal's reason.
   */
  async whenConnected(
    browserId: string,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<BrowserLink> {
    const link = this.#browsers.get(browserId)?.link;
    if (link !== undefined) return link;
    const timeout = new AbortController();
    const timer = setTimeout(
      () =>
        timeout.abort(
          new WebservError(
            "browser-gone",
            `the browser ${browserId} was not connected within ${Math.round(waitMs)} ms`,
          ),
        ),
      waitMs,
    );
    try {
      return await this.#arrivals.next(
        (browser) => browser.browserId === browserId,
        AbortSignal.any([signal, timeout.signal]),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves with the browser of a launch, once its sessions have been compared. */
  async whenLaunched(launchId: string, signal: AbortSignal): Promise<Browser> {
    const already = this.findLaunched(launchId);
    if (already?.link !== undefined) return already;
    await this.#arrivals.next((browser) => browser.launch?.launchId === launchId, signal);
    const launched = this.findLaunched(launchId);
    if (launched !== undefined) return launched;
    throw new WebservError("launch-failed", "the browser ended as soon as it had connected");
  }

  /** Must be called before the first connection is accepted. */
  listen(listeners: BrowserListeners): void {
    this.#listeners = listeners;
  }

  #listening(): BrowserListeners {
    if (this.#listeners === undefined) throw new Error("no sessions listen to the browsers yet");
    return this.#listeners;
  }

  /** Lets the browser of a launch connect, until `forgetLaunch`. */
  expectLaunch(launch: LaunchFacts): void {
    this.#launches.set(launch.launchId, launch);
  }

  forgetLaunch(launchId: string): void {
    this.#launches.delete(launchId);
  }

  /** Forgets a launched browser that has ended, and ends its sessions. */
  async ended(browser: Browser): Promise<void> {
    this.#remove(browser);
    await this.#listening().ended(browser);
  }

  #remove(browser: Browser): void {
    browser.end();
    this.#arrivals.ended(browser);
    browser.connected?.peer.close("the browser has ended");
    if (this.#browsers.get(browser.browserId) === browser) {
      this.#browsers.delete(browser.browserId);
    }
  }

  /** Serves one connection: a native host's, or that of an environment's extension. */
  accept(
    who: Preface["preface"],
    transport: Transport,
    through: (whole: Transport) => Transport = (whole) => whole,
  ): void {
    const { log } = this.#options;
    const listeners = this.#listening();
    let arrived: { browser: Browser; link: BrowserLink } | undefined;
    const needBrowser = (): Browser => {
      if (arrived === undefined) throw new WebservError("hello-first", "link.hello was not called");
      return arrived.browser;
    };
    const handlers: Handlers<"extension-daemon"> = {
      "link.hello": (hello) => {
        assertCompatible(protocolVersion, hello.protocol, { us: "daemon", them: "extension" });
        const known = arrived?.browser.browserId ?? hello.browserId;
        if (known !== hello.browserId) {
          throw new WebservError(
            "invalid-params",
            `link.hello: "browserId" is "${hello.browserId}", and this connection is the browser ${known}'s`,
          );
        }
        arrived = this.#welcome(who, hello, peer);
        clearTimeout(timer);
        return welcome(arrived.browser);
      },
      "link.beat": () => ({}),
      "lease.read-pdf": ({ base64 }, { signal }) =>
        this.#options.pdfs.read(Buffer.from(base64, "base64"), signal),
      ...reportHandlers(listeners, needBrowser),
      ...this.#options.eventWriter.handlers(needBrowser),
    };
    const peer: ExtensionPeer = new Peer({
      transport: through(chunked(transport)),
      serves: { link: "extension-daemon", handlers },
      admit: (method: MethodName) => {
        if (method !== "link.hello") needBrowser().touch();
      },
      // Only the code is logged, as for agents: the message may quote a page.
      onFault: ({ code }) => log.warn({ code, who }, "a message of an extension was not usable"),
    });
    const timer = setTimeout(
      () => peer.close(`no hello within ${HELLO_TIMEOUT_MS} ms`),
      HELLO_TIMEOUT_MS,
    );
    peer.closed.addEventListener("abort", () => {
      clearTimeout(timer);
      const browser = arrived?.browser;
      log.info(
        { browserId: browser?.browserId, who, reason: String(peer.closed.reason) },
        "a native host's connection closed",
      );
      if (browser?.leave(peer) !== true) return;
      if (browser.launch === undefined) this.#options.known.left(browser.browserId);
      this.#options.eventWriter.disconnected(browser);
      listeners.away(browser);
    });
  }

  #welcome(
    who: Preface["preface"],
    hello: LinkHello,
    peer: ExtensionPeer,
  ): { browser: Browser; link: BrowserLink } {
    const launch = who.launchId === undefined ? undefined : this.#launches.get(who.launchId);
    if (who.launchId !== undefined && launch === undefined) {
      throw new WebservError(
        "launch-failed",
        `the launch ${who.launchId} is not this daemon's: the one that launched the browser has ended`,
      );
    }
    const known = this.#browsers.get(hello.browserId);
    const since =
      launch === undefined
        ? this.#options.known.arrived(hello.browserId, hello.browser)
        : new Date();
    const browser =
      known?.launch?.launchId === launch?.launchId && known !== undefined
        ? known
        : new Browser(hello, launch, since);
    if (known !== undefined && known !== browser) this.#remove(known);
    this.#browsers.set(hello.browserId, browser);
    const link: BrowserLink = { peer, workerId: hello.workerId };
    browser.arrive(hello, link);
    this.#options.log.info({ browserId: browser.browserId, hello, who }, "a browser connected");
    // Runs after the answer to the hello has gone out.
    setImmediate(() => void this.#resync(browser, link));
    return { browser, link };
  }

  async #resync(browser: Browser, link: BrowserLink): Promise<void> {
    try {
      await this.#listening().resync(browser, link);
    } catch (error) {
      if (link.peer.closed.aborted) return;
      this.#options.log.error({ err: error, browserId: browser.browserId }, "resync failed");
      link.peer.close("the sessions of both ends could not be compared");
      return;
    }
    browser.ready(link);
    if (browser.link !== link) return;
    this.#options.eventWriter.connected(browser);
    this.#arrivals.arrived(browser, link);
  }

  #dropSilent(): void {
    for (const browser of this.#browsers.values()) {
      const link = browser.connected;
      if (link !== undefined && browser.lastSeenMs > SILENT_MS) {
        link.peer.close(`no sign of life for ${Math.round(browser.lastSeenMs)} ms`);
      }
    }
  }
}

function welcome(browser: Browser): Result<"link.hello"> {
  return {
    protocol: { ...protocolVersion },
    daemonVersion: hostVersion,
    pid: process.pid,
    kind: browser.kind,
  };
}
