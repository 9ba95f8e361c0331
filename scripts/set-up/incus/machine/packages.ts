// Installs Incus and the programs it needs, from the distribution or, on Debian 12, its backports.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { SetupError } from "../../../bootstrap/words.mjs";
import { apt, aptOptions } from "../../apt.ts";
import { attempt, command, exists } from "../commands.ts";
import { backportsSource, debianMirror, type Mirror } from "./mirror.ts";
import type { Step, Target } from "../step.ts";

/** `incus` itself would bring QEMU; sandboxes are containers, for which `incus-base` is enough. */
const incusPackages = ["incus-base", "incus"] as const;
const otherPackages = [
  "attr",
  "btrfs-progs",
  // This goes into every image; it takes the place of the dynamic `busybox`.
  "busybox-static",
  // Incus asks for its version before it makes a bridge, also one without DHCP and DNS.
  "dnsmasq-base",
  "iproute2",
  "nftables",
  "rsync",
  "skopeo",
  "squashfs-tools",
  "uidmap",
  "xz-utils",
] as const;
/** Lists packages that may make way for one of ours; each comes back when ours goes. */
const replaceable: ReadonlySet<string> = new Set(["busybox"]);
/**
 * Lists packages of which a newer version is taken if there is one: disk limits by simple quotas need btrfs-progs 6.7.
 */
const preferredFromBackports: ReadonlySet<string> = new Set(["btrfs-progs"]);
const sourcesFile = "/etc/apt/sources.list.d/webserv-backports.sources";

export const packages: Step = {
  name: "packages",
  scope: "machine",

  async lacking() {
    const missing = await missingPackages();
    return missing.length === 0 ? undefined : `not installed: ${missing.join(", ")}`;
  },

  async do({ notes, say }) {
    if (!(await exists("/usr/bin/apt-get"))) {
      throw new SetupError(
        "this is no Debian or Ubuntu (no apt-get): install Incus 6.0 or newer by the distribution's own means and run the command again.",
      );
    }
    const broken = (await command("dpkg", ["--audit"])).trim() !== "";
    await apt("apt-get", ["-q", "update"]);
    if (broken) await mendInstallation();
    const release = await addBackportsWhereNeeded(notes, say);
    const wanted = (await missingPackages()).map((name) => fromRelease(name, release));
    // Mending may have installed what was wanted.
    if (wanted.length === 0) return;
    say(`installing ${wanted.join(", ")}`);
    const args = ["install", ...aptOptions, ...(release === undefined ? [] : ["-t", release])];
    const plan = await command("apt-get", ["-s", ...args, ...wanted]);
    const removed = removedPackagesIn(plan);
    const unexpected = removed.filter((name) => !replaceable.has(name));
    if (unexpected.length > 0) {
      throw new SetupError(
        `to install ${wanted.join(", ")} apt would remove ${unexpected.join(", ")}: settle that by hand (apt-get install ${wanted.join(" ")}) and run the command again.`,
      );
    }
    await notes.add("replaced", ...removed);
    await notes.add("installed", ...newPackagesIn(plan));
    await apt("apt-get", [...args, ...wanted]);
  },

  async undo({ notes, say }) {
    const installed = notes.get("installed");
    const replaced = notes.get("replaced");
    // This also removes the package that is there instead.
    if (replaced.length > 0) await apt("apt-get", ["install", ...aptOptions, ...replaced]);
    if (installed.length > 0) await removeUnneeded(installed, say);
    if (notes.get("sources").length > 0) {
      await rm(sourcesFile, { force: true });
      await attempt("apt-get", ["-q", "update"]);
    }
  },
};

/** Tells whether Incus is one of the packages that the set-up has installed. */
export function installsIncus(notes: Target["notes"]): boolean {
  return incusPackages.some((name) => notes.get("installed").includes(name));
}

/**
 * Finds packages in a simulation's lines such as `Inst attr (1:2.5 Debian:12 [amd64])`; upgrades have the old version
 * in brackets before.
 */
