// A person's own Chromium: started by the test with the built extension, and outliving any daemon.
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Page, WebWorker } from "puppeteer";
import { launch, TargetType } from "puppeteer";

import { chooseBrowser } from "@webserv/host/src/browser/choose-browser.ts";
import {
  launcherName,
  MANIFEST_FILE,
  MANIFESTS_FOLDER,
  nativeProgram,
  writeNativeHost,
} from "@webserv/host/src/browser/native-manifest.ts";
import { extensionDir } from "@webserv/host/src/paths.ts";
import { EXTENSION_ID, EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";

const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  "--window-size=1100,800",
];

export interface OwnBrowserOptions {
  /** WEBSERV_HOME of the daemon that its native host connects to. The profile lies below it. */
  readonly home: string;
  /** Folder of the profile below the home; `profile` if left out. */
  readonly profile?: string;
  /** False: there is no native host to connect to. */
  readonly nativeHost?: boolean;
  /** Further flags of the browser's command line. */
  readonly flags?: readonly string[];
  /** Pages that were left are kept for going back to, as in every browser but a driven one. */
  readonly keepsPages?: boolean;
}

export async function startOwnBrowser(options: OwnBrowserOptions): Promise<Browser> {
  if (!existsSync(join(extensionDir, "manifest.json"))) {
    throw new Error(`there is no extension in ${extensionDir}: run npm run build -w extension`);
  }
  const { home } = options;
  const userDataDir = join(home, options.profile ?? "profile");
  if (options.nativeHost !== false) {
    await writeNativeHost(
      {
        manifestFile: join(userDataDir, MANIFESTS_FOLDER, MANIFEST_FILE),
        launcherFile: join(home, launcherName()),
      },
      { node: process.execPath, program: nativeProgram(), home },
    );
  }
  const { executable } = await chooseBrowser(undefined);
  const flags = [...FLAGS, ...(options.flags ?? [])];
  return await launch({
    executablePath: executable,
    userDataDir,
    pipe: true,
    ...(options.keepsPages === true ? { ignoreDefaultArgs: ["--disable-back-forward-cache"] } : {}),
    enableExtensions: [extensionDir],
    // The window's own size, as for a person.
    defaultViewport: null,
    args: process.getuid?.() === 0 ? [...flags, "--no-sandbox"] : flags,
  });
}

export class OwnBrowser {
  readonly browser: Browser;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  get pid(): number {
    const pid = this.browser.process()?.pid;
    if (pid === undefined) throw new Error("the browser has no process");
    return pid;
  }

  /** The service worker that runs now, or the next one. */
  async worker(): Promise<WebWorker> {
    const target = await this.browser.waitForTarget(
      (candidate) =>
        candidate.type() === TargetType.SERVICE_WORKER &&
        candidate.url().startsWith(EXTENSION_ORIGIN),
    );
    const worker = await target.worker();
    if (worker === null) throw new Error("the service worker has ended");
    return worker;
  }

  /** Ends the service worker at once, as the browser does when it likes to. */
  async stopWorker(): Promise<void> {
    const worker = await this.worker();
    await worker.close();
  }

  /** Opens the side panel's page in a tab; that wakes the worker, too. */
  async openPanel(): Promise<Page> {
    const page = await this.browser.newPage();
    await page.goto(`chrome-extension://${EXTENSION_ID}/src/panel/index.html`);
    return page;
  }

  /** The tab that shows `url`. */
  async pageAt(url: string): Promise<Page> {
    const target = await this.browser.waitForTarget((candidate) => candidate.url() === url);
    const page = await target.page();
    if (page === null) throw new Error(`the tab at ${url} has no page`);
    return page;
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
