// Has Incus start containers through small programs, if the set-up installed Incus: they need less memory and start
// sooner.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { apt } from "../../apt.ts";
import { attempt, command, exists } from "../commands.ts";
import { runsWithout, stopProcess } from "./daemon-process.ts";
import { findIncusd } from "./incusd.ts";
import type { Step } from "../step.ts";

const folder = "/usr/local/lib/webserv-incus";
const variable = "INCUS_EXEC_PATH";
/** The program that Incus is told to run in place of itself. */
const program = join(folder, "incus-exec");
const starter = join(folder, "lxc-start");
const dropIn = "/etc/systemd/system/incus.service.d/webserv.conf";
/** The library has another name where time is 64 bits wide everywhere. */
const libraries = ["liblxc1", "liblxc1t64"];
const sources = join(import.meta.dirname, "lean-start");

export const leanStart: Step = {
  name: "lean start",
  scope: "machine",

  async lacking({ ownIncus, notes }) {
    const incusd = await findIncusd();
    // Another's Incus is left as it is.
    if (!ownIncus || incusd === undefined) return undefined;
    const version = await libraryVersion();
    if (version === undefined || notes.get("unavailable").includes(version)) return undefined;
    if (!notes.get("version").includes(version) || !(await exists(starter))) {
      return `no lxc-start ${version} is in ${folder}`;
    }
    for (const [file, wanted] of await ownFiles(incusd)) {
      if ((await readFile(file, "utf8").catch(() => "")) !== wanted) return `${file} is not ours`;
    }
    return (await runsWithout(variable, program))
      ? `Incus's daemon was started without ${variable}`
      : undefined;
  },

  async do({ notes, say }) {
    const incusd = await findIncusd();
    const version = await libraryVersion();
    if (version === undefined || incusd === undefined) return;
    await notes.add("folders", folder);
    await mkdir(folder, { recursive: true });
    if (!(await fetchStarter(version))) {
      say(`containers start with Incus's own monitor: there is no package lxc ${version}`);
      await notes.add("unavailable", version);
      return;
    }
    await notes.add("version", version);
    const files = await ownFiles(incusd);
    await notes.add("files", ...files.keys());
    for (const [file, text] of files) {
      await mkdir(join(file, ".."), { recursive: true });
      await writeFile(file, text, { mode: file.startsWith(folder) ? 0o755 : 0o644 });
    }
    // Its containers go on meanwhile.
    if (files.has(dropIn)) {
      await command("systemctl", ["daemon-reload"]);
      await attempt("systemctl", ["try-restart", "incus.service"]);
    } else if (await runsWithout(variable, program)) await stopProcess();
  },

  async undo({ notes }) {
    const files = notes.get("files");
    for (const file of files) await rm(file, { force: true });
    for (const each of notes.get("folders")) await rm(each, { recursive: true, force: true });
    if (files.includes(dropIn)) await attempt("systemctl", ["daemon-reload"]);
  },
};

/** Returns variables for the environment of an incusd that is started by hand. */
export async function leanEnvironment(): Promise<Record<string, string>> {
  return (await exists(program)) && (await exists(starter)) ? { [variable]: program } : {};
}

async function ownFiles(incusd: string): Promise<ReadonlyMap<string, string>> {
  const [exec, hook] = await Promise.all(
    ["incus-exec", "incus-hook"].map(async (name) => readFile(join(sources, name), "utf8")),
  );
  return new Map([
    [program, (exec ?? "").replace("@INCUSD@", incusd).replace("@FOLDER@", folder)],
    [join(folder, "incus-hook"), hook ?? ""],
    ...((await exists("/run/systemd/system"))
      ? [[dropIn, `[Service]\nEnvironment=${variable}=${program}\n`] as const]
      : []),
  ]);
}

async function libraryVersion(): Promise<string | undefined> {
  const format = "${db:Status-Status} ${Version}\n";
  const { stdout } = await attempt("dpkg-query", ["-W", "-f", format, ...libraries]);
  return /^installed (\S+)$/m.exec(stdout)?.[1];
}

/** Takes the program from its package, which is not installed: it would bring a bridge and services of its own. */
async function fetchStarter(version: string): Promise<boolean> {
  const temporary = await mkdtemp(join(tmpdir(), "webserv-lxc-"));
  try {
    const { code } = await attempt(
      "apt-get",
      [
        "-q",
        "-o",
        "APT::Sandbox::User=root",
        "-o",
        "Acquire::Retries=3",
        "download",
        `lxc=${version}`,
      ],
      { cwd: temporary },
    );
    const [file] = await readdir(temporary);
    if (code !== 0 || file === undefined) return false;
    await apt("dpkg-deb", ["-x", join(temporary, file), join(temporary, "files")]);
    await copyFile(join(temporary, "files", "usr", "bin", "lxc-start"), starter);
    return (await attempt(starter, ["--version"])).code === 0;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
