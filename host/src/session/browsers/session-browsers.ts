// Finds the browser that a session is opened in: a connected one, or one that is launched for it.
import type { SessionBrowser } from "@webserv/shared/model/browser.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import type { ErrorCode } from "@webserv/shared/errors/errors.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import { displayVariables, hasDisplay } from "../../browser/launch/display.ts";
import type { BrowserRegistry } from "./browser-registry.ts";
import type { Browser } from "./browser.ts";
import type { Launches } from "./launches.ts";
import type { TransientBrowsers } from "./transient-browsers.ts";
import type { RecentStops } from "./recent-stops.ts";

export interface ChosenBrowser {
  readonly browser: Browser;
  /** True if it was launched for this session, and for others that came meanwhile. */
  readonly launched: boolean;
  /** Must be called once the session is open, or could not be opened. */
  readonly release: () => void;
}

interface Wish extends Pick<Params<"session.open">, "browserId" | "keepBrowser" | "display"> {
  /** The browser of the session that is replaced. */
  readonly sameAs?: string | undefined;
}

export interface Waiting {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

export interface SessionBrowsersOptions {
  readonly registry: Pick<BrowserRegistry, "connected" | "whenChosen">;
  readonly launches: Pick<Launches, "launch">;
  readonly transient: Pick<TransientBrowsers, "add" | "keep" | "hold">;
  readonly stops: Pick<RecentStops, "assertMayOpen" | "assertMayLaunch">;
  /** The environment in whose display a browser is launched for callers that name none. */
  readonly env: NodeJS.ProcessEnv;
  /** Aborts with the daemon. */
  readonly signal: AbortSignal;
}

export class SessionBrowsers {
  readonly #options: SessionBrowsersOptions;
  /** The launch under way: all callers that come meanwhile and have no browser share it. */
  #launching: Promise<Browser> | undefined;

  constructor(options: SessionBrowsersOptions) {
    this.#options = options;
  }

  /**
   * Returns the browser named, or else that of the session which is replaced, or else the newest,
   * or else one that is launched.
   * @throws WebservError `unknown-browser`, `no-browser`, `stopped-recently`, and what a launch
   *   throws.
   */
  async take(wish: Wish, waiting: Waiting): Promise<ChosenBrowser> {
    const { registry, transient, stops } = this.#options;
    for (;;) {
      const found = await this.#find(wish, waiting);
      if (found === undefined) break;
      stops.assertMayOpen(found);
      const release = transient.hold(found.browserId);
      // It may have been closed since it was found.
      if (registry.connected().includes(found)) {
        return { browser: found, launched: false, release };
      }
      release();
    }
    stops.assertMayLaunch();
    waiting.tell("no browser is connected, and so one is launched");
    this.#launching ??= this.#launch(wish).finally(() => {
      this.#launching = undefined;
    });
    const browser = await unlessAborted(this.#launching, waiting.signal);
    const release = transient.hold(browser.browserId);
    if (wish.keepBrowser) transient.keep(browser.browserId);
    return { browser, launched: true, release };
  }

  async #find(
    { browserId, sameAs }: Wish,
    { waitMs, signal, tell }: Waiting,
  ): Promise<Browser | undefined> {
    const find = async (id: string | undefined, none: ErrorCode): Promise<Browser | undefined> => {
      try {
        return await this.#options.registry.whenChosen(id, waitMs, { signal, tell });
      } catch (error) {
        if (toWebservError(error).code !== none) throw error;
        return undefined;
      }
    };
    if (browserId !== undefined || sameAs === undefined) return await find(browserId, "no-browser");
    // Its browser may be gone: then it counts as if there had been no session.
    return (await find(sameAs, "unknown-browser")) ?? (await find(undefined, "no-browser"));
  }

  /** Goes on when its caller is gone, since others may wait for it, too; the browser ends if nobody takes it. */
  async #launch({ display = displayVariables(this.#options.env) }: Wish): Promise<Browser> {
    const { launches, transient, signal } = this.#options;
    const headless = !hasDisplay(display, process.platform);
    try {
      const browser = await launches.launch({ kind: "personal", headless, display }, signal);
      transient.add(browser.browserId);
      // All who wait for it have their own hold by then.
      const release = transient.hold(browser.browserId);
      setImmediate(release);
      return browser;
    } catch (error) {
      const { code, message } = toWebservError(error);
      if (code !== "browser-not-found") throw error;
      throw new WebservError(
        "no-browser",
        `no browser is connected, and none can be launched: ${message}`,
        {
          next: "Install Chromium or Chrome, or run `webserv install` for a browser of your own.",
          cause: error,
        },
      );
    }
  }
}

/**
 * Describes a session's browser for its agent.
 * @param usedBefore true if another session was in it before this one
 */
export function describeBrowser(
  { browser, launched }: Pick<ChosenBrowser, "browser" | "launched">,
  usedBefore: boolean,
): SessionBrowser {
  const { launch } = browser;
  return {
    browserId: browser.browserId,
    kind: browser.kind,
    name: browser.name,
    launched,
    profile: launch === undefined ? "person" : usedBefore || !launch.newProfile ? "used" : "new",
    ...(launch === undefined ? {} : { headless: launch.headless }),
    ...(launch?.profile === undefined ? {} : { profileName: launch.profile }),
  };
}
