// Reaches the daemon, and starts it where none runs. Imports little: the native host starts with it.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { toWebservError, WebservError } from "@webserv/shared/protocol/errors.ts";

import type { Paths } from "../paths.ts";
import { packageRoot } from "../paths.ts";

/** How long a started daemon may take until it answers. */
export const START_TIMEOUT_MS = 30_000;
const RETRY_MS = 20;

export interface ReachOptions {
  readonly signal: AbortSignal;
  /** Start a daemon where none answers. */
  readonly start: boolean;
  /** Arguments for a daemon that is started. */
  readonly args?: readonly string[];
}

/**
 * Repeats `attempt` until it resolves to something, starting a daemon after the first failure.
 * `attempt` resolves to undefined where no daemon answers; what it throws is thrown.
 * @throws WebservError `daemon-unreachable`, `port-taken`, `cancelled`.
 */
export async function reachDaemon<T>(
  paths: Paths,
  attempt: () => Promise<T | undefined>,
  options: ReachOptions,
): Promise<T> {
  const first = await attempt();
  if (first !== undefined) return first;
  if (!options.start) {
    throw new WebservError("daemon-unreachable", `no daemon answers for ${paths.home}`, {
      next: "Start it with `webserv daemon start`.",
    });
  }
  const started = spawnDaemon(paths, options.args ?? []);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (options.signal.aborted) throw cancelled(options.signal);
    const reached = await attempt();
    if (reached !== undefined) return reached;
    if (started.failure() !== undefined) throw started.failure();
    await delay(RETRY_MS);
  }
  throw new WebservError(
    "daemon-unreachable",
    `the daemon for ${paths.home} did not answer within ${START_TIMEOUT_MS} ms`,
    { next: `Look into ${join(paths.logDir, "daemon.log")}, or run \`webserv doctor\`.` },
  );
}

interface StartedDaemon {
  /** Why it ended, if it ended with a fault; a second daemon ends without one. */
  failure(): WebservError | undefined;
}

function spawnDaemon(paths: Paths, args: readonly string[]): StartedDaemon {
  let failure: WebservError | undefined;
  try {
    mkdirSync(paths.logDir, { recursive: true, mode: 0o700 });
    const outputFile = join(paths.logDir, "daemon-start.log");
    const output = openSync(outputFile, "w", 0o600);
    const child = spawn(process.execPath, [daemonProgram(), ...args], {
      cwd: paths.home,
      detached: true,
      windowsHide: true,
      stdio: ["ignore", output, output],
      env: daemonEnvironment(paths),
    });
    closeSync(output);
    child.once("error", (error) => {
      failure = unreachable(`the daemon could not be started: ${error.message}`, error);
    });
    child.once("exit", (code, signal) => {
      if (code === 0) return;
      failure = startFailure(code ?? signal, readTail(outputFile));
    });
    child.unref();
  } catch (error) {
    failure = unreachable(
      `the daemon could not be started: ${toWebservError(error).message}`,
      error,
    );
  }
  return { failure: () => failure };
}

/** The daemon beside this very program: bundled beside the bundle, source beside the source. */
function daemonProgram(): string {
  return import.meta.url.endsWith(".ts")
    ? join(packageRoot, "host", "src", "daemon", "main.ts")
    : join(packageRoot, "host", "dist", "daemon.js");
}

function daemonEnvironment(paths: Paths): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, WEBSERV_HOME: paths.home };
  // The daemon is no browser's: what it launches gets a launch of its own.
  delete env["WEBSERV_LAUNCH"];
  return env;
}

/** The daemon's last words are an error as JSON where it knew what was wrong. */
function startFailure(code: number | string | null, output: string): WebservError {
  const words = output.trim().split("\n").at(-1) ?? "";
  const told = parseFailure(words);
  if (told === undefined)
    return unreachable(`the daemon ended with ${code ?? "nothing"}: ${words}`);
  return told.code === "port-taken"
    ? new WebservError("port-taken", told.message, { next: told.next })
    : new WebservError("daemon-unreachable", `the daemon did not start: ${told.message}`, {
        next: told.next,
      });
}

function parseFailure(
  words: string,
): { readonly code: unknown; readonly message: string; readonly next: string } | undefined {
  let told: unknown;
  try {
    told = JSON.parse(words);
  } catch {
    return undefined;
  }
  if (typeof told !== "object" || told === null) return undefined;
  if (!("code" in told && "message" in told && "next" in told)) return undefined;
  const { code, message, next } = told;
  return typeof message === "string" && typeof next === "string"
    ? { code, message, next }
    : undefined;
}

function readTail(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(-4000);
  } catch {
    return "";
  }
}

function unreachable(message: string, cause?: unknown): WebservError {
  return new WebservError("daemon-unreachable", message, { cause });
}

function cancelled(signal: AbortSignal): WebservError {
  return new WebservError("cancelled", "the wait for the daemon was cancelled", {
    cause: signal.reason,
  });
}
