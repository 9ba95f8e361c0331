// Makes and ends the contexts of environments: each in a browser that carries it, with its link and its proxy.
import { ENVIRONMENT_HOST } from "@webserv/shared/model/environment.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import { protocolVersion } from "@webserv/shared/protocol/version.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import type { BrowserContext } from "../../browser/contexts/browser-contexts.ts";
import type { ContextPages } from "../../browser/contexts/context-pages.ts";
import type { Logger } from "../../log.ts";
import type { Router, RouterPort } from "../../router/router.ts";
import { hostVersion } from "../../version.ts";
import type { BrowserRegistry } from "../browsers/browser-registry.ts";
import type { Usage } from "./browser-usage.ts";
import type { LaunchFacts } from "../browsers/browser.ts";
import type { Carrier, Carriers } from "./carriers.ts";
import { IdleFreezer } from "./idle-freezer.ts";

/** The time that the extension of a new context may take to connect, in ms. */
const HELLO_MS = 20_000;
const DISPOSE_MS = 5_000;
const SHOW_MS = 1_000;
/** A web page brings a worker back sooner; without an open page, nothing in a context does. */
const WAKE_MS = 1_000;

/** The extension's link to the daemon from one environment; the environment's proxy leads there. */
export interface EnvironmentLink {
  /** The origin at which it listens, such as http://127.0.0.1:41234. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface EnvironmentContextsOptions {
  readonly carriers: Carriers;
  readonly router: Router;
  readonly registry: BrowserRegistry;
  /** Opens the link by which an environment's extension reaches this daemon. */
  readonly serve: (
    environmentId: string,
    token: string,
    onLink: (transport: Transport) => void,
  ) => Promise<EnvironmentLink>;
  /** Called when the browser that carried the environment has ended by itself; nothing of its context is left. */
  readonly onCrash: (environmentId: string) => void;
  readonly log: Logger;
}

interface LiveContext {
  readonly carrier: Carrier;
  readonly link: EnvironmentLink;
  readonly port: RouterPort;
  readonly facts: LaunchFacts;
  readonly freezer: IdleFreezer;
  context: BrowserContext | undefined;
}

export class EnvironmentContexts {
  readonly #options: EnvironmentContextsOptions;
  readonly #contexts = new Map<string, LiveContext>();

  constructor(options: EnvironmentContextsOptions) {
    this.#options = options;
  }

  /** Returns the facts of an environment's browser; undefined if it has no context now. */
  facts(environmentId: string): LaunchFacts | undefined {
    return this.#contexts.get(environmentId)?.facts;
  }

  /** Begins the idle timers, because all of the environment is there. */
  ready(environmentId: string): void {
    this.#contexts.get(environmentId)?.freezer.begin();
  }

  /** Tells whether its pages do nothing until the next call, since nobody uses it. */
  isFrozen(environmentId: string): boolean {
    return this.#contexts.get(environmentId)?.freezer.frozen ?? false;
  }

