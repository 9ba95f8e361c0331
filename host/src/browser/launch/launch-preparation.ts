// Checks and makes what must be there before a browser starts: extension, display, free profile, native host.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { extensionDir } from "../../paths.ts";
import { hasDisplay } from "./display.ts";
import type { InstalledBrowser } from "../installed/find-browser.ts";
import type { LaunchRequest } from "./launched-browser.ts";
import {
  launcherName,
  MANIFEST_FILE,
  MANIFESTS_FOLDER,
  nativeProgram,
  writeNativeHost,
} from "../installed/native-manifest.ts";
import { preparePreferences } from "./profile-preferences.ts";
import { profileHolder } from "./profile-lock.ts";
import { profileInUse } from "./launch-failure.ts";
import { readRegistryKey, registryKeys, setRegistryKey } from "../installed/windows-registry.ts";

/**
 * Returns the environment to start the browser with.
 * @throws WebservError `launch-failed`, `profile-in-use`.
 */
export async function prepareLaunch(
  request: LaunchRequest,
  browser: InstalledBrowser,
): Promise<Record<string, string | undefined>> {
  checkExtension();
  const env = browserEnvironment(request);
  if (!request.headless) checkDisplay(env);
  await mkdir(request.userDataDir, { recursive: true, mode: 0o700 });
  const holder = await profileHolder(request.userDataDir);
  if (holder !== undefined) throw profileInUse(request.userDataDir, holder);
  await Promise.all([prepareNativeHost(request, browser), preparePreferences(request.userDataDir)]);
  return env;
}

function checkExtension(): void {
  if (existsSync(join(extensionDir, "manifest.json"))) return;
  throw new WebservError(
    "launch-failed",
    `the extension is not built: ${extensionDir} is missing`,
    {
      next: "Run `npm run build`.",
    },
  );
}

function browserEnvironment(request: LaunchRequest): Record<string, string | undefined> {
  return {
    ...process.env,
    ...request.display,
    // Native hosts inherit these if the launcher can't hold them (Windows).
    WEBSERV_HOME: request.home,
    WEBSERV_LAUNCH: request.launchId,
    // Chromium without keys shows a bar about it that moves the page.
    GOOGLE_API_KEY: "no",
    GOOGLE_DEFAULT_CLIENT_ID: "no",
    GOOGLE_DEFAULT_CLIENT_SECRET: "no",
  };
}

function checkDisplay(env: Readonly<Record<string, string | undefined>>): void {
  if (hasDisplay(env, process.platform)) return;
  throw new WebservError(
    "launch-failed",
    "a browser with a window needs a display, and none is set",
    {
      next: "Launch it headless, or set DISPLAY or WAYLAND_DISPLAY.",
    },
  );
}

async function prepareNativeHost(request: LaunchRequest, browser: InstalledBrowser): Promise<void> {
  const folder = join(request.userDataDir, MANIFESTS_FOLDER);
  const files = {
    manifestFile: join(folder, MANIFEST_FILE),
    launcherFile: join(folder, launcherName()),
  };
  const settings = { node: process.execPath, program: nativeProgram(), home: request.home };
  if (process.platform !== "win32") {
    await writeNativeHost(files, { ...settings, launchId: request.launchId });
    return;
  }
  // One key serves all profiles of a browser: an installed manifest stays, and its launcher reads
  // our environment.
  const shared = join(request.home, "native");
  for (const key of registryKeys(browser.family)) {
    const present = await readRegistryKey(key);
    if (present !== undefined && existsSync(present)) continue;
    const manifestFile = join(shared, MANIFEST_FILE);
    await writeNativeHost({ manifestFile, launcherFile: join(shared, launcherName()) }, settings);
    await setRegistryKey(key, manifestFile);
  }
}
