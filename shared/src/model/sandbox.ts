// One isolated, running copy of a site.
import * as z from "zod/mini";

import { canonicalHost } from "./site.ts";

export const sandboxId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(63),
    z.regex(/^[a-z0-9][a-z0-9-]*$/),
    z.describe("Id of the sandbox"),
  );
export const checkpointName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/), z.describe("Name of the checkpoint"));

export const backendName = z.enum(["local", "incus"]);
export type BackendName = z.infer<typeof backendName>;

export const backendChoice = z
  .enum(["auto", ...backendName.options])
  .check(z.describe("auto: incus where it is set up and has the site's image, else local"));
export type BackendChoice = z.infer<typeof backendChoice>;

/** Whether a backend works now. */
export const backendState = z.object({
  name: backendName,
  available: z.boolean(),
  /** Why it is not available. */
  reason: z.optional(z.string()),
});
export type BackendState = z.infer<typeof backendState>;

/** How long a sandbox is kept that nobody renews. */
export const sandboxLeaseMs = z
  .int()
  .check(
    z.minimum(1000),
    z.maximum(30 * 86_400_000),
    z.describe("Deleted after this long unless renewed or seen by a session, in ms"),
  );

export const checkpoint = z.object({ name: z.string(), createdAt: z.string() });

export const sandbox = z.object({
  sandboxId: z.string(),
  site: z.string(),
  backend: backendName,
  state: z.enum(["starting", "ready", "failed"]),
  hosts: z.array(canonicalHost),
  /** Where its server listens, such as http://127.0.0.1:41234: for the router and for verification. */
  origin: z.string(),
  /** Where each of `hosts` is served, in their order; the first is `origin`. */
  origins: z.array(z.string()),
  checkpoints: z.array(checkpoint),
  /** The sandbox it was branched from. */
  parent: z.optional(z.string()),
  createdAt: z.string(),
  /** From the start to the first ready answer, in ms. */
  readyMs: z.number(),
  /** Why it failed. */
  failure: z.optional(z.string()),
  /** When it is deleted unless renewed before; kept until deleted where there is none. */
  leaseUntil: z.optional(z.string()),
});
export type Sandbox = z.infer<typeof sandbox>;

export const sandboxStats = z.object({
  sandboxId: z.string(),
  /** Proportional where the platform tells (PSS), else resident. */
  memoryMiB: z.number(),
  /** What the copy takes beyond what it shares with its site, as far as the file system tells. */
  diskMiB: z.number(),
  cpuSeconds: z.number(),
  processes: z.int(),
  /** Outside the sandbox's own accounting: what the engine itself holds for it, such as its monitor. */
  overheadMiB: z.number(),
});
export type SandboxStats = z.infer<typeof sandboxStats>;

/** What stands behind a site's sandboxes. */
export const siteState = z.object({
  site: z.string(),
  backend: backendName,
  /** Whether `create` can start from something prepared. */
  prepared: z.boolean(),
  /** Digest of the image it was prepared from. */
  imageDigest: z.optional(z.string()),
  preparedAt: z.optional(z.string()),
});
export type SiteState = z.infer<typeof siteState>;

export const poolState = z.object({
  site: z.string(),
  min: z.int(),
  max: z.int(),
  /** Clones ready to be handed out. */
  ready: z.int(),
  /** Clones being made. */
  filling: z.int(),
  /** How many it means to keep now, by demand and by what the machine holds. */
  target: z.int(),
  /** Why it holds fewer than it means to. */
  held: z.optional(z.string()),
});
export type PoolState = z.infer<typeof poolState>;

export const execResult = z.object({
  exitCode: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  /** Some of the output is missing: it was longer than is kept, or Incus broke it off. */
  truncated: z.boolean(),
});
export type ExecResult = z.infer<typeof execResult>;

export const sandboxLogs = z.object({
  /** The last lines of what the site wrote, oldest first. */
  text: z.string(),
  truncated: z.boolean(),
});
export type SandboxLogs = z.infer<typeof sandboxLogs>;
