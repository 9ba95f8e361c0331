// Defines the part of a sandbox's record on disk that every backend keeps, and derives the sandbox's public view from
// it.
import * as z from "zod/mini";

import { checkpoint, checkpointName, sandboxId } from "@webserv/shared/model/sandbox.ts";
import type { BackendName, Sandbox } from "@webserv/shared/model/sandbox.ts";
import { site } from "@webserv/shared/model/site.ts";

import type { SandboxPlan } from "./sandbox-driver.ts";

export const keptCheckpoint = z.extend(checkpoint, { name: checkpointName });

/** A backend extends it by what it needs to take the sandbox back. */
export const sandboxRecord = z.strictObject({
  version: z.literal(1),
  sandboxId,
  site,
  /** The folder that the site's definition was in; its relative paths start there. */
  baseDir: z.string(),
  /** The template that the sandbox was copied from, and is reset to. */
  template: z.string(),
  checkpoints: z.array(keptCheckpoint),
  parent: z.optional(sandboxId),
  createdAt: z.string(),
  readyMs: z.number(),
});
export type SandboxRecord = z.infer<typeof sandboxRecord>;

export function newSandboxRecord({
  sandboxId,
  source: { site, baseDir },
  template,
  parent,
}: SandboxPlan): Omit<SandboxRecord, "checkpoints"> {
  return {
    version: 1,
    sandboxId,
    site,
    baseDir,
    template,
    ...(parent === undefined ? {} : { parent }),
    createdAt: new Date().toISOString(),
    readyMs: 0,
  };
}

export interface PresentState {
  /** True if it runs, or ran until it failed. */
  readonly runs: boolean;
  /** The origin at which each host of the site is served. */
  readonly origins: readonly string[];
  /** Tells why it has failed, if it has. */
  readonly failure: string | undefined;
}

export function viewOf(
  backend: BackendName,
  { sandboxId, site, checkpoints, parent, createdAt, readyMs }: SandboxRecord,
  { runs, origins, failure }: PresentState,
): Sandbox {
  return {
    sandboxId,
    site: site.name,
    backend,
    state: failure !== undefined ? "failed" : runs ? "ready" : "starting",
    hosts: [...site.hosts],
    origin: origins[0] ?? "",
    origins: [...origins],
    checkpoints: checkpoints.map(({ name, createdAt: at }) => ({ name, createdAt: at })),
    ...(parent === undefined ? {} : { parent }),
    createdAt,
    readyMs,
    ...(failure === undefined ? {} : { failure }),
  };
}
