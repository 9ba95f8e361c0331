// Launches browsers with the extension, and ends them.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { BrowserKind } from "@webserv/shared/model/browser.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { daemonEnding } from "@webserv/shared/errors/daemon-ending.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { LaunchedBrowser, LaunchRequest } from "../../browser/launch/launched-browser.ts";
import { removeSocketFolder } from "../../browser/launch/socket-folder.ts";
import type { Logger } from "../../log.ts";
import type { Paths } from "../../paths.ts";
import type { Router, RouterPort } from "../../router/router.ts";
import type { BrowserRegistry } from "./browser-registry.ts";
import type { Browser, BrowserLink, LaunchFacts } from "./browser.ts";

/** The time that the extension of a launched browser may take to connect, in ms. */
const HELLO_MS = 20_000;
/** The prefix of temporary profiles, which a person can't give to a profile's name. */
const TEMPORARY = ".tmp-";

export type LaunchBrowser = (
  request: LaunchRequest,
  signal: AbortSignal,
) => Promise<LaunchedBrowser>;

type LaunchWish = Params<"browser.launch">;

export interface LaunchesOptions {
  readonly paths: Paths;
  readonly router: Router;
  readonly launchBrowser: LaunchBrowser;
  readonly registry: BrowserRegistry;
  readonly log: Logger;
}

class Launch implements LaunchFacts {
  readonly role: LaunchFacts["role"];
  readonly launchId = randomBytes(8).toString("hex");
  readonly kind: BrowserKind;
  readonly profile: string | undefined;
  readonly headless: boolean;
  readonly port: RouterPort | undefined;
  process: LaunchedBrowser | undefined;
  newProfile = true;

  constructor(params: LaunchWish, role: LaunchFacts["role"], port: RouterPort | undefined) {
    this.role = role;
    this.kind = params.kind;
    this.profile = params.profile;
    this.headless = params.headless;
    this.port = port;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }
}

interface Launched {
  readonly browser: Browser;
  readonly process: LaunchedBrowser;
}

export class Launches {
  readonly #options: LaunchesOptions;
  readonly #launches = new Map<string, Launch>();
  readonly #under = new Set<Promise<Launched>>();
  readonly #ending = new AbortController();

  constructor(options: LaunchesOptions) {
    this.#options = options;
  }

  find(launchId: string): LaunchFacts | undefined {
    return this.#launches.get(launchId);
  }

  /** Deletes the profiles of browsers that ended with an earlier daemon. */
  sweep(): void {
    const { paths, log } = this.#options;
    for (const name of readdirSync(paths.profilesDir)) {
      if (!name.startsWith(TEMPORARY)) continue;
      try {
        removeSocketFolder(join(paths.profilesDir, name));
        rmSync(join(paths.profilesDir, name), { recursive: true, force: true, maxRetries: 3 });
      } catch (error) {
        log.warn({ err: error, name }, "a temporary profile could not be removed");
      }
    }
  }

  /**
   * Resolves when the browser's extension has connected.
   * @throws WebservError `browser-not-found`, `profile-in-use`, `launch-failed`, `cancelled`.
   */
  async launch(params: LaunchWish, signal: AbortSignal): Promise<Browser> {
    return (await this.#tracked(params, "browser", signal)).browser;
  }

  /**
   * Launches a headless browser for environments; ends it again if `prepare` fails.
   * @throws WebservError `browser-not-found`, `launch-failed`, `cancelled`, and what `prepare`
   *   throws.
   */
  async launchCarrier<T>(
    prepare: (carrier: { process: LaunchedBrowser; link: BrowserLink }) => Promise<T>,
  ): Promise<T> {
    const params = { kind: "training", headless: true } as const;
    const { browser, process } = await this.#tracked(params, "carrier", this.#ending.signal);
    try {
      const { browserId } = browser;
      const link = await this.#options.registry.whenConnected(
        browserId,
        HELLO_MS,
        this.#ending.signal,
      );
      return await prepare({ process, link });
    } catch (error) {
      await process.close();
      throw error;
    }
  }

