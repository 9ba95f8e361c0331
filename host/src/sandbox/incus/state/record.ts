// What is known of a sandbox on disk, so that the next daemon can take it back.
import * as z from "zod/mini";

import { checkpoint, checkpointName, sandboxId } from "@webserv/shared/model/sandbox.ts";
import { site } from "@webserv/shared/model/site.ts";

import type { SiteSource } from "../../backend.ts";

const instanceName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,62}$/));

export const sandboxRecord = z.strictObject({
  version: z.literal(1),
  sandboxId,
  site,
  /** Where the site's definition was; its relative paths start there. */
  baseDir: z.string(),
  /** The instance its clone was copied from, and is reset to. */
  template: instanceName,
  /** The clone that is this sandbox now; none before the first is ready. A clone that no record names is nobody's. */
  instance: z.optional(instanceName),
  /** What that clone is labelled with: another may bear its name by now. */
  cloneId: z.optional(z.string()),
  checkpoints: z.array(z.extend(checkpoint, { name: checkpointName, instance: instanceName })),
  parent: z.optional(sandboxId),
  createdAt: z.string(),
  readyMs: z.number(),
});
export type SandboxRecord = z.infer<typeof sandboxRecord>;

export function newRecord(
  sandboxId: string,
  { site, baseDir }: SiteSource,
  template: string,
): SandboxRecord {
  return {
    version: 1,
    sandboxId,
    site,
    baseDir,
    template,
    checkpoints: [],
    createdAt: new Date().toISOString(),
    readyMs: 0,
  };
}
