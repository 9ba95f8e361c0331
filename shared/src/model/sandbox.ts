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

export const checkpoint = z.object({ name: z.string(), createdAt: z.string() });

export const sandbox = z.object({
  sandboxId: z.string(),
  site: z.string(),
  backend: backendName,
  state: z.enum(["starting", "ready", "failed"]),
  hosts: z.array(canonicalHost),
  /** Where its server listens, such as http://127.0.0.1:41234: for the router and for verification. */
  origin: z.string(),
  checkpoints: z.array(checkpoint),
  /** The sandbox it was branched from. */
  parent: z.optional(z.string()),
  createdAt: z.string(),
  /** From the start to the first ready answer, in ms. */
  readyMs: z.number(),
  /** Why it failed. */
  failure: z.optional(z.string()),
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
});
export type SandboxStats = z.infer<typeof sandboxStats>;
