// Describes a sandbox: one isolated, running copy of a site.
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
  .check(z.describe("auto: incus if it is set up and has the site's image, else local"));
export type BackendChoice = z.infer<typeof backendChoice>;

/** Tells whether a backend works now. */
export const backendState = z.object({
  name: backendName,
  available: z.boolean(),
  /** The reason why it is not available. */
  reason: z.optional(z.string()),
});
export type BackendState = z.infer<typeof backendState>;

/** The time that a sandbox is kept if nobody renews it, in ms. */
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
  /** The origin at which its server listens, such as http://127.0.0.1:41234, for the router and for verification. */
  origin: z.string(),
  /** The origins at which `hosts` are served, in their order; the first is `origin`. */
  origins: z.array(z.string()),
  checkpoints: z.array(checkpoint),
  /** The sandbox it was branched from. */
  parent: z.optional(z.string()),
  createdAt: z.string(),
  /** The time from the start to the first ready answer, in ms. */
  readyMs: z.number(),
  /** The reason why it failed. */
  failure: z.optional(z.string()),
  /** The time when it is deleted unless it is renewed before; absent if it has no lease. */
  leaseUntil: z.optional(z.string()),
});
export type Sandbox = z.infer<typeof sandbox>;

export const sandboxStats = z.object({
  sandboxId: z.string(),
  /** The proportional memory (PSS) if the platform reports it, else the resident memory. */
  memoryMiB: z.number(),
  /** The space of the copy beyond what it shares with its site, as far as the file system can tell. */
  diskMiB: z.number(),
  cpuSeconds: z.number(),
  processes: z.int(),
  /** Memory that the engine itself holds for the sandbox, such as its monitor, outside the sandbox's own accounting. */
  overheadMiB: z.number(),
});
export type SandboxStats = z.infer<typeof sandboxStats>;

/** The state of the preparation for a site's sandboxes. */
export const siteState = z.object({
  site: z.string(),
  backend: backendName,
  /** True if `create` can start from something prepared. */
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
  /** The number it should keep now, by demand and by the machine's resources. */
  target: z.int(),
  /** The reason why it holds fewer than it should. */
  held: z.optional(z.string()),
});
export type PoolState = z.infer<typeof poolState>;

export const execResult = z.object({
  exitCode: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  /** True if some of the output is missing: it was longer than the limit, or Incus broke it off. */
  truncated: z.boolean(),
});
export type ExecResult = z.infer<typeof execResult>;

export const sandboxLogs = z.object({
  /** The last lines of the site's output, oldest first. */
  text: z.string(),
  truncated: z.boolean(),
});
export type SandboxLogs = z.infer<typeof sandboxLogs>;
