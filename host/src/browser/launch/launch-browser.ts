// Launches a browser with the extension, in a profile of its own.
import { rm } from "node:fs/promises";
import { Readable, Writable } from "node:stream";

import type { Process } from "@puppeteer/browsers";
import * as z from "zod/mini";

import { EXTENSION_ID } from "@webserv/shared/protocol/extension-id.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { extensionDir } from "../../paths.ts";
import { BrowserContexts } from "../contexts/browser-contexts.ts";
import { browserFlags } from "./browser-flags.ts";
import { DebuggingPipe } from "../contexts/debugging-pipe.ts";
import { chooseBrowser } from "../installed/choose-browser.ts";
import type { InstalledBrowser } from "../installed/find-browser.ts";
import type { LaunchedBrowser, LaunchRequest } from "./launched-browser.ts";
import { launchFailure } from "./launch-failure.ts";
import { prepareLaunch } from "./launch-preparation.ts";
import { profileHolder } from "./profile-lock.ts";
import { removeSocketFolder } from "./socket-folder.ts";

const versionAnswer = z.object({ product: z.string() });
const loadAnswer = z.object({ id: z.string() });

/** A browser that has not loaded the extension by then does not work here. */
const START_TIMEOUT_MS = 30_000;
/** The time that an orderly end may take before the processes are killed, in ms. */
const CLOSE_TIMEOUT_MS = 5000;

/**
 * Resolves when the browser runs and has loaded the extension; the caller waits for it to connect.
 * `signal` cancels the launch, and does not end the browser afterwards.
 * @throws WebservError `browser-not-found`, `profile-in-use`, `launch-failed`.
 */
export async function launchBrowser(
  request: LaunchRequest,
  signal: AbortSignal,
): Promise<LaunchedBrowser> {
  const browser = await chooseBrowser(request.executable);
  const running = await start(request, browser, signal);
  const ended = whenEnded(running, request);
  try {
    const { pipe, product } = await loadExtension(running, signal);
    const version = /[\d.]+$/.exec(product)?.[0] ?? browser.version ?? "";
    return {
      pid: pidOf(running),
      executable: browser.executable,
      version: `${browser.name} ${version}`.trim(),
      contexts: new BrowserContexts(pipe),
      ended,
      close: () => closeBrowser(running, pipe, ended),
    };
  } catch (error) {
    running.kill();
    await ended;
    signal.throwIfAborted();
    throw await launchFailure(
      error,
      running.getRecentLogs(),
      browser,
      request.userDataDir,
      running.nodeProcess.exitCode,
    );
  }
}

async function start(
  request: LaunchRequest,
  browser: InstalledBrowser,
  signal: AbortSignal,
): Promise<Process> {
  try {
    const env = await prepareLaunch(request, browser);
    const { launch } = await import("@puppeteer/browsers");
    signal.throwIfAborted();
    return launch({
      executablePath: browser.executable,
      args: browserFlags(request, {
        platform: process.platform,
        root: process.getuid?.() === 0,
      }),
      env,
      pipe: true,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    await removeTemporary(request);
    throw error;
  }
}

/** Resolves when the process has ended, whatever ended it, and nothing of it is left. */
async function whenEnded(running: Process, request: LaunchRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    running.nodeProcess.once("exit", () => resolve());
    // A program that can't be started emits no `exit`.
    running.nodeProcess.once("error", () => resolve());
  });
  killGroup(running.nodeProcess.pid);
  // Another browser may hold the profile: then this one gave way to it.
  if ((await profileHolder(request.userDataDir)) === undefined) {
    removeSocketFolder(request.userDataDir);
  }
  await removeTemporary(request);
}

/** Never throws: the browser has ended all the same, and the next daemon sweeps what is left. */
async function removeTemporary({ temporary, userDataDir }: LaunchRequest): Promise<void> {
  if (!temporary) return;
  await rm(userDataDir, {
    recursive: true,
    force: true,
    maxRetries: 10,
    retryDelay: 100,
  }).catch(() => {});
}

/** Kills the renderers and the native host, which may outlive the browser's main process. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === "win32") return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is empty: all have ended.
  }
}

async function loadExtension(
  running: Process,
  signal: AbortSignal,
): Promise<{ pipe: DebuggingPipe; product: string }> {
  const [, , , output, input] = running.nodeProcess.stdio;
  if (!(output instanceof Writable) || !(input instanceof Readable)) {
    throw new WebservError("launch-failed", "the browser's debugging pipe could not be opened");
  }
  const pipe = new DebuggingPipe(output, input);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(START_TIMEOUT_MS)]);
  const { product } = versionAnswer.parse(await pipe.send("Browser.getVersion", {}, inTime));
  const { id } = loadAnswer.parse(
    await pipe.send(
      "Extensions.loadUnpacked",
      { path: extensionDir, enableInIncognito: true },
      inTime,
    ),
  );
  if (id !== EXTENSION_ID) {
    throw new WebservError(
      "launch-failed",
      `the extension in ${extensionDir} has the id ${id}, not ${EXTENSION_ID}`,
      { next: "Build the extension again." },
    );
  }
  return { pipe, product };
}

async function closeBrowser(
  running: Process,
  pipe: DebuggingPipe,
  ended: Promise<void>,
): Promise<void> {
  const timeout = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
  try {
    await pipe.send("Browser.close", {}, timeout);
    await Promise.race([ended, rejection(timeout)]);
  } catch {
    // It hangs, or has gone already.
    running.kill();
  }
  await ended;
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("timeout")), { once: true });
  });
}

function pidOf(running: Process): number {
  const pid = running.nodeProcess.pid;
  if (pid === undefined) throw new WebservError("launch-failed", "the browser has no process");
  return pid;
}
