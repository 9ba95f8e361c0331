// Keeps states of a sandbox: each in an instance of its own that is never started, so that it outlives the clone.
import { randomBytes } from "node:crypto";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { writeLabels } from "../state/labels.ts";
import type { IncusRecord } from "../state/record.ts";
import { noNetwork } from "../clone/clone-config.ts";
import type { Clones } from "../clone/clones.ts";
import type { IncusSandbox } from "./incus-sandbox.ts";

export type Checkpoint = IncusRecord["checkpoints"][number];

/** Each checkpoint takes disk space for the later changes, and a name in Incus. */
const MAX_CHECKPOINTS = 100;

/** Keeps the present state; throws `checkpoint-exists`, `limit-reached`. */
export async function keepCheckpoint(
  sandbox: IncusSandbox,
  name: string,
  owner: string,
  clones: Clones,
  signal: AbortSignal,
): Promise<void> {
  const { sandboxId, site, template, checkpoints } = sandbox.state;
  if (checkpoints.some((each) => each.name === name)) {
    throw new WebservError(
      "checkpoint-exists",
      `the sandbox "${sandboxId}" already has a checkpoint "${name}"`,
    );
  }
  if (checkpoints.length >= MAX_CHECKPOINTS) {
    throw new WebservError(
      "limit-reached",
      `the sandbox "${sandboxId}" has ${MAX_CHECKPOINTS} checkpoints already`,
      { next: "Branch from one of them, or delete the sandbox." },
    );
  }
  const instance = `cp-${randomBytes(6).toString("hex")}`;
  const labels = { owner, site: site.name, template, sandbox: sandboxId };
  const plan = {
    name: instance,
    config: writeLabels({ ...labels, kind: "checkpoint" }),
    devices: { eth0: noNetwork },
    start: false,
  };
  await clones.keep(sandbox.clone, plan, signal);
  try {
    const kept = { name, createdAt: new Date().toISOString(), instance };
    await sandbox.save({ checkpoints: [...checkpoints, kept] });
  } catch (error) {
    await clones.remove(instance);
    throw error;
  }
}

/** Finds a checkpoint; throws `unknown-checkpoint`. */
export function findCheckpoint({ state }: IncusSandbox, name: string): Checkpoint {
  const found = state.checkpoints.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = state.checkpoints.map((each) => each.name).join(", ");
  throw new WebservError(
    "unknown-checkpoint",
    `the sandbox "${state.sandboxId}" has no checkpoint "${name}"${names === "" ? "" : `; it has ${names}`}`,
  );
}
