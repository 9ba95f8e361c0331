// Keeps a sandbox's record in its folder, so that the next daemon can take it back.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { namingPathOf } from "../../file-path-named.ts";
import type { SandboxPlan } from "../lifecycle/sandbox-driver.ts";
import { newSandboxRecord, sandboxRecord } from "../lifecycle/sandbox-record.ts";

const folderName = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]*$/));

const sandboxState = z.extend(sandboxRecord, {
  template: folderName,
  /** making: never was ready, and is of no use to anybody. */
  phase: z.enum(["making", "whole"]),
  /** Counts the copies made for this sandbox; the present one lives in `data-<generation>`. */
  generation: z.int().check(z.positive()),
  /** Processes that may be running: the present one, and the next while a reset is under way. */
  processes: z.array(z.strictObject({ pid: z.int().check(z.minimum(2)), mark: z.string() })),
});
export type SandboxState = z.infer<typeof sandboxState>;

export function newState(plan: SandboxPlan): SandboxState {
  return {
    ...newSandboxRecord(plan),
    checkpoints: [],
    phase: "making",
    generation: 1,
    processes: [],
  };
}

const FILE = "state.json";

/** Writes the state whole or not at all, whenever the daemon dies. */
export async function writeState(dir: string, state: SandboxState): Promise<void> {
  const file = join(dir, FILE);
  const half = `${file}.half`;
  await namingPathOf(file, () => writeFile(half, JSON.stringify(state), { mode: 0o600 }));
  await rename(half, file);
}

/** Reads the state; undefined if there is none, or none that can be understood. */
export async function readState(dir: string): Promise<SandboxState | undefined> {
  try {
    const parsed = z.safeParse(sandboxState, JSON.parse(await readFile(join(dir, FILE), "utf8")));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
