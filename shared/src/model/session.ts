// Describes a session: an agent's lease of tabs in one browser, with at most one sandbox per site.
import * as z from "zod/mini";

import { tab } from "./page/observation.ts";
import { inputMode } from "./step.ts";

export const sessionId = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/), z.describe("Id of the session"));

/** Sessions that nobody used for this long are closed. */
export const DEFAULT_LEASE_MS = 30 * 60_000;

/** After a person's Stop no session is opened for this long, unless they allow it. */
export const STOP_HOLDS_MS = 60_000;

export const sessionState = z
  .enum(["open", "away", "stopped"])
  .check(
    z.describe(
      "open: ready; away: its browser is not connected now; stopped: a person pressed Stop",
    ),
  );

/** The event, besides the end of its lease, that closes a session. */
export const sessionLifetime = z.enum(["lease", "connection", "agent"]);

/** The sandbox that a session sees under a site's host. */
export const sessionSandbox = z.object({
  site: z.string(),
  sandboxId: z.string(),
  /** The canonical address, such as http://store.test. */
  url: z.string(),
});

/** The folder on the daemon's machine whose files the session's agent may upload. */
export const filesFrom = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(4096),
    z.describe(
      "Folder whose files may be uploaded; if left out none, and on the command line the current one",
    ),
  );

export const session = z.object({
  sessionId: z.string(),
  agent: z.string(),
  browserId: z.string(),
  state: sessionState,
  input: inputMode,
  /** The reason why input is synthetic. */
  inputReason: z.optional(z.string()),
  tabs: z.array(tab),
  sandboxes: z.array(sessionSandbox),
  steps: z.int(),
  openedAt: z.string(),
  lastUsedAt: z.string(),
  leaseMs: z.int(),
});
export type Session = z.infer<typeof session>;
