// Raises the kernel's limits that hundreds of containers run into, now and at every boot.
import { readFile, rm, writeFile } from "node:fs/promises";

import type { Step } from "../step.ts";
import { kernelLimitValues } from "../../../../host/src/sandbox/incus/kernel-limits.ts";

const file = "/etc/sysctl.d/60-webserv-incus.conf";

export const kernelLimits: Step = {
  name: "kernel limits",
  scope: "machine",

  async lacking() {
    const low = await lowLimits();
    return low.length === 0
      ? undefined
      : low
          .map(({ key, now, least }) => `${key} is ${now}, at least ${least} is needed`)
          .join("; ");
  },

  async do({ notes }) {
    const low = await lowLimits();
    await notes.add("before", ...low.map(({ key, now }) => `${key}=${now}`));
    const noted = new Set(notes.get("before").map((line) => splitLine(line)[0]));
    const lines = [...kernelLimitValues].filter(([key]) => noted.has(key));
    const text = lines.map(([key, least]) => `${key} = ${least}\n`).join("");
    await writeFile(
      file,
      `# Written by WebServ's scripts/setup-incus; its --remove takes it away.\n${text}`,
    );
    for (const { key, least } of low) await writeFile(pathOf(key), String(least));
  },

  async undo({ notes }) {
    await rm(file, { force: true });
    // The order is backwards, so that of a key noted twice the first note, its oldest value, stays.
    const before = new Map(notes.get("before").toReversed().map(splitLine));
    for (const [key, value] of before) {
      const now = await readFile(pathOf(key), "utf8").catch(() => "");
      // If somebody set another value since then, it was meant and stays.
      if (now.trim() !== String(kernelLimitValues.get(key))) continue;
      await writeFile(pathOf(key), value);
    }
  },
};

interface LowLimit {
  readonly key: string;
  readonly now: number;
  readonly least: number;
}

/** Finds the limits that are too low. Keys that the kernel lacks are limits it does not have. */
async function lowLimits(): Promise<LowLimit[]> {
  const low: LowLimit[] = [];
  for (const [key, least] of kernelLimitValues) {
    const text = await readFile(pathOf(key), "utf8").catch(() => undefined);
    if (text !== undefined && Number(text) < least) low.push({ key, now: Number(text), least });
  }
  return low;
}

/** Splits a note such as `kernel.keys.maxkeys=200`. */
function splitLine(line: string): [key: string, value: string] {
  const [key = "", value = ""] = line.split("=");
  return [key, value];
}

function pathOf(key: string): string {
  return `/proc/sys/${key.replaceAll(".", "/")}`;
}