  async #tracked(
    params: LaunchWish,
    role: LaunchFacts["role"],
    signal: AbortSignal,
  ): Promise<Launched> {
    const launching = this.#launch(params, role, AbortSignal.any([signal, this.#ending.signal]));
    this.#under.add(launching);
    try {
      return await launching;
    } finally {
      this.#under.delete(launching);
    }
  }

  async #launch(
    params: LaunchWish,
    role: LaunchFacts["role"],
    signal: AbortSignal,
  ): Promise<Launched> {
    const { paths, router, launchBrowser, log } = this.#options;
    const port =
      params.kind === "training"
        ? await router.open(`launch-${randomBytes(8).toString("hex")}`)
        : undefined;
    const launch = new Launch(params, role, port);
    const { launchId } = launch;
    this.#launches.set(launchId, launch);
    this.#options.registry.expectLaunch(launch);
    try {
      this.#assertFree(launch);
      const userDataDir = join(paths.profilesDir, params.profile ?? `${TEMPORARY}${launchId}`);
      launch.newProfile = !existsSync(userDataDir);
      const browser = await launchBrowser(
        {
          launchId,
          kind: params.kind,
          headless: params.headless,
          userDataDir,
          temporary: params.profile === undefined,
          display: params.display ?? {},
          home: paths.home,
          ...(params.executable === undefined ? {} : { executable: params.executable }),
          ...(port === undefined ? {} : { proxyPort: port.port }),
        },
        signal,
      );
      launch.process = browser;
      log.info({ launchId, pid: browser.pid, version: browser.version }, "a browser was launched");
      void browser.ended.then(() => this.#onEnd(launch));
      return { browser: await this.#whenConnected(launch, browser, signal), process: browser };
    } catch (error) {
      await launch.process?.close();
      await this.#onEnd(launch);
      throw error;
    }
  }

  /** @throws WebservError `unknown-browser` if it was not launched here. */
  async close(browserId: string): Promise<void> {
    const browser = this.#options.registry.find(browserId);
    const launchId = browser?.launch?.launchId;
    const launch = launchId === undefined ? undefined : this.#launches.get(launchId);
    if (launch?.process === undefined) {
      throw new WebservError(
        "unknown-browser",
        `no browser with the id "${browserId}" was launched by this daemon`,
      );
    }
    if (browser !== undefined) browser.retired = true;
    await launch.process.close();
    await this.#onEnd(launch);
  }

  /** Also ends launches under way. */
  async closeAll(): Promise<void> {
    this.#ending.abort(daemonEnding("cancelled"));
    await Promise.allSettled(this.#under);
    await Promise.all(
      [...this.#launches.values()].map(async (launch) => {
        await launch.process?.close();
        await this.#onEnd(launch);
      }),
    );
  }

  /** The browser's own lock comes too late: its native host must know which launch it belongs to. */
  #assertFree(launch: Launch): void {
    const { profile } = launch;
    if (profile === undefined) return;
    const holder = [...this.#launches.values()].find(
      (other) => other !== launch && other.profile === profile,
    );
    if (holder === undefined) return;
    const pid = holder.pid === undefined ? "one that is starting" : `process ${holder.pid}`;
    throw new WebservError(
      "profile-in-use",
      `the profile "${profile}" is held by a browser of this daemon (${pid})`,
    );
  }

  async #whenConnected(
    launch: Launch,
    browser: LaunchedBrowser,
    signal: AbortSignal,
  ): Promise<Browser> {
    const failed = new AbortController();
    const fail = (why: string): void =>
      failed.abort(new WebservError("launch-failed", `${browser.version}: ${why}`));
    const timer = setTimeout(
      () => fail(`its extension did not connect within ${HELLO_MS} ms`),
      HELLO_MS,
    );
    void browser.ended.then(() => fail("it ended before its extension connected"));
    try {
      return await this.#options.registry.whenLaunched(
        launch.launchId,
        AbortSignal.any([signal, failed.signal]),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async #onEnd(launch: Launch): Promise<void> {
    if (!this.#launches.delete(launch.launchId)) return;
    const { log, registry } = this.#options;
    registry.forgetLaunch(launch.launchId);
    log.info({ launchId: launch.launchId }, "a launched browser has ended");
    const browser = registry.findLaunched(launch.launchId);
    try {
      if (browser !== undefined) await registry.ended(browser);
    } catch (error) {
      log.error({ err: toWebservError(error) }, "what an ended browser left could not be undone");
    } finally {
      await launch.port?.close();
    }
  }
}
