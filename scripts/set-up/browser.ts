// Ensures that there is a browser: an installed one, else one from the package manager, else puppeteer's.
import { join } from "node:path";

import {
  findBrowsers,
  type InstalledBrowser,
} from "../../host/src/browser/installed/find-browser.ts";
import { withLock } from "../bootstrap/lock.mjs";
import { runSilently } from "../bootstrap/process.mjs";
import { say, SetupError } from "../bootstrap/words.mjs";
import { asCommand, install, reasonIn } from "./install.ts";
import { type PackageManager, packageManager } from "./package-manager.ts";

/** Finds or gets a browser. @throws SetupError if no browser is found and none can be had. */
export async function ensureBrowser(root: string): Promise<void> {
  if (await hasUsableBrowser()) return;
  await withLock(join(root, ".cache"), async () => {
    if (await hasUsableBrowser()) return;
    const manager = packageManager();
    const isRoot = process.getuid?.() === 0;
    if (manager !== undefined && isRoot && (await installWith(manager))) return;
    if (await download(root)) return;
    throw new SetupError(
      `no browser was found and none could be installed: ${adviceFor(manager)}, or set WEBSERV_BROWSER to the program of one.`,
    );
  });
}

async function hasUsableBrowser(): Promise<boolean> {
  let browsers: InstalledBrowser[];
  try {
    browsers = await findBrowsers();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`${reason}: correct it or unset it and run the command again.`);
  }
  return browsers.some(isUsable);
}

/**
 * Tells whether a browser can be used. A snap's or flatpak's can't start a native host. One that does not report its
 * version does not run, except on Windows, where the version is read from the disk.
 */
export function isUsable(browser: Pick<InstalledBrowser, "packaging" | "version">): boolean {
  const runs = browser.version !== undefined || process.platform === "win32";
  return browser.packaging === "system" && runs;
}

async function installWith(manager: PackageManager): Promise<boolean> {
  await install(manager, "chromium");
  return await hasUsableBrowser();
}

/** Downloads puppeteer's browser, for which nobody's password is needed, into this checkout's cache. */
async function download(root: string): Promise<boolean> {
  const cache = process.env["PUPPETEER_CACHE_DIR"] ?? join(root, ".cache", "puppeteer");
  say(`downloading Chrome for Testing (puppeteer browsers install chrome, into ${cache})`);
  process.env["PUPPETEER_CACHE_DIR"] = cache;
  const cli = join(root, "node_modules", "puppeteer", "lib", "puppeteer", "node", "cli.js");
  const { code, output } = await runSilently(process.execPath, [
    cli,
    "browsers",
    "install",
    "chrome",
  ]);
  if (code !== 0) say(`the download failed (${reasonIn(output)})`);
  return await hasUsableBrowser();
}

function adviceFor(manager: PackageManager | undefined): string {
  if (manager === undefined) return "install Chrome from https://www.google.com/chrome";
  return `run \`${asCommand(manager, "chromium")}\``;
}
