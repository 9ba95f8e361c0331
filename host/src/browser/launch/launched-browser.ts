// Describes a browser that the daemon launches, and what it is given once that runs.
import type { BrowserKind } from "@webserv/shared/model/browser.ts";

import type { BrowserContexts } from "../contexts/browser-contexts.ts";

export interface LaunchRequest {
  /** The browser's native host sends it back, so that its connection is known to be this launch. */
  readonly launchId: string;
  readonly kind: BrowserKind;
  readonly headless: boolean;
  /** Folder of the profile; made if it does not exist. */
  readonly userDataDir: string;
  /** Delete the folder when the browser has ended. */
  readonly temporary: boolean;
  readonly executable?: string;
  /** Environment variables that the browser needs for its display. */
  readonly display: Readonly<Record<string, string>>;
  /** Port of the proxy that everything goes through: a training profile. */
  readonly proxyPort?: number;
  /** WEBSERV_HOME for the native host that the browser starts. */
  readonly home: string;
}

export interface LaunchedBrowser {
  readonly pid: number;
  readonly executable: string;
  /** Name and version, such as Chromium 156.0.8078.79. */
  readonly version: string;
  /** Its isolated contexts; the extension runs in each. */
  readonly contexts: BrowserContexts;
  /** Resolves when the browser's process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the browser and all its processes; deletes a temporary profile. */
  close(): Promise<void>;
}
