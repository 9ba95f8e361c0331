// Starts Incus's daemon: by systemd if that runs, else by hand and on its own.
import { mkdir, readFile, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { SetupError } from "../../../bootstrap/words.mjs";
import { serverInfo } from "../../../../host/src/sandbox/incus/client/server.ts";
import { incusApi } from "../api.ts";
import { attempt, command, exists } from "../commands.ts";
import { logFile, startProcess, stopProcess } from "./daemon-process.ts";
import { findIncusd, incusdPlaces } from "./incusd.ts";
import { leanEnvironment } from "./lean-start.ts";
import type { Step, Target } from "../step.ts";
import { defaultSocketPath } from "../../../../host/src/sandbox/incus/client/transport/endpoint.ts";

const START_MS = 60_000;
const POLL_MS = 50;
/** The limits as in the unit of the distribution. */
const unitLimits = "ulimit -n 1048576; ulimit -l unlimited; ulimit -u unlimited;";
const units = ["incus.socket", "incus-startup.service"] as const;
const logFolder = "/var/log/incus";

export const daemon: Step = {
  name: "daemon",
  scope: "machine",

  async lacking() {
    return (await answers()) ? undefined : `no daemon answers at ${defaultSocketPath()}`;
  },

  async do({ notes, say }) {
    const program = await incusdProgram();
    if (await exists("/run/systemd/system")) {
      say("starting Incus's daemon (systemctl enable --now incus.socket incus)");
      await notes.add("enabled", ...(await disabledUnits()));
      await command("systemctl", ["enable", "--now", "incus.socket", "incus.service"]);
    } else {
      say(`starting Incus's daemon (${program}, which says what it does in ${logFile})`);
      await notes.add("started", program);
      // lxcfs, which Incus installs, is left out: a container's own view of /proc/meminfo and the like takes some
      // twenty mounts at each start. A sandbox shows what a Docker container shows.
      await makeForDaemon(notes);
      const script = `${unitLimits} exec ${program} --group incus-admin`;
      await startProcess(script, await leanEnvironment());
    }
    await untilAnswers();
  },

  async undo({ notes, say }) {
    const enabled = notes.get("enabled");
    if (enabled.length > 0) {
      say("disabling Incus's daemon again");
      await attempt("systemctl", ["disable", "--now", ...enabled]);
      await attempt("systemctl", ["stop", "incus.service"]);
    }
    if (notes.get("started").length === 0) return;
    say("stopping Incus's daemon");
    await stopProcess();
    await rm(logFile, { force: true });
    for (const folder of notes.get("folders")) await rm(folder, { recursive: true, force: true });
  },
};

async function answers(): Promise<boolean> {
  try {
    await incusApi().get(serverInfo, "/1.0");
    return true;
  } catch (error) {
    if (error instanceof SetupError) return false;
    throw error;
  }
}

/** Finds those of the units that start it that somebody may have disabled on purpose. */
async function disabledUnits(): Promise<string[]> {
  const disabled: string[] = [];
  for (const unit of units) {
    const { stdout } = await attempt("systemctl", ["is-enabled", unit]);
    if (stdout.trim() === "disabled") disabled.push(unit);
  }
  return disabled;
}

/** Makes what systemd and udev would make. */
async function makeForDaemon(notes: Target["notes"]): Promise<void> {
  if (!(await exists(logFolder))) await notes.add("folders", logFolder);
  await mkdir(logFolder, { recursive: true });
}

async function incusdProgram(): Promise<string> {
  const program = await findIncusd();
  if (program !== undefined) return program;
  throw new SetupError(
    `no incusd is at ${incusdPlaces.join(", ")}: install Incus again (apt-get install --reinstall incus-base) and run the command again.`,
  );
}

async function untilAnswers(): Promise<void> {
  const giveUpAt = Date.now() + START_MS;
  while (!(await answers())) {
    if (Date.now() > giveUpAt) {
      const log = await readFile(logFile, "utf8").catch(() => "");
      throw new SetupError(
        `Incus's daemon does not answer at ${defaultSocketPath()} after ${START_MS / 1000} s; its last words:\n${log.trim().split("\n").slice(-8).join("\n")}`,
      );
    }
    await sleep(POLL_MS);
  }
}
