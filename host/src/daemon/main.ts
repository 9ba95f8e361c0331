// Runs the daemon's program, one per home, until it is told to end.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as delay } from "node:timers/promises";

import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { keepCompiled, writeCompiled } from "../compile-cache.ts";
import { pathsFor } from "../paths.ts";
import type { Daemon } from "./daemon.ts";
import { lockHome } from "../reach/lock.ts";
import type { HomeLock } from "../reach/lock.ts";
import { makeFolders, readDaemonRecord } from "../reach/run-files.ts";

/** The time to wait for another daemon that is ending or starting, in ms. */
const OTHER_DAEMON_MS = 15_000;
/**
 * The longest time for the end, in ms. It suffices to delete hundreds of sandboxes; the next daemon deletes the
 * rest.
 */
const CLOSE_MS = 300_000;

/** A daemon whose home was deleted must not stay for ever. */
const HOME_CHECK_MS = 5000;

// Everything that this process makes is for its user alone.
process.umask(0o077);

try {
  await main();
} catch (error) {
  const { code, message, next } = toWebservError(error);
  // The process that started the daemon reads this; see reachDaemon.
  process.stderr.write(`${JSON.stringify({ code, message, next })}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const paths = pathsFor();
  const port = portFrom(process.env["WEBSERV_PORT"], process.argv.slice(2));
  makeFolders(paths);
  const lock = await lockOrLeave(join(paths.runDir, "daemon.lock"), () => readDaemonRecord(paths));
  keepCompiled();
  // These are loaded after the lock: when a daemon dies, all its agents and browsers start one at once, and all but
  // one leave here.
  const [{ openLog }, { startDaemon }] = await Promise.all([
    import("../log.ts"),
    import("./daemon.ts"),
  ]);
  const log = openLog(paths);
  const fatal = (error: unknown): void => {
    log.fatal({ err: error }, "the daemon ends by a fault of its own");
    process.exit(1);
  };
  process.on("uncaughtException", fatal);
  process.on("unhandledRejection", fatal);

  let daemon: Daemon | undefined;
  let ending = false;
  const end = (): void => {
    if (ending || daemon === undefined) return;
    ending = true;
    void shutDown(daemon, lock, fatal);
  };
  let wanted = false;
  const stop = (): void => {
    wanted = true;
    end();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", stop);
  daemon = await startDaemon({ paths, port, log, onStop: () => setImmediate(stop) });
  writeCompiled();
  if (wanted) end();
  setInterval(() => {
    const serving = readDaemonRecord(paths)?.pid;
    if (serving === process.pid || ending) return;
    // The file exists and can't be read now, for example because no more files can be opened.
    if (serving === undefined && existsSync(paths.daemonFile)) return;
    log.warn(
      { home: paths.home, serving },
      "the home was removed, and nobody can find this daemon any more",
    );
    // An orderly end would remove files that are another daemon's by now. What this one has started
    // ends with it anyway.
    if (serving !== undefined) process.exit(0);
    end();
  }, HOME_CHECK_MS);
}

async function lockOrLeave(
  file: string,
  serving: () => { pid: number; port: number } | undefined,
): Promise<HomeLock> {
  const deadline = Date.now() + OTHER_DAEMON_MS;
  for (;;) {
    const lock = lockHome(file);
    if (lock !== undefined) return lock;
    const other = serving();
    if (other !== undefined) {
      process.stdout.write(
        `a daemon serves already: process ${other.pid}, port ${other.port} on 127.0.0.1\n`,
      );
      process.exit(0);
    }
    if (Date.now() > deadline) {
      throw new WebservError(
        "daemon-unreachable",
        `another daemon holds ${file} and does not serve`,
        { next: "Try again in a minute; else end that daemon's process by hand." },
      );
    }
    await delay(50);
  }
}

async function shutDown(
  daemon: Daemon,
  lock: HomeLock,
  fatal: (error: unknown) => void,
): Promise<void> {
  setTimeout(() => fatal(new Error(`not closed within ${CLOSE_MS} ms`)), CLOSE_MS);
  try {
    await daemon.close();
    lock.release();
    process.exit(0);
  } catch (error) {
    fatal(error);
  }
}

/** @throws WebservError `invalid-params`. */
function portFrom(fromEnvironment: string | undefined, args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { port: { type: "string" } } });
  const text = values.port ?? fromEnvironment ?? "0";
  const port = Number(text);
  if (text !== "" && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new WebservError("invalid-params", `"port" is "${text}", expected a number up to 65535`);
}
