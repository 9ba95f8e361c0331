// Declares who is told what browsers report about their sessions, and serves the calls by which they report it.
import type { GivenFiles } from "@webserv/shared/model/page/given-files.ts";
import type { Tab } from "@webserv/shared/model/page/observation.ts";
import type { Handlers } from "@webserv/shared/rpc/peer.ts";

import type { Browser, BrowserLink } from "./browser.ts";

export interface BrowserListeners {
  /** Compares the sessions of both ends; the browser can be used when it resolves. */
  resync(browser: Browser, link: BrowserLink): Promise<void>;
  away(browser: Browser): void;
  /** A browser that was launched here has ended. */
  ended(browser: Browser): Promise<void>;
  halted(sessionId: string, browser: Browser): void;
  /** The person lets agents begin again after a Stop. */
  allowed(browser: Browser): void;
  changed(sessionId: string, browser: Browser, tabs: readonly Tab[]): void;
  /** Reads files for a session of this browser. */
  files(sessionId: string, browser: Browser, files: readonly string[]): Promise<GivenFiles>;
}

/** @param needBrowser returns the browser of the connection; throws before its hello */
export function reportHandlers(
  listeners: BrowserListeners,
  needBrowser: () => Browser,
): Pick<
  Handlers<"extension-daemon">,
  "lease.halted" | "lease.allowed" | "lease.files" | "lease.changed"
> {
  return {
    "lease.halted": ({ sessionId }) => {
      listeners.halted(sessionId, needBrowser());
      return {};
    },
    "lease.allowed": () => {
      listeners.allowed(needBrowser());
      return {};
    },
    "lease.files": async ({ sessionId, files }) => ({
      files: await listeners.files(sessionId, needBrowser(), files),
    }),
    "lease.changed": ({ sessionId, tabs }) => {
      listeners.changed(sessionId, needBrowser(), tabs);
      return {};
    },
  };
}
