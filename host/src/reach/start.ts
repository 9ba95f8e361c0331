// Reaches the daemon, and starts it if none runs. Imports little: the native host starts with it.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { Paths } from "../paths.ts";
import { packageRoot } from "../paths.ts";
import type { HomeLock } from "./lock.ts";

/** The time that a started daemon may take until it answers, in ms. */
export const START_TIMEOUT_MS = 30_000;
const RETRY_MS = 20;
/** The time to wait for another process's start, in ms. The daemon's own lock keeps a second one out. */
const TURN_MS = 15_000;

export interface ReachOptions {
  readonly signal: AbortSignal;
  /** Start a daemon if none answers. */
  readonly start: boolean;
  /** Arguments for a daemon that is started. */
  readonly args?: readonly string[];
}

/**
 * Repeats `attempt` until it resolves to a value, starting a daemon after the first failure.
 * `attempt` resolves to undefined if no daemon answers; an error of it is thrown.
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
  const deadline = Date.now() + START_TIMEOUT_MS;
  let start = startOf(paths, options.args ?? []);
  while (Date.now() < deadline) {
    if (options.signal.aborted) throw cancelled(options.signal);
    if (start.over) start = startOf(paths, options.args ?? []);
    // The turn is taken before the attempt: whoever had it until now may have started a daemon.
    const turn = await start.takeTurn();
    const reached = await attempt().catch((error: unknown) => {
      start.end();
      throw error;
    });
    if (reached !== undefined) {
      start.end();
      return reached;
    }
    if (start.failure !== undefined) throw start.failure;
    if (turn) start.spawn();
    await delay(RETRY_MS);
  }
  throw new WebservError(
    "daemon-unreachable",
    `the daemon for ${paths.home} did not answer within ${START_TIMEOUT_MS} ms`,
    { next: `Look into ${join(paths.logDir, "daemon.log")}, or run \`webserv doctor\`.` },
  );
}

/** Starts under way in this process, by home and arguments: however many wait here, they need one daemon. */
const starting = new Map<string, DaemonStart>();

function startOf(paths: Paths, args: readonly string[]): DaemonStart {
  const key = JSON.stringify([paths.home, ...args]);
  const underWay = starting.get(key);
  if (underWay !== undefined) return underWay;
  const start: DaemonStart = new DaemonStart(paths, args, () => {
    if (starting.get(key) === start) starting.delete(key);
  });
  starting.set(key, start);
  return start;
}

/**
 * Starts one daemon: waits for the turn, runs the process and notes its end. When a daemon dies, all its agents and
 * browsers look for the next one at once, and only one of them needs to start it.
 */
class DaemonStart {
  readonly #paths: Paths;
  readonly #args: readonly string[];
  readonly #onEnd: () => void;
  readonly #waitsUntil = Date.now() + TURN_MS;
  /** The kernel frees it if this process is killed. */
  #turn: HomeLock | undefined;
  #spawned = false;
  #over = false;
  #failure: WebservError | undefined;

  /** @param onEnd called when the daemon is reached, has ended or can't be started */
  constructor(paths: Paths, args: readonly string[], onEnd: () => void) {
    this.#paths = paths;
    this.#args = args;
    this.#onEnd = onEnd;
  }

  /** True once a daemon was reached: whoever finds none later needs another start. */
  get over(): boolean {
    return this.#over;
  }

  /** The reason why the daemon ended, if it ended with a fault; a second daemon ends without one. */
  get failure(): WebservError | undefined {
    return this.#failure;
  }

  /** Returns false if nothing is to be done here: another process, which still runs, is starting a daemon. */
  async takeTurn(): Promise<boolean> {
    if (this.#spawned || this.#over) return false;
    // This is loaded only here: a native host that finds a daemon does without.
    const { lockHome } = await import("./lock.ts");
    if (this.#spawned || this.#over) return false;
    try {
      const { runDir } = this.#paths;
      mkdirSync(runDir, { recursive: true, mode: 0o700 });
      this.#turn ??= lockHome(join(runDir, "start.lock"));
    } catch {
      // The daemon, which needs that folder too, says what is wrong with it.
      return true;
    }
    return this.#turn !== undefined || Date.now() > this.#waitsUntil;
  }

  spawn(): void {
    if (this.#spawned || this.#over) return;
    this.#spawned = true;
    const paths = this.#paths;
    try {
      mkdirSync(paths.logDir, { recursive: true, mode: 0o700 });
      const outputFile = join(paths.logDir, "daemon-start.log");
      const output = openSync(outputFile, "w", 0o600);
      const child = spawn(process.execPath, [daemonProgram(), ...this.#args], {
        cwd: paths.home,
        detached: true,
        windowsHide: true,
        stdio: ["ignore", output, output],
        env: daemonEnvironment(paths),
      });
      closeSync(output);
      child.once("error", (error) => this.#failed(error));
      child.once("exit", (code, signal) => {
        if (code !== 0) this.#failure = startFailure(code ?? signal, readTail(outputFile));
        this.#leave();
      });
      child.unref();
    } catch (error) {
      this.#failed(toWebservError(error));
    }
  }

  end(): void {
    this.#over = true;
    this.#leave();
  }

  #failed(error: Error): void {
    this.#failure = unreachable(`the daemon could not be started: ${error.message}`, error);
    this.#leave();
  }

  #leave(): void {
    this.#turn?.release();
    this.#turn = undefined;
    this.#onEnd();
  }
}

/** Returns the daemon beside this very program: its source beside the source, its bundle beside the bundle. */
function daemonProgram(): string {
  return import.meta.url.endsWith(".ts")
    ? join(packageRoot, "host", "src", "daemon", "main.ts")
    : join(packageRoot, "host", "dist", "daemon.js");
}

function daemonEnvironment(paths: Paths): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, WEBSERV_HOME: paths.home };
  // The daemon belongs to no browser: a browser that it launches gets a launch id of its own.
  delete env["WEBSERV_LAUNCH"];
  return env;
}

/** The last line that the daemon printed is an error as JSON if it knew what was wrong. */
function startFailure(code: number | string | null, output: string): WebservError {
  const words = output.trim().split("\n").at(-1) ?? "";
  const told = parseFailure(words);
  const how = typeof code === "number" ? `with exit code ${code}` : `by ${code ?? "a signal"}`;
  if (told === undefined)
    return unreachable(
      `the daemon ended ${how} before it answered${words === "" ? "" : `: ${words}`}`,
    );
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
