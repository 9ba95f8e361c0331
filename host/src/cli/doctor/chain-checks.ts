// Checks the chain for `webserv doctor`: browsers, native host, daemon, extension.
import type { BackendState } from "@webserv/shared/model/sandbox.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { EXTENSION_ORIGIN, NATIVE_HOST } from "@webserv/shared/protocol/extension-id.ts";

import type { InstalledBrowser } from "../../browser/installed/find-browser.ts";
import { manifestFileOf } from "../../browser/installed/installation.ts";
import { parseManifest, readLauncher } from "../../browser/installed/native-manifest.ts";
import { registryKeys } from "../../browser/installed/windows-registry.ts";
import { proveConnection } from "./connection-proof.ts";
import type { Check, Finding } from "./doctor-finding.ts";
import { findings } from "./doctor-finding.ts";
import type { DoctorContext } from "./doctor-context.ts";
import { LONG_TIMEOUT_MS } from "../commands/commands.ts";
import { duration } from "../../format/time.ts";
import type { AgentPeer, Settings } from "../commands/settings.ts";
import { callDaemon } from "../commands/settings.ts";

/** A browser sends its heartbeat more often than this. */
const SILENT_MS = 60_000;

export const browsersCheck: Check = async (context) => {
  const { ok, warn, fail } = findings("browsers");
  const found = await context.browsers();
  if (found.length === 0) {
    return [
      fail("no Chrome, Chromium, Edge or Brave", "Install one, or name it with WEBSERV_BROWSER."),
    ];
  }
  return found.map((browser) => {
    const what = `${browser.name} ${browser.version ?? ""} (${browser.executable})`;
    return browser.packaging === "system"
      ? ok(what)
      : warn(
          `${what} is a ${browser.packaging} and can't start the native host`,
          "Use a browser from another kind of package.",
        );
  });
};

/** Follows each browser's manifest to the launcher, to the programs it names, and to the daemon. */
export const nativeHostCheck: Check = async (context) => {
  const found = await context.browsers();
  const usable = found.filter((browser) => browser.packaging === "system");
  return await Promise.all(usable.map((browser) => checkNativeHost(browser, context)));
};

async function checkNativeHost(
  browser: InstalledBrowser,
  context: DoctorContext,
): Promise<Finding> {
  const { ok, skipped, fail } = findings(`native host of ${browser.name}`);
  const again = "Run `webserv install`.";
  const file = await manifestPlace(browser, context);
  const text = file === undefined ? undefined : context.read(file);
  if (file === undefined || text === undefined) {
    return skipped("not installed; `webserv install` does it");
  }
  const manifest = parseManifest(text);
  if (manifest === undefined) return fail(`${file} is no native manifest`, again);
  if (manifest.name !== NATIVE_HOST || !manifest.allowed_origins.includes(EXTENSION_ORIGIN)) {
    return fail(`${file} does not admit ${EXTENSION_ORIGIN}`, again);
  }
  const script = context.read(manifest.path);
  if (script === undefined)
    return fail(`${file} names ${manifest.path}, which does not exist`, again);
  const launcher = readLauncher(script);
  if (launcher === undefined) return fail(`${manifest.path} is no launcher of WebServ`, again);
  const missing = [launcher.node, launcher.program].filter((path) => !context.exists(path));
  if (missing.length > 0) {
    return fail(`${manifest.path} starts ${missing.join(" and ")}, which does not exist`, again);
  }
  if (launcher.home !== context.paths.home) {
    return findings(`native host of ${browser.name}`).warn(
      `it belongs to the home ${launcher.home}, not ${context.paths.home}`,
      "Run `webserv install` to make it this one's.",
    );
  }
  try {
    const code = await context.probeLauncher(manifest.path);
    return code === "hello-first"
      ? ok(`${file}; the daemon answers through it`)
      : fail(`the daemon answers "${code}" through ${manifest.path}`, "Restart the daemon.");
  } catch (error) {
    return fail(toWebservError(error).message, `Look into ${context.paths.logDir}.`);
  }
}

