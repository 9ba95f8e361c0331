// Makes and ends the contexts of environments: each in a browser that carries it, with its link and its proxy.
import { ENVIRONMENT_HOST } from "@webserv/shared/model/environment.ts";
import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";
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
import { EnvironmentRest } from "./idle-freezer.ts";
import type { Sessions } from "../sessions.ts";

/** How long the extension of a new context may take to connect. */
const HELLO_MS = 20_000;
const DISPOSE_MS = 5_000;
const SHOW_MS = 1_000;
/** A web page brings a worker back sooner; without an open page, nothing in a context does. */
const WAKE_MS = 1_000;

/** The extension's link to the daemon from one environment; the environment's proxy leads there. */
export interface EnvironmentLink {
  /** Where it listens, such as http://127.0.0.1:41234. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface EnvironmentLivesOptions {
  readonly carriers: Carriers;
  readonly router: Router;
  readonly registry: () => BrowserRegistry;
  readonly sessions: () => Sessions;
  /** Opens the link by which an environment's extension reaches this daemon. */
  readonly serve: (
    environmentId: string,
    token: string,
    onLink: (transport: Transport) => void,
  ) => Promise<EnvironmentLink>;
  /**
   * Called when the browser that carried the environment has ended by itself; nothing of its
   * context is left.
   */
  readonly onCrash: (environmentId: string) => void;
  readonly log: Logger;
}

interface Life {
  readonly carrier: Carrier;
  readonly link: EnvironmentLink;
  readonly port: RouterPort;
  readonly facts: LaunchFacts;
  readonly rest: EnvironmentRest;
  context: BrowserContext | undefined;
}

export class EnvironmentLives {
  readonly #options: EnvironmentLivesOptions;
  readonly #lives = new Map<string, Life>();

  constructor(options: EnvironmentLivesOptions) {
    this.#options = options;
  }

  /** Returns the facts of an environment's browser; undefined if it has no context now. */
  facts(environmentId: string): LaunchFacts | undefined {
    return this.#lives.get(environmentId)?.facts;
  }

  /** Begins the idle timers, because all of the environment is there. */
  ready(environmentId: string): void {
    this.#lives.get(environmentId)?.rest.begin();
  }

  /** Tells whether its pages do nothing until the next call, since nobody uses it. */
  isFrozen(environmentId: string): boolean {
    return this.#lives.get(environmentId)?.rest.frozen ?? false;
  }

  /**
   * Resolves when the extension has connected from a new context. If it rejects, `end` removes what
   * was made.
   * @throws WebservError `browser-not-found`, `launch-failed`, `cancelled`.
   */
  async begin(environmentId: string, freezeAfterMs: number, signal: AbortSignal): Promise<void> {
    const { carriers, registry, log } = this.#options;
    const carrier = await carriers.take(signal);
    const [life] = await Promise.all([
      this.#prepare(environmentId, freezeAfterMs, carrier),
      carrier.usage.settle(),
    ]);
    const { pid } = carrier.process;
    this.#lives.set(environmentId, life);
    const context = await carrier.contexts.create(life.port.port, signal);
    life.context = context;
    carrier.usage.begin(context.contextId);
    try {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(HELLO_MS)]);
      await registry().whenLaunched(environmentId, inTime);
    } catch (error) {
      signal.throwIfAborted();
      throw new WebservError(
        "launch-failed",
        `the extension did not connect from the environment ${environmentId}: ${toWebservError(error).message}`,
        { cause: error },
      );
    }
    log.info({ environmentId, pid }, "an environment is ready");
    void carrier.process.ended.then(() => this.#crashed(environmentId, life));
  }

  /** Closes its sessions, forgets its browser, and removes the context, its link and its proxy. */
  async end(environmentId: string): Promise<void> {
    const { registry, sessions, carriers } = this.#options;
    const life = this.#lives.get(environmentId);
    const browser = registry().findLaunched(environmentId);
    if (browser !== undefined) {
      registry().remove(browser);
      await sessions().browserEnded(browser);
    }
    if (life === undefined || this.#lives.get(environmentId) !== life) return;
    this.#lives.delete(environmentId);
    life.rest.end();
    if (life.context !== undefined) life.carrier.usage.end(life.context.contextId);
    await Promise.allSettled([
      life.context?.dispose(AbortSignal.timeout(DISPOSE_MS)),
      life.link.close(),
      life.port.close(),
    ]);
    await carriers.leave(life.carrier);
  }

  /**
   * Returns how many share its browser, and what it takes of the machine; nulls if that is not
   * known.
   */
  async usage(environmentId: string): Promise<Usage & { readonly sharedBy: number }> {
    const life = this.#lives.get(environmentId);
    const contextId = life?.context?.contextId;
    if (life === undefined || contextId === undefined) {
      return { sharedBy: 0, memoryMiB: null, cpuSeconds: null };
    }
    const { carrier } = life;
    const [sharedBy, usage] = await Promise.all([
      this.#options.carriers.carried(carrier),
      carrier.usage.of(contextId),
    ]);
    return { sharedBy, ...usage };
  }

  async #prepare(environmentId: string, freezeAfterMs: number, carrier: Carrier): Promise<Life> {
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
    const pages = (): ContextPages | undefined => this.#lives.get(environmentId)?.context?.pages;
    const rest = new EnvironmentRest({
      pages,
      show: (shown) => this.#show(environmentId, shown),
      freezeAfterMs,
    });
    let link: EnvironmentLink | undefined;
    try {
      link = await serve(environmentId, carrier.token, (transport) =>
        registry().accept(who, transport, (whole) =>
          this.#wakingAfter(environmentId, rest.through(whole)),
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
      return { carrier, link, port, facts, rest, context: undefined };
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
      const pages = this.#lives.get(environmentId)?.context?.pages;
      const isBack = this.#options.registry().findLaunched(environmentId)?.connected !== undefined;
      if (pages === undefined || isBack) return;
      await pages.startWorker();
      this.#wakeLater(environmentId);
    };
    setTimeout(() => void wake(), WAKE_MS).unref();
  }

  async #show(environmentId: string, shown: boolean): Promise<boolean> {
    const peer = this.#options.registry().findLaunched(environmentId)?.connected?.peer;
    const call = peer?.call("environments.focus", { shown }, { timeoutMs: SHOW_MS });
    return call !== undefined && (await call.then(Boolean, () => false));
  }

  async #crashed(environmentId: string, life: Life): Promise<void> {
    if (this.#lives.get(environmentId) !== life) return;
    const { log, onCrash } = this.#options;
    log.warn({ environmentId }, "an environment's browser has ended");
    await this.end(environmentId).catch((error: unknown) => {
      log.error({ err: toWebservError(error), environmentId }, "a crash left something");
    });
    onCrash(environmentId);
  }
}
