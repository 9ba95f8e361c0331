// Records a sandbox on disk, so that the next daemon can take it back.
import * as z from "zod/mini";

import type { SandboxPlan } from "../../lifecycle/sandbox-driver.ts";
import { keptCheckpoint, newSandboxRecord, sandboxRecord } from "../../lifecycle/sandbox-record.ts";

const instanceName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/));

export const incusRecord = z.extend(sandboxRecord, {
  /** The instance its clone was copied from, and is reset to. */
  template: instanceName,
  /** The clone that is this sandbox now; none before the first is ready. A clone that no record names is nobody's. */
  instance: z.optional(instanceName),
  /** That clone bears it as a label: another may bear its name by now. */
  cloneId: z.optional(z.string()),
  checkpoints: z.array(z.extend(keptCheckpoint, { instance: instanceName })),
});
export type IncusRecord = z.infer<typeof incusRecord>;

export function newRecord(plan: SandboxPlan): IncusRecord {
  return { ...newSandboxRecord(plan), checkpoints: [] };
}
