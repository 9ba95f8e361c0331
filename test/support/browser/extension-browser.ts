// Runs a real Chromium with the built extension, joined to a daemon for tests by the real native host.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "puppeteer";

import type { ProtocolVersion } from "@webserv/shared/protocol/version.ts";

import { DaemonPeer } from "./daemon-peer.ts";
import { OwnBrowser, startOwnBrowser } from "./own-browser.ts";

export interface ExtensionBrowserOptions {
  /** The version that the daemon speaks; another major version makes it refuse. */
  readonly protocol?: ProtocolVersion;
  /** False if there is no native host to connect to. */
  readonly nativeHost?: boolean;
  /** True if left pages are kept for going back to. */
  readonly keepsPages?: boolean;
  /** The X display that its window opens on; without one it has no window. */
  readonly display?: string;
  /** Prepares the profile's folder before the browser starts. */
  readonly prepare?: (userDataDir: string) => Promise<void>;
}

export class ExtensionBrowser extends OwnBrowser {
  readonly daemon: DaemonPeer;
  readonly home: string;

  private constructor(browser: Browser, daemon: DaemonPeer, home: string) {
    super(browser);
    this.daemon = daemon;
    this.home = home;
  }

  static async launch(options: ExtensionBrowserOptions = {}): Promise<ExtensionBrowser> {
    const home = await mkdtemp(join(tmpdir(), "webserv-extension-"));
    const daemon = await DaemonPeer.listen({
      home,
      ...(options.protocol === undefined ? {} : { protocol: options.protocol }),
    });
    const { nativeHost = true, keepsPages = false, display } = options;
    await options.prepare?.(join(home, "profile"));
    const browser = await startOwnBrowser({
      home,
      nativeHost,
      keepsPages,
      ...(display === undefined ? {} : { display }),
    });
    return new ExtensionBrowser(browser, daemon, home);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.daemon.close();
    await rm(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
