// Inspects sandboxes: their sites' output, their use of resources, and commands run inside.
import { readFile } from "node:fs/promises";

import type { ExecResult, SandboxStats } from "@webserv/shared/model/sandbox.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { lookInside } from "../bake/inside.ts";
import type { InsideCommand } from "../bake/inside.ts";
import { StepFailure } from "../bake/step-failure.ts";
import type { IncusClient } from "../client/client.ts";
import { readExit, readSiteLog } from "../image/init/site-log.ts";
import type { Clone } from "../clone/clone.ts";
import type { Engine } from "../clone/engine.ts";

/** The size was measured of Incus 6.0; it is used if the process can't be read. */
const MONITOR_MIB = 13.5;

const LAST_WORDS_MS = 10_000;
const LAST_WORDS_BYTES = 2000;

/** Describes the end of a clone's site, if it has ended, and its last output, for messages. Never rejects. */
export async function lastWords(client: IncusClient, instance: string): Promise<string> {
  const signal = AbortSignal.timeout(LAST_WORDS_MS);
  const [exit, log] = await Promise.all([
    readExit(client, instance, signal).catch(() => undefined),
    readSiteLog(client, instance, LAST_WORDS_BYTES, signal).catch(() => undefined),
  ]);
  const end = exit === undefined ? "" : `its command ended with ${exit.code}; `;
  const text = log?.text.trim() ?? "";
  return `${end}${text === "" ? "it printed nothing" : `it printed last:\n${text}`}`;
}

export async function statsOf(
  engine: Engine,
  sandboxId: string,
  { instance, pid }: Clone,
  signal: AbortSignal,
): Promise<SandboxStats> {
  const [use, overheadMiB] = await Promise.all([
    engine.use(instance, signal),
    pid === undefined ? MONITOR_MIB : monitorMiB(instance, pid),
  ]);
  return { sandboxId, ...use, overheadMiB };
}

/** Runs a command as `docker exec` does: with the image's environment, and in its folder if no other is given. */
export async function execIn(
  client: IncusClient,
  instance: string,
  site: Site,
  command: InsideCommand,
  signal: AbortSignal,
): Promise<ExecResult> {
  const inside = await lookInside(client, instance, site, signal);
  try {
    const { whole, ...outcome } = await inside.exec(command, {}, signal);
    // Output that got lost must not pass for a command that was silent.
    return { ...outcome, truncated: outcome.truncated || !whole };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    throw new WebservError("invalid-params", `"${command.command.join(" ")}" ${error.message}`, {
      next: "Give a user that the sandbox's /etc/passwd has, or a uid, and a folder that is there.",
      cause: error,
    });
  }
}

/** Measures the process of Incus that stands beside each container: the parent of its init. */
async function monitorMiB(instance: string, pid: number): Promise<number> {
  try {
    const parent = /^PPid:\t(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
    const words = await readFile(`/proc/${parent}/cmdline`, "utf8");
    if (parent === undefined || !words.includes(instance)) return MONITOR_MIB;
    const rollup = await readFile(`/proc/${parent}/smaps_rollup`, "utf8");
    const kib = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]);
    return Number.isFinite(kib) ? kib / 1024 : MONITOR_MIB;
  } catch {
    return MONITOR_MIB;
  }
}
