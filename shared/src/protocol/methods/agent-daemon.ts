// What agents ask the daemon, over WebSocket.
import * as z from "zod/mini";

import { action } from "../../model/action.ts";
import { browserInfo, browserKind } from "../../model/browser.ts";
import { observation, observeOptions } from "../../model/observation.ts";
import {
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
import { DEFAULT_LEASE_MS, session, sessionId } from "../../model/session.ts";
import { settleOptions } from "../../model/settle.ts";
import { site, siteName } from "../../model/site.ts";
import { inputMode, step } from "../../model/step.ts";
import { trajectoryLine, trajectorySummary } from "../../model/trajectory.ts";
import { progressId } from "./daemon-agent.ts";
import { actionId, browserId, nothing, shortText, startUrl, version } from "./method-spec.ts";
import type { MethodSpec } from "./method-spec.ts";

/** All that a caller may put into a browser's environment. */
const displayVariable = z.enum(["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"]);

export const agentDaemonMethods = {
  "daemon.hello": {
    link: "agent-daemon",
    summary: "Agree on the protocol's version; must be the first message of a connection",
    params: z.strictObject({
      protocol: version,
      client: z.strictObject({ name: shortText, version: shortText }),
    }),
    result: z.object({ protocol: version, version: z.string(), pid: z.int() }),
  },
  "daemon.status": {
    link: "agent-daemon",
    summary: "Say how the daemon is and what it holds",
    params: nothing,
    result: z.object({
      version: z.string(),
      pid: z.int(),
      startedAt: z.string(),
      port: z.int(),
      socket: z.string(),
      dataDir: z.string(),
      tokenFile: z.string(),
      logFile: z.string(),
      /** The first that is available and fits a site is taken for it. */
      backends: z.array(backendState),
      browsers: z.int(),
      sessions: z.int(),
      sandboxes: z.int(),
    }),
  },
  "daemon.stop": {
    link: "agent-daemon",
    summary: "Close sessions, sandboxes and launched browsers, and end the daemon",
    params: nothing,
    result: z.object({}),
  },
  "browser.list": {
    link: "agent-daemon",
    summary: "List the connected browsers",
    params: nothing,
    result: z.object({ browsers: z.array(browserInfo) }),
  },
  "browser.launch": {
    link: "agent-daemon",
    summary: "Launch a browser with the extension",
    params: z.strictObject({
      kind: z._default(browserKind, "personal"),
      profile: z.optional(
        z
          .string()
          .check(
            z.regex(/^[\w-]{1,40}$/),
            z.describe(
              "Name of a profile to keep; without one a fresh profile is used and removed",
            ),
          ),
      ),
      headless: z._default(z.boolean().check(z.describe("Without a window")), false),
      executable: z.optional(
        z
          .string()
          .check(z.maxLength(4096), z.describe("Browser to launch; found by itself if left out")),
      ),
      /** The caller's own: the daemon may have been started without. */
      display: z.optional(z.partialRecord(displayVariable, z.string().check(z.maxLength(4096)))),
    }),
    result: browserInfo,
  },
  "browser.close": {
    link: "agent-daemon",
    summary: "Close a browser that was launched here",
    params: z.strictObject({ browserId }),
    result: z.object({}),
    positional: ["browserId"],
  },
  "session.open": {
    link: "agent-daemon",
    summary: "Open a session: a tab of its own in a browser, and sandboxes if sites are named",
    params: z.strictObject({
      url: startUrl,
      agent: z._default(
        shortText.check(z.describe("Name of the agent, shown to the person")),
        "agent",
      ),
      browserId: z.optional(browserId),
      sites: z._default(
        z
          .array(siteName)
          .check(
            z.maxLength(16),
            z.describe("Sites to start a fresh sandbox of; deleted with the session"),
          ),
        [],
      ),
      sandboxes: z._default(
        z
          .array(sandboxId)
          .check(
            z.maxLength(16),
            z.describe("Sandboxes that already run, to be seen by this session"),
          ),
        [],
      ),
      backend: z._default(backendChoice, "auto"),
      input: z._default(inputMode, "trusted"),
      /** `connection`: closed when the agent's connection closes. */
      lifetime: z._default(z.enum(["lease", "connection"]), "lease"),
      leaseMs: z._default(
        z
          .int()
          .check(
            z.positive(),
            z.maximum(86_400_000),
            z.describe("Closed after this long without use, in ms"),
          ),
        DEFAULT_LEASE_MS,
      ),
    }),
    result: z.object({ session, observation: z.nullable(observation) }),
    positional: ["url"],
  },
  "session.list": {
    link: "agent-daemon",
    summary: "List the open sessions",
    params: nothing,
    result: z.object({ sessions: z.array(session) }),
  },
  "session.close": {
    link: "agent-daemon",
    summary: "Close a session, its tabs and the sandboxes it started",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
    positional: ["sessionId"],
  },
  "session.observe": {
    link: "agent-daemon",
    summary: "Read the current page",
    params: z.strictObject({ sessionId, ...observeOptions.shape }),
    result: observation,
    positional: ["sessionId"],
  },
  "session.act": {
    link: "agent-daemon",
    summary: "Carry out one action, wait until the page has finished, and read it",
    params: z.strictObject({
      sessionId,
      actionId,
      action,
      settle: z._default(settleOptions, {}),
      observe: z._default(observeOptions, {}),
    }),
    result: step,
    positional: ["sessionId"],
  },
  "session.ping": {
    link: "agent-daemon",
    summary: "Go the whole way to the page and back, and do nothing",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
    positional: ["sessionId"],
  },
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
      /** Why the other backends can't run it. */
      unfit: z.array(backendState),
    }),
    positional: ["site"],
  },
  "site.remove": {
    link: "agent-daemon",
    summary: "Forget an imported site that has no sandboxes",
    params: z.strictObject({ site: siteName }),
    result: z.object({}),
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
    result: z.object({}),
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
    params: z.strictObject({
      site: siteName,
      min: z.int().check(z.nonnegative(), z.maximum(1000), z.describe("Always so many")),
      max: z
        .int()
        .check(z.nonnegative(), z.maximum(1000), z.describe("At most so many, by demand")),
    }),
    result: poolState,
    positional: ["site", "min", "max"],
  },
  "trajectory.list": {
    link: "agent-daemon",
    summary: "List the recorded trajectories, newest first",
    params: nothing,
    result: z.object({ trajectories: z.array(trajectorySummary) }),
  },
  "trajectory.show": {
    link: "agent-daemon",
    summary: "Show the lines of a trajectory",
    params: z.strictObject({
      sessionId,
      from: z._default(z.int().check(z.nonnegative(), z.describe("First line, from 0")), 0),
      limit: z._default(
        z.int().check(z.positive(), z.maximum(1000), z.describe("Most lines")),
        200,
      ),
    }),
    result: z.object({
      lines: z.array(trajectoryLine),
      total: z.int(),
      whole: z.boolean(),
      /** Numbers, from 1, of lines of the file that can't be read. */
      badLines: z.array(z.int()),
    }),
    positional: ["sessionId"],
  },
} as const satisfies Record<string, MethodSpec>;
