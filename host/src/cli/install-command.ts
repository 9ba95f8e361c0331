// Adds `webserv install` and `webserv uninstall`, for a person's own browsers.
import { setTimeout as delay } from "node:timers/promises";

import type { Command } from "commander";

import type { BrowserInfo } from "@webserv/shared/model/browser.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { InstalledBrowser } from "../browser/installed/find-browser.ts";
import type { Installation } from "../browser/installed/installation.ts";
import { pathsFor } from "../paths.ts";
import { proveConnection } from "./doctor/connection-proof.ts";
import type { AgentPeer, Settings } from "./commands/settings.ts";
import { callDaemon, withDaemon } from "./commands/settings.ts";

/** The time that a person may take to find the button, in ms. */
const WAIT_MS = 10 * 60_000;
const POLL_MS = 300;

export function addInstall(parent: Command, settingsOf: (command: Command) => Settings): void {
  const install = parent
    .command("install")
    .description("Tell your own browsers about WebServ, and wait until one answers")
    .option("--browser <name>", "Only this one, such as chrome, chromium, edge or brave")
    .option("--no-wait", "Do not wait for the extension")
    .action(() => runInstall(install, settingsOf(install)));
  const uninstall = parent
    .command("uninstall")
    .description("Take back what install wrote")
    .action(() => runUninstall(settingsOf(uninstall)));
}

async function runInstall(command: Command, settings: Settings): Promise<void> {
  const [{ findBrowsers }, { installFor }] = await Promise.all([
    import("../browser/installed/find-browser.ts"),
    import("../browser/installed/installation.ts"),
  ]);
  const { browser: named, wait } = command.opts<{ browser?: string; wait: boolean }>();
  const found = choose(await findBrowsers(), named);
  const usable = found.filter((browser) => browser.packaging === "system");
  for (const browser of found) settings.output.note(describeBrowser(browser));
  if (usable.length === 0) throw nothingUsable(found, named);
  const installation = await installFor(usable, pathsFor().home);
  settings.output.note(nextStep(installation));
  const connected = wait ? await waitForBrowser(settings) : undefined;
  settings.output.result(
    {
      browsers: installation.manifests.map(({ browser, places }) => ({
        ...browser,
        manifests: places,
      })),
      confined: found.filter((browser) => browser.packaging !== "system"),
      launcher: installation.launcherFile,
      extension: installation.extension,
      connected: connected?.browser ?? null,
      roundTripMs: connected?.roundTripMs ?? null,
    },
    connected === undefined
      ? ""
      : `${connected.browser.name} is connected: a page answered in ${connected.roundTripMs.toFixed(1)} ms.`,
  );
}

/** Chooses browsers by name, in any case: chrome means Chrome, and "chrome beta" its beta. */
function choose(
  found: readonly InstalledBrowser[],
  named: string | undefined,
): readonly InstalledBrowser[] {
  if (named === undefined) return found;
  return found.filter((browser) => browser.name.toLowerCase() === named.toLowerCase());
}

function describeBrowser(browser: InstalledBrowser): string {
  const what = `${browser.name} ${browser.version ?? ""}`.trim();
  return browser.packaging === "system"
    ? `found ${what} (${browser.executable})`
    : `found ${what}, but it is a ${browser.packaging}: it can't start programs outside its box, so the extension could not reach WebServ from there`;
}

function nothingUsable(
  found: readonly InstalledBrowser[],
  named: string | undefined,
): WebservError {
  const which =
    named === undefined ? "no Chrome, Chromium, Edge or Brave" : `no browser called "${named}"`;
  return new WebservError(
    "browser-not-found",
    found.length === 0 ? `${which} was found` : "only confined browsers were found",
    {
      next:
        found.length === 0
          ? "Install one, or name it with WEBSERV_BROWSER."
          : "Install Chrome, or Chromium from a package that is neither snap nor flatpak.",
    },
  );
}

const extensionPages: Readonly<Record<InstalledBrowser["family"], string>> = {
  chrome: "chrome://extensions",
  chromium: "chrome://extensions",
  edge: "edge://extensions",
  brave: "brave://extensions",
};

/** Browsers let no other program open these pages or load an extension: only the person can. */
function nextStep({ manifests, extension }: Installation): string {
  const pages = [...new Set(manifests.map(({ browser }) => extensionPages[browser.family]))];
  return [
    ...manifests.flatMap(({ places }) => places.map((place) => `wrote ${place}`)),
    "",
    `One step is left: open ${pages.join(" or ")}, switch on "Developer mode", press "Load unpacked" and choose`,
    `  ${extension}`,
    "To undo: `webserv uninstall`, and remove WebServ on that page.",
    "",
  ].join("\n");
}

async function waitForBrowser(
  settings: Settings,
): Promise<{ browser: BrowserInfo; roundTripMs: number }> {
  settings.output.note(
    "Waiting for the extension; Ctrl-C stops the waiting and keeps what was written.",
  );
  return await withDaemon(settings, true, async (peer) => {
    const browser = await firstOwnBrowser(peer, settings);
    return { browser, roundTripMs: await proveConnection(peer, settings, browser) };
  });
}

/** Waits for a browser that the daemon has not launched. */
async function firstOwnBrowser(peer: AgentPeer, settings: Settings): Promise<BrowserInfo> {
  const waitMs = settings.timeoutMs ?? WAIT_MS;
  const deadline = Date.now() + waitMs;
  for (;;) {
    const { browsers } = await callDaemon(peer, settings, "browser.list", {});
    const own = browsers.find((browser) => browser.pid === undefined);
    if (own !== undefined) return own;
    if (Date.now() > deadline) {
      throw new WebservError("timeout", `no browser has connected within ${waitMs} ms`, {
        next: "Load the extension as described above, then run `webserv install` again, or `webserv doctor`.",
      });
    }
    await delay(POLL_MS, undefined, { signal: settings.signal });
  }
}

async function runUninstall(settings: Settings): Promise<void> {
  const { uninstall } = await import("../browser/installed/installation.ts");
  const { home } = pathsFor();
  const { removed, left } = await uninstall(home);
  settings.output.result(
    { removed, left },
    [
      ...removed.map((place) => `removed ${place}`),
      ...left.map((place) => `left ${place}: it is another program's now`),
      removed.length + left.length === 0
        ? "Nothing was installed."
        : `Remove WebServ in the browser too, on its page of extensions. Your data stays in ${home}.`,
    ].join("\n"),
  );
}
