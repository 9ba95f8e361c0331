// What the daemon is given of a browser it launched.
import type { BrowserKind } from "@webserv/shared/model/browser.ts";

import type { BrowserContexts } from "../contexts/browser-contexts.ts";

export interface LaunchRequest {
  /** Given back by the native host of this browser, so that its connection is known as this launch. */
  readonly launchId: string;
  readonly kind: BrowserKind;
  readonly headless: boolean;
  /** Folder of the profile, made if it is not there. */
  readonly userDataDir: string;
  /** Delete the folder when the browser has ended. */
  readonly temporary: boolean;
  readonly executable?: string;
  /** Environment variables the browser needs for its display. */
  readonly display: Readonly<Record<string, string>>;
  /** Everything goes through this proxy port: a training profile. */
  readonly proxyPort?: number;
  /** WEBSERV_HOME for the native host the browser starts. */
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
