// Describes an environment: an isolated context of a shared headless browser, with its own sandboxes.
import * as z from "zod/mini";

import { sandboxStats } from "./sandbox.ts";
import { sessionSandbox } from "./session.ts";

/**
 * The host under which an environment's own proxy answers which one it is, and takes its
 * extension's connection to the daemon.
 */
export const ENVIRONMENT_HOST = "environment.webserv.internal";
/** The subprotocol of that connection; the token stands beside it. */
export const LINK_PROTOCOL = "webserv-link";
/** The most environments of one daemon. */
export const MAX_ENVIRONMENTS = 256;

/** It is also the id of the environment's browser, for `session.open`. */
export const environmentId = z
  .string()
  .check(z.regex(/^env-[0-9a-f]{8}$/), z.describe("Id of the environment, such as env-1f2e3d4c"));

/** The time that an environment is unused before it is frozen, by default, in ms. */
export const FREEZE_AFTER_MS = 60_000;

export const environmentState = z
  .enum(["starting", "ready", "frozen", "crashed"])
  .check(
    z.describe(
      "starting: being made; ready; frozen: nobody used it, and the next call wakes it; crashed: its browser has ended, a reset brings it back",
    ),
  );

export const environment = z.object({
  environmentId,
  state: environmentState,
  /** The sandboxes that its sessions see. */
  sandboxes: z.array(sessionSandbox),
  /** The process of the browser that carries it; others may share it. */
  pid: z.optional(z.int()),
  sessions: z.array(z.string()),
  createdAt: z.string(),
});
export type Environment = z.infer<typeof environment>;

export const environmentStats = z.object({
  environmentId,
  /** The number of environments that its browser carries, this one included. */
  sharedBy: z.int(),
  /**
   * Memory (PSS) of the processes that run its own pages and worker, and an equal share of those
   * that serve the whole browser; null if the system does not say, or no browser carries it.
   */
  memoryMiB: z.nullable(z.number()),
  /**
   * Processor time since it was made or reset last, in seconds: all of its own processes, and a
   * share of the browser's for as long as it was there.
   */
  cpuSeconds: z.nullable(z.number()),
  sandboxes: z.array(sandboxStats),
});
export type EnvironmentStats = z.infer<typeof environmentStats>;