export function newPackagesIn(plan: string): string[] {
  return [...plan.matchAll(/^Inst (\S+) \(/gm)].flatMap(([, name]) => name ?? []);
}

/** Finds packages in a simulation's lines such as `Remv busybox [1:1.35.0-4]`. */
export function removedPackagesIn(plan: string): string[] {
  return [...plan.matchAll(/^(?:Remv|Purg) (\S+)/gm)].flatMap(([, name]) => name ?? []);
}

async function missingPackages(): Promise<string[]> {
  const { stdout } = await attempt("dpkg-query", [
    "-W",
    "-f",
    "${db:Status-Status} ${Package}\n",
    ...incusPackages,
    ...otherPackages,
  ]);
  const installed = new Set(
    [...stdout.matchAll(/^installed (\S+)$/gm)].map(([, name]) => name ?? ""),
  );
  const hasIncus =
    incusPackages.some((name) => installed.has(name)) || (await exists("/opt/incus/bin/incusd"));
  return [
    ...(hasIncus ? [] : [incusPackages[0]]),
    ...otherPackages.filter((name) => !installed.has(name)),
  ];
}

/** Adds the backports' suite if Incus comes from there. */
async function addBackportsWhereNeeded(
  notes: Target["notes"],
  say: Target["say"],
): Promise<string | undefined> {
  const needed = (await missingPackages()).includes(incusPackages[0]);
  const added = notes.get("sources").length > 0;
  if (!added && (!needed || (await hasCandidate(incusPackages[0])))) return undefined;
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile("/etc/os-release", "utf8"))?.[1];
  const mirror = await machinesMirror();
  if (release === undefined || mirror === undefined) {
    throw new SetupError(
      "no package incus-base is known here and the machine's sources name no Debian mirror to take backports from: add a package source that has Incus and run the command again.",
    );
  }
  const suite = `${release}-backports`;
  if (!added) say(`adding ${suite} of ${mirror.uri} to the package sources (${sourcesFile})`);
  await notes.add("sources", sourcesFile);
  await mkdir("/etc/apt/sources.list.d", { recursive: true });
  await writeFile(sourcesFile, backportsSource(mirror, suite));
  await apt("apt-get", ["-q", "update"]);
  if (await hasCandidate(incusPackages[0])) return suite;
  throw new SetupError(
    `${suite} of ${mirror.uri} has no package incus-base: Incus is in Debian 13, in the backports of Debian 12 and in Ubuntu 24.04 or newer.`,
  );
}

async function machinesMirror(): Promise<Mirror | undefined> {
  const folder = "/etc/apt/sources.list.d";
  const names = await readdir(folder).catch(() => []);
  const files = ["/etc/apt/sources.list", ...names.map((name) => join(folder, name))];
  for (const file of files) {
    const found = debianMirror(file, await readFile(file, "utf8").catch(() => ""));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function hasCandidate(name: string): Promise<boolean> {
  const { stdout } = await attempt("apt-cache", ["policy", name]);
  return /^ +Candidate: (?!\(none\))/m.test(stdout);
}

function fromRelease(name: string, release: string | undefined): string {
  const isIncus = incusPackages.some((incus) => incus === name);
  if (release === undefined || !(isIncus || preferredFromBackports.has(name))) return name;
  return `${name}/${release}`;
}

/** Removes those of `installed` that nothing that was there before or came later has come to need. */
async function removeUnneeded(installed: readonly string[], say: Target["say"]): Promise<void> {
  await attempt("apt-mark", ["auto", ...installed]);
  // Only dependencies count: a suggestion was not followed before either.
  const { stdout } = await attempt("apt-get", [
    "-s",
    "-o",
    "APT::AutoRemove::SuggestsImportant=false",
    "-o",
    "APT::AutoRemove::RecommendsImportant=false",
    "autoremove",
  ]);
  const unneeded = new Set(removedPackagesIn(stdout));
  const ours = installed.filter((name) => unneeded.has(name));
  if (ours.length === 0) return;
  say(`removing ${ours.length} packages`);
  await apt("apt-get", ["purge", ...aptOptions, ...ours]);
}

/** Finishes an installation that was killed in the middle: what is unpacked, then what has to be fetched again. */
async function mendInstallation(): Promise<void> {
  // The next command brings again what this can't configure.
  await apt("dpkg", ["--configure", "-a"]).catch(() => {});
  await apt("apt-get", ["-f", "install", ...aptOptions]);
}