async function manifestPlace(
  browser: InstalledBrowser,
  context: DoctorContext,
): Promise<string | undefined> {
  if (context.platform !== "win32") return manifestFileOf(browser);
  const [key] = registryKeys(browser.family);
  return key === undefined ? undefined : await context.registryKey(key);
}

export const daemonCheck: Check = async (context) => {
  const { ok, warn, fail } = findings("daemon");
  if (context.daemon instanceof Error) {
    const { message, next } = toWebservError(context.daemon);
    return [fail(message, next)];
  }
  const status = await callDaemon(context.daemon, context.settings, "daemon.status", {});
  const sandboxes = [
    ...status.backends.map(backendFinding),
    await checkSandboxes(context.daemon, context.settings),
  ];
  return status.version === context.hostVersion
    ? [ok(`version ${status.version}, process ${status.pid}, port ${status.port}`), ...sandboxes]
    : [
        warn(
          `version ${status.version} runs, this is ${context.hostVersion}`,
          "Run `webserv daemon stop`; the next command starts the new one.",
        ),
        ...sandboxes,
      ];
};

/**
 * A backend that does not work is no fault, since one is enough: without Incus the local backend serves, and the
 * reverse.
 */
function backendFinding({ name, available, reason }: BackendState): Finding {
  const { ok, skipped } = findings(`backend ${name}`);
  return available ? ok("works") : skipped(reason ?? "does not work");
}

async function checkSandboxes(daemon: AgentPeer, settings: Settings): Promise<Finding> {
  const { ok, warn } = findings("sandboxes");
  const { sandboxes } = await callDaemon(daemon, settings, "sandbox.list", {});
  const failed = sandboxes.flatMap(({ state, sandboxId }) =>
    state === "failed" ? [sandboxId] : [],
  );
  return failed.length === 0
    ? ok(`sandboxes: ${sandboxes.length}`)
    : warn(
        `failed: ${failed.join(", ")}`,
        "See why with `webserv sandbox list`; bring one back with `webserv sandbox reset`.",
      );
}

export const connectedCheck: Check = async (context) => {
  const { ok, warn, skipped } = findings("extension");
  if (context.daemon instanceof Error) return [skipped("no daemon to ask")];
  const { browsers } = await callDaemon(context.daemon, context.settings, "browser.list", {});
  if (browsers.length === 0) {
    return [
      warn(
        "no browser is connected",
        "Run `webserv browser launch`, or `webserv install` for your own.",
      ),
    ];
  }
  return browsers.map((browser) => {
    const what = `${browser.name}, extension ${browser.extensionVersion}, seen ${duration(browser.lastSeenMs)} ago`;
    return browser.lastSeenMs < SILENT_MS
      ? ok(what)
      : warn(what, "Open its side panel, or restart the browser, if it does not come back.");
  });
};

export const launchCheck: Check = async (context) => {
  const { ok, skipped, fail } = findings("launch");
  if (!context.launch)
    return [skipped("give --launch to start a browser and go to a page and back")];
  if (context.daemon instanceof Error) return [skipped("no daemon to launch with")];
  const { daemon, settings } = context;
  try {
    const begun = performance.now();
    const params = { headless: true };
    const browser = await callDaemon(daemon, settings, "browser.launch", params, LONG_TIMEOUT_MS);
    const startedMs = performance.now() - begun;
    try {
      const roundTripMs = await proveConnection(daemon, settings, browser);
      return [
        ok(
          `${browser.name} started in ${duration(startedMs)}; a page answered in ${roundTripMs.toFixed(1)} ms`,
        ),
      ];
    } finally {
      await callDaemon(daemon, settings, "browser.close", { browserId: browser.browserId });
    }
  } catch (error) {
    const { message, next } = toWebservError(error);
    return [fail(message, next)];
  }
};

export const chainChecks: readonly Check[] = [
  browsersCheck,
  daemonCheck,
  nativeHostCheck,
  connectedCheck,
  launchCheck,
];