  /**
   * Resolves when the extension has connected from a new context. If it rejects, `end` removes what
   * was made.
   * @throws WebservError `browser-not-found`, `launch-failed`, `cancelled`.
   */
  async begin(environmentId: string, freezeAfterMs: number, signal: AbortSignal): Promise<void> {
    const { carriers, registry, log } = this.#options;
    const carrier = await carriers.take(signal);
    const [live] = await Promise.all([
      this.#prepare(environmentId, freezeAfterMs, carrier),
      carrier.usage.sample(),
    ]);
    const { pid } = carrier.process;
    this.#contexts.set(environmentId, live);
    registry.expectLaunch(live.facts);
    const context = await carrier.contexts.create(live.port.port, signal);
    live.context = context;
    carrier.usage.begin(context.contextId);
    try {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(HELLO_MS)]);
      await registry.whenLaunched(environmentId, inTime);
    } catch (error) {
      signal.throwIfAborted();
      throw new WebservError(
        "launch-failed",
        `the extension did not connect from the environment ${environmentId}: ${toWebservError(error).message}`,
        { cause: error },
      );
    }
    log.info({ environmentId, pid }, "an environment is ready");
    void carrier.process.ended.then(() => this.#crashed(environmentId, live));
  }

  /** Closes its sessions, forgets its browser, and removes the context, its link and its proxy. */
  async end(environmentId: string): Promise<void> {
    const { registry, carriers } = this.#options;
    const live = this.#contexts.get(environmentId);
    const browser = registry.findLaunched(environmentId);
    if (browser !== undefined) await registry.ended(browser);
    if (live === undefined || this.#contexts.get(environmentId) !== live) return;
    this.#contexts.delete(environmentId);
    registry.forgetLaunch(environmentId);
    live.freezer.end();
    if (live.context !== undefined) live.carrier.usage.end(live.context.contextId);
    await Promise.allSettled([
      live.context?.dispose(AbortSignal.timeout(DISPOSE_MS)),
      live.link.close(),
      live.port.close(),
    ]);
    await carriers.leave(live.carrier);
  }

  /** Returns how many share its browser, and what it takes of the machine; nulls if that is not known. */
  async usage(environmentId: string): Promise<Usage & { readonly sharedBy: number }> {
    const live = this.#contexts.get(environmentId);
    const contextId = live?.context?.contextId;
    if (live === undefined || contextId === undefined) {
      return { sharedBy: 0, memoryMiB: null, cpuSeconds: null };
    }
    const { carrier } = live;
    const [sharedBy, usage] = await Promise.all([
      this.#options.carriers.carried(carrier),
      carrier.usage.of(contextId),
    ]);
    return { sharedBy, ...usage };
  }

  async #prepare(
    environmentId: string,
    freezeAfterMs: number,
    carrier: Carrier,
  ): Promise<LiveContext> {
    const { carriers, router, registry, serve } = this.#options;
    const { pid } = carrier.process;
    // The preface that a native host would send; here no native host is in between.
    const who = {
      version: hostVersion,
      protocol: protocolVersion,
      launchId: environmentId,
      origin: EXTENSION_ORIGIN,
      pid: process.pid,
      ppid: pid,
    };
    const pages = (): ContextPages | undefined => this.#contexts.get(environmentId)?.context?.pages;
    const freezer = new IdleFreezer({
      pages,
      show: (shown) => this.#show(environmentId, shown),
      freezeAfterMs,
    });
    let link: EnvironmentLink | undefined;
    try {
      link = await serve(environmentId, carrier.token, (transport) =>
        registry.accept(who, transport, (whole) =>
          this.#wakingAfter(environmentId, freezer.through(whole)),
        ),
      );
      const port = await router.open(`environment-${environmentId}`, [
        { host: { host: ENVIRONMENT_HOST, port: 80 }, origin: link.origin, unlisted: true },
      ]);
      const facts: LaunchFacts = {
        launchId: environmentId,
        role: "environment",
        kind: "training",
        profile: undefined,
        newProfile: true,
        pid,
        headless: true,
        port,
      };
      return { carrier, link, port, facts, freezer, context: undefined };
    } catch (error) {
      await link?.close();
      await carriers.leave(carrier);
      throw error;
    }
  }

  /** Wraps the connection: after its end the worker is started again until there is another one. */
  #wakingAfter(environmentId: string, inner: Transport): Transport {
    return {
      ...inner,
      onClose: (listener) =>
        inner.onClose((reason) => {
          this.#wakeLater(environmentId);
          listener(reason);
        }),
    };
  }

  #wakeLater(environmentId: string): void {
    const wake = async (): Promise<void> => {
      const pages = this.#contexts.get(environmentId)?.context?.pages;
      const isBack = this.#options.registry.findLaunched(environmentId)?.connected !== undefined;
      if (pages === undefined || isBack) return;
      await pages.startWorker();
      this.#wakeLater(environmentId);
    };
    setTimeout(() => void wake(), WAKE_MS).unref();
  }

  async #show(environmentId: string, shown: boolean): Promise<boolean> {
    const peer = this.#options.registry.findLaunched(environmentId)?.connected?.peer;
    const call = peer?.call("environments.focus", { shown }, { timeoutMs: SHOW_MS });
    return call !== undefined && (await call.then(Boolean, () => false));
  }

  async #crashed(environmentId: string, live: LiveContext): Promise<void> {
    if (this.#contexts.get(environmentId) !== live) return;
    const { log, onCrash } = this.#options;
    log.warn({ environmentId }, "an environment's browser has ended");
    await this.end(environmentId).catch((error: unknown) => {
      log.error({ err: toWebservError(error), environmentId }, "a crash left something");
    });
    onCrash(environmentId);
  }
}
