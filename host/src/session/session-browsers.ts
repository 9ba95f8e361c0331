// The browser that a session is opened in: the one that is there, or one that is launched for it.
import type { SessionBrowser } from "@webserv/shared/model/browser.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";
import type { ErrorCode } from "@webserv/shared/protocol/errors.ts";
import { unlessAborted } from "@webserv/shared/rpc/abort.ts";

import { displayVariables, hasDisplay } from "../browser/display.ts";
import type { BrowserRegistry } from "./browser-registry.ts";
import type { Browser } from "./browser.ts";
import type { Launches } from "./launches.ts";
import type { PassingBrowsers } from "./passing-browsers.ts";
import type { RecentStops } from "./recent-stops.ts";

export interface ChosenBrowser {
  readonly browser: Browser;
  /** It was launched for this session, and for others that came meanwhile. */
  readonly launched: boolean;
  /** To be called once the session stands, or could not be opened. */
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
  readonly registry: () => Pick<BrowserRegistry, "connected" | "whenChosen">;
  readonly launches: Pick<Launches, "launch">;
  readonly passing: Pick<PassingBrowsers, "add" | "keep" | "hold">;
  readonly stops: Pick<RecentStops, "assertMayOpen" | "assertMayLaunch">;
  /** Where a browser is launched for those who name no display. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends with the daemon. */
  readonly signal: AbortSignal;
}

export class SessionBrowsers {
  readonly #options: SessionBrowsersOptions;
  /** Under way: all who come meanwhile and have no browser share it. */
  #launching: Promise<Browser> | undefined;

  constructor(options: SessionBrowsersOptions) {
    this.#options = options;
  }

  /**
   * The browser named, or else that of the session which is replaced, or else the newest, or else one that is launched.
   * @throws WebservError `unknown-browser`, `no-browser`, `stopped-recently`, and what a launch throws.
   */
  async take(wish: Wish, waiting: Waiting): Promise<ChosenBrowser> {
    const { registry, passing, stops } = this.#options;
    for (;;) {
      const found = await this.#find(wish, waiting);
      if (found === undefined) break;
      stops.assertMayOpen(found);
      const release = passing.hold(found.browserId);
      // It may have been closed since it was found.
      if (registry().connected().includes(found)) {
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
    const release = passing.hold(browser.browserId);
    if (wish.keepBrowser) passing.keep(browser.browserId);
    return { browser, launched: true, release };
  }

  async #find(
    { browserId, sameAs }: Wish,
    { waitMs, signal, tell }: Waiting,
  ): Promise<Browser | undefined> {
    const find = async (id: string | undefined, none: ErrorCode): Promise<Browser | undefined> => {
      try {
        return await this.#options.registry().whenChosen(id, waitMs, { signal, tell });
      } catch (error) {
        if (toWebservError(error).code !== none) throw error;
        return undefined;
      }
    };
    if (browserId !== undefined || sameAs === undefined) return await find(browserId, "no-browser");
    // Its browser may be gone: then as if there had been no session.
    return (await find(sameAs, "unknown-browser")) ?? (await find(undefined, "no-browser"));
  }

  /** Goes on when who asked for it is gone, since others may wait for it too; it ends then if nobody takes it. */
  async #launch({ display = displayVariables(this.#options.env) }: Wish): Promise<Browser> {
    const { launches, passing, signal } = this.#options;
    const headless = !hasDisplay(display, process.platform);
    try {
      const browser = await launches.launch({ kind: "personal", headless, display }, signal);
      passing.add(browser.browserId);
      // All who wait for it have their own hold by then.
      const release = passing.hold(browser.browserId);
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
 * What the agent is told of its browser.
 * @param usedBefore another session was in it before this one
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
