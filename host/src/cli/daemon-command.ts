// Adds `webserv daemon start`, `stop` and `run`.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Command } from "commander";

import { methods } from "@webserv/shared/protocol/methods.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import { packageRoot } from "../paths.ts";
import { isRunning } from "../running-process.ts";
import { formatStatus } from "../format/results.ts";
import type { Settings } from "./commands/settings.ts";
import { callDaemon, withDaemon } from "./commands/settings.ts";

/** The longest wait for the daemon to end, in ms; it is longer than a daemon may take to delete hundreds of sandboxes. */
const STOP_TIMEOUT_MS = 310_000;
const POLL_MS = 25;

export function addDaemonCommands(
  parent: Command,
  settingsOf: (command: Command) => Settings,
): void {
  const start = parent
    .command("start")
    .description("Start the daemon, if it does not run")
    .option("--port <number>", "Port for agents on 127.0.0.1; a free one if left out")
    .action(() => ensureDaemonRuns(settingsOf(start), portOf(start)));
  const stop = parent
    .command("stop")
    .description(methods["daemon.stop"].summary)
    .option(
      "--purge",
      "Also delete what was prepared for sites; for a home that will not be used again",
    )
    .action(() => stopDaemon(settingsOf(stop), stop.opts()["purge"] === true));
  const run = parent
    .command("run")
    .description("Run the daemon here, until Ctrl-C")
    .option("--port <number>", "Port for agents on 127.0.0.1; a free one if left out")
    .action(() => runDaemon(settingsOf(run), portOf(run)));
}

async function ensureDaemonRuns(settings: Settings, port: number | undefined): Promise<void> {
  await withDaemon(
    settings,
    true,
    async (peer) => {
      const status = await callDaemon(peer, settings, "daemon.status", {});
      settings.output.result(status, formatStatus(status));
    },
    port,
  );
}

/** A daemon that does not run is stopped already. A purge needs one that runs, so one is started for it. */
async function stopDaemon(settings: Settings, purge: boolean): Promise<void> {
  const pid = await withDaemon(settings, purge, async (peer) => {
    const { pid } = await callDaemon(peer, settings, "daemon.status", {});
    await callDaemon(peer, settings, "daemon.stop", { purge }, STOP_TIMEOUT_MS);
    return pid;
  }).catch((error: unknown) => {
    if (toWebservError(error).code !== "daemon-unreachable") throw error;
    return undefined;
  });
  if (pid === undefined) {
    settings.output.result({ stopped: false }, "no daemon was running");
    return;
  }
  await whenGone(pid, settings.signal);
  settings.output.result({ stopped: true, pid }, `stopped the daemon (process ${pid})`);
}

/** Waits until the process has ended, so that the next command of a script finds the run folder and the port free. */
async function whenGone(pid: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isRunning(pid)) {
    if (Date.now() > deadline) {
      throw new WebservError(
        "timeout",
        `the daemon (process ${pid}) has not ended within ${STOP_TIMEOUT_MS} ms`,
        {
          next: `Look into its log; end process ${pid} by hand if it hangs.`,
        },
      );
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Runs the daemon in a process of its own, so that it ends as it always does; Ctrl-C reaches it from the terminal. */
async function runDaemon(settings: Settings, port: number | undefined): Promise<void> {
  const { execa } = await import("execa");
  const { exitCode, isCanceled } = await execa(
    process.execPath,
    [daemonProgram(), ...(port === undefined ? [] : ["--port", String(port)])],
    { stdio: "inherit", reject: false, cancelSignal: settings.signal, forceKillAfterDelay: false },
  );
  if (exitCode !== 0 && !isCanceled) {
    throw new WebservError("daemon-unreachable", `the daemon ended with exit code ${exitCode}`);
  }
}

/** Returns the daemon's source beside this source, or its bundle beside this bundle. */
function daemonProgram(): string {
  return import.meta.url.endsWith(".ts")
    ? join(packageRoot, "host", "src", "daemon", "main.ts")
    : join(packageRoot, "host", "dist", "daemon.js");
}

function portOf(command: Command): number | undefined {
  const port: unknown = command.opts()["port"];
  if (typeof port !== "string") return undefined;
  const value = Number(port);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new WebservError(
    "invalid-params",
    `"port" is "${port}", expected a number from 1 to 65535`,
  );
}
