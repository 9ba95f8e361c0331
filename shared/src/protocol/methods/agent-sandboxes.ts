// Declares what agents call on the daemon about sites, their sandboxes, and the pools of those kept ready.
import * as z from "zod/mini";

import {
  backendName,
  backendChoice,
  backendState,
  checkpointName,
  execResult,
  poolState,
  sandbox,
  sandboxId,
  sandboxLeaseMs,
  sandboxLogs,
  sandboxStats,
  siteState,
} from "../../model/sandbox.ts";
import { site, siteName } from "../../model/site.ts";
import { progressId } from "./daemon-agent.ts";
import { nothing } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

export const agentSandboxMethods = {
  "site.list": {
    link: "agent-daemon",
    summary: "List the sites that can be sandboxed",
    params: nothing,
    result: z.object({ sites: z.array(site) }),
  },
  "site.import": {
    link: "agent-daemon",
    summary: "Prepare a site for its sandboxes, and add it if its definition is a file",
    params: z.strictObject({
      site: z
        .string()
        .check(
          z.minLength(1),
          z.maxLength(4096),
          z.describe("Name of a site, or path of a definition, a JSON file; absolute over the API"),
        ),
      image: z.optional(
        z
          .string()
          .check(
            z.minLength(1),
            z.maxLength(4096),
            z.describe(
              "docker-archive:PATH, oci:PATH, docker://NAME or incus:ALIAS; what is prepared already, or the definition's own, if left out",
            ),
          ),
      ),
      backend: z._default(backendChoice, "auto"),
      progressId: z.optional(progressId),
    }),
    result: z.object({ site, state: siteState }),
    positional: ["site"],
  },
  "site.status": {
    link: "agent-daemon",
    summary: "Say what is prepared for a site's sandboxes, for each backend that can run it",
    params: z.strictObject({ site: siteName }),
    result: z.object({
      site,
      states: z.array(siteState),
      /** The other backends, each with the reason why it can't run the site. */
      unfit: z.array(backendState),
    }),
    positional: ["site"],
  },
  "site.remove": {
    link: "agent-daemon",
    summary:
      "Forget an imported site that has no sandboxes; of one that comes with WebServ only what was prepared",
    params: z.strictObject({ site: siteName }),
    result: z.object({
      /** kept: it comes with WebServ. */
      site: z.enum(["removed", "kept"]),
      /** Backends where something was prepared of it, which is deleted now. */
      cleared: z.array(backendName),
      /** Backends that may have something of it all the same, and can't be asked now. */
      unasked: z._default(z.array(backendState), []),
    }),
    positional: ["site"],
  },
  "sandbox.create": {
    link: "agent-daemon",
    summary: "Start a sandbox of a site and wait until it answers; the same id gives the same one",
    params: z.strictObject({
      site: siteName,
      sandboxId: z.optional(sandboxId),
      backend: z._default(backendChoice, "auto"),
      leaseMs: z.optional(sandboxLeaseMs),
    }),
    result: sandbox,
    positional: ["site"],
  },
  "sandbox.list": {
    link: "agent-daemon",
    summary: "List the sandboxes",
    params: nothing,
    result: z.object({ sandboxes: z.array(sandbox) }),
  },
  "sandbox.checkpoint": {
    link: "agent-daemon",
    summary: "Keep the state of a sandbox under a name",
    params: z.strictObject({ sandboxId, checkpoint: checkpointName }),
    result: sandbox,
    positional: ["sandboxId", "checkpoint"],
  },
  "sandbox.restore": {
    link: "agent-daemon",
    summary: "Bring a sandbox back to a checkpoint",
    params: z.strictObject({ sandboxId, checkpoint: checkpointName }),
    result: sandbox,
    positional: ["sandboxId", "checkpoint"],
  },
  "sandbox.reset": {
    link: "agent-daemon",
    summary: "Bring a sandbox back to its site's initial state",
    params: z.strictObject({ sandboxId }),
    result: sandbox,
    positional: ["sandboxId"],
  },
  "sandbox.branch": {
    link: "agent-daemon",
    summary: "Start a new sandbox from the current state, or a checkpoint, of another",
    params: z.strictObject({
      sandboxId,
      checkpoint: z.optional(checkpointName),
      newSandboxId: z.optional(sandboxId),
      leaseMs: z.optional(sandboxLeaseMs),
    }),
    result: sandbox,
    positional: ["sandboxId"],
  },
  "sandbox.renew": {
    link: "agent-daemon",
    summary: "Keep a sandbox for another lease, from now on",
    params: z.strictObject({ sandboxId, leaseMs: z.optional(sandboxLeaseMs) }),
    result: sandbox,
    positional: ["sandboxId"],
  },
  "sandbox.delete": {
    link: "agent-daemon",
    summary: "Stop a sandbox and delete its data",
    params: z.strictObject({ sandboxId }),
    /** `existed` is false if there was none, so that nothing was deleted. */
    result: z.object({ existed: z.boolean() }),
    positional: ["sandboxId"],
  },
  "sandbox.stats": {
    link: "agent-daemon",
    summary: "Measure a sandbox's memory, disk, CPU time and processes",
    params: z.strictObject({ sandboxId }),
    result: sandboxStats,
    positional: ["sandboxId"],
  },
  "sandbox.logs": {
    link: "agent-daemon",
    summary: "Show the end of what a sandbox's site wrote to its output",
    params: z.strictObject({
      sandboxId,
      maxBytes: z._default(
        z.int().check(z.positive(), z.maximum(1024 * 1024), z.describe("Most bytes")),
        64 * 1024,
      ),
    }),
    result: sandboxLogs,
    positional: ["sandboxId"],
  },
  "sandbox.exec": {
    link: "agent-daemon",
    summary: "Run a command inside a sandbox, to find out what is wrong with it",
    params: z.strictObject({
      sandboxId,
      command: z
        .array(z.string().check(z.maxLength(128 * 1024)))
        .check(
          z.minLength(1),
          z.maxLength(256),
          z.describe("Program and arguments; after -- on a command line"),
        ),
      user: z.optional(
        z
          .string()
          .check(z.minLength(1), z.maxLength(64), z.describe("User name or uid; root if left out")),
      ),
      cwd: z.optional(
        z.string().check(z.startsWith("/"), z.maxLength(4096), z.describe("Folder to run it in")),
      ),
    }),
    result: execResult,
    positional: ["sandboxId", "command"],
  },
  "pool.list": {
    link: "agent-daemon",
    summary: "List the pools of sandboxes kept ready",
    params: nothing,
    result: z.object({ pools: z.array(poolState) }),
  },
  "pool.set": {
    link: "agent-daemon",
    summary: "Say how many sandboxes of a site are kept ready, until the daemon ends",
    params: z
      .strictObject({
        site: siteName,
        min: z
          .int()
          .check(z.nonnegative(), z.maximum(1000), z.describe("Fewest that are kept ready")),
        max: z
          .int()
          .check(
            z.nonnegative(),
            z.maximum(1000),
            z.describe("Most that are kept ready, by demand"),
          ),
      })
      .check(z.refine(({ min, max }) => min <= max, "min is more than max")),
    result: poolState,
    positional: ["site", "min", "max"],
  },
} as const satisfies Record<string, MethodSpec>;
