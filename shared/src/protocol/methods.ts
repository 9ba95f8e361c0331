// THE registry: every method on every link, declared once as data. Types, handlers, the CLI's help,
// the JSON Schema and the README's table all come from it.
import * as z from "zod/mini";

import { action } from "../model/action.ts";
import { browserInfo, browserKind } from "../model/browser.ts";
import {
  frameReading,
  observation,
  observationForm,
  observeOptions,
  tab,
} from "../model/observation.ts";
import { backendName, checkpointName, sandbox, sandboxId, sandboxStats } from "../model/sandbox.ts";
import { DEFAULT_LEASE_MS, session, sessionId } from "../model/session.ts";
import { settleOptions, settleReport } from "../model/settle.ts";
import { canonicalHost, site, siteName } from "../model/site.ts";
import { inputMode, step, stepOutcome, target } from "../model/step.ts";
import { trajectoryLine, trajectorySummary } from "../model/trajectory.ts";

/**
 * Who asks whom. `agent-daemon`: WebSocket. `extension-daemon` and `daemon-extension`: the two
 * directions of native messaging. `worker-frame`: service worker to content script.
 * `panel-worker` and `worker-panel`: the side panel's port.
 */
export type Link =
  | "agent-daemon"
  | "extension-daemon"
  | "daemon-extension"
  | "worker-frame"
  | "panel-worker"
  | "worker-panel";

export interface MethodSpec {
  readonly link: Link;
  /** One sentence, in the imperative, for help texts and tool descriptions. */
  readonly summary: string;
  readonly params: z.ZodMiniType;
  readonly result: z.ZodMiniType;
  /** Params that stand without their name on a command line, in order. */
  readonly positional?: readonly string[];
}

const nothing = z.strictObject({});
const version = z.object({ major: z.int(), minor: z.int() });
const actionId = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(64),
    z.describe("Id of the action, the caller's choice; one id runs at most once"),
  );
const browserId = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.describe("Id of the browser"));
const shortText = z.string().check(z.maxLength(200));
const startUrl = z.optional(
  z.string().check(z.minLength(1), z.maxLength(8192), z.describe("Address to open")),
);
const elementId = z.string().check(z.minLength(1), z.maxLength(200));

export const methods = {
  // Agents to the daemon

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
      backend: backendName,
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
      /** DISPLAY, WAYLAND_DISPLAY and XAUTHORITY of the caller: the daemon may have been started without. */
      display: z.optional(
        z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(4096))),
      ),
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
    summary: "Add a site from its definition file",
    params: z.strictObject({
      path: z
        .string()
        .check(z.maxLength(4096), z.describe("Absolute path of the definition, a JSON file")),
    }),
    result: site,
    positional: ["path"],
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
    summary: "Start a sandbox of a site and wait until it answers",
    params: z.strictObject({
      site: siteName,
      sandboxId: z.optional(sandboxId),
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
    }),
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

  // The extension to the daemon

  "link.hello": {
    link: "extension-daemon",
    summary: "Agree on the protocol's version and say which browser this is",
    params: z.strictObject({
      protocol: version,
      extensionVersion: shortText,
      /** Kept by the profile: the same browser has the same id after a restart. */
      browserId,
      /** Name and version of the browser. */
      browser: shortText,
      /** New each time the service worker starts. */
      workerId: shortText,
      /** Sessions the worker still holds tabs for. */
      sessions: z.array(sessionId),
    }),
    result: z.object({
      protocol: version,
      daemonVersion: z.string(),
      pid: z.int(),
      kind: browserKind,
    }),
  },
  "link.beat": {
    link: "extension-daemon",
    summary: "Show that both ends are alive",
    params: nothing,
    result: z.object({}),
  },
  "lease.halted": {
    link: "extension-daemon",
    summary: "Tell that the person pressed Stop",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "lease.changed": {
    link: "extension-daemon",
    summary: "Tell that a session's tabs changed other than by an action",
    params: z.strictObject({ sessionId, tabs: z.array(tab) }),
    result: z.object({}),
  },

  // The daemon to the extension

  "lease.open": {
    link: "daemon-extension",
    summary: "Open a tab for a session and attach to it",
    params: z.strictObject({ sessionId, agent: shortText, url: startUrl, input: inputMode }),
    result: z.object({
      tabs: z.array(tab),
      input: inputMode,
      inputReason: z.optional(z.string()),
      observation: z.nullable(observation),
    }),
  },
  "lease.close": {
    link: "daemon-extension",
    summary: "Detach from a session's tabs and close them",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "lease.observe": {
    link: "daemon-extension",
    summary: "Read a session's current page",
    params: z.strictObject({ sessionId, observe: observeOptions }),
    result: observation,
  },
  "lease.act": {
    link: "daemon-extension",
    summary: "Carry out one action of a session",
    params: z.strictObject({
      sessionId,
      actionId,
      /** Number of the step, shown in the panel. */
      step: z.int(),
      action,
      settle: settleOptions,
      observe: observeOptions,
    }),
    result: stepOutcome,
  },
  "lease.outcome": {
    link: "daemon-extension",
    summary: "Say what became of an action, after a lost connection or a restarted worker",
    params: z.strictObject({ sessionId, actionId }),
    result: z.object({
      /** never: not begun, and it will not begin; begun: it may have happened; finished: see outcome. */
      state: z.enum(["never", "begun", "finished"]),
      outcome: z.optional(stepOutcome),
    }),
  },
  "lease.ping": {
    link: "daemon-extension",
    summary: "Go to the session's page and back",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "lease.list": {
    link: "daemon-extension",
    summary: "Say which sessions hold which tabs",
    params: nothing,
    result: z.object({
      leases: z.array(
        z.object({ sessionId: z.string(), tabs: z.array(tab), stopped: z.boolean() }),
      ),
    }),
  },
  "proxy.set": {
    link: "daemon-extension",
    summary: "Route the hosts of sandboxes to the router; no hosts: route nothing",
    params: z.strictObject({
      hosts: z.array(canonicalHost).check(z.maxLength(1000)),
      /** The router's port for this browser, on 127.0.0.1. */
      port: z.int().check(z.minimum(1), z.maximum(65_535)),
    }),
    result: z.object({}),
  },

  // The service worker to a frame's content script

  "frame.ping": {
    link: "worker-frame",
    summary: "Answer, to show that the page's thread runs",
    params: nothing,
    result: z.object({}),
  },
  "frame.observe": {
    link: "worker-frame",
    summary: "Read this frame",
    params: z.strictObject({ form: observationForm }),
    result: frameReading,
  },
  "frame.locate": {
    link: "worker-frame",
    summary: "Find an element, bring it into view and give the point to act on",
    params: z.strictObject({
      id: elementId,
      /** What is about to be done; decides which conditions are checked. */
      purpose: z.enum(["click", "hover", "focus", "type", "select"]),
      timeoutMs: z.int().check(z.positive()),
    }),
    result: z.object({
      target,
      /** CSS px from the frame's top left corner. */
      x: z.number(),
      y: z.number(),
      /** How its value is set: by keys and insertion, by the element's own setter, or not at all. */
      editing: z.enum(["text", "setter", "contenteditable", "select", "none"]),
    }),
  },
  "frame.focus": {
    link: "worker-frame",
    summary: "Give an element the keyboard's focus",
    params: z.strictObject({ id: elementId }),
    result: z.object({ target, focused: z.boolean() }),
  },
  "frame.select-contents": {
    link: "worker-frame",
    summary: "Select all that stands in a field, or put the caret at its end",
    params: z.strictObject({ id: elementId, part: z.enum(["all", "end"]) }),
    result: z.object({ empty: z.boolean() }),
  },
  "frame.value": {
    link: "worker-frame",
    summary: "Tell the current value of a field",
    params: z.strictObject({ id: elementId }),
    result: z.object({
      value: z.string(),
      /** Present for a password: to compare with, not to be told to anyone. */
      secret: z.optional(z.literal(true)),
    }),
  },
  "frame.set-value": {
    link: "worker-frame",
    summary:
      "Set a field that takes no typing (date, range, colour) by its own setter, with its events",
    params: z.strictObject({ id: elementId, value: z.string() }),
    result: z.object({ value: z.string() }),
  },
  "frame.find-options": {
    link: "worker-frame",
    summary: "Resolve options of a select to their indices",
    params: z.strictObject({ id: elementId, options: z.array(z.string()) }),
    result: z.object({
      indices: z.array(z.int()),
      multiple: z.boolean(),
      /** Indices now selected. */
      selected: z.array(z.int()),
      /** Indices that can't be chosen by keys: disabled ones. */
      disabled: z.array(z.int()),
      count: z.int(),
    }),
  },
  "frame.select-options": {
    link: "worker-frame",
    summary: "Select options by the element's own setter, with its events",
    params: z.strictObject({ id: elementId, indices: z.array(z.int()) }),
    result: z.object({ value: z.string() }),
  },
  "frame.synthesize": {
    link: "worker-frame",
    summary: "Act by synthetic events, where trusted input can't be had",
    params: z.strictObject({ action }),
    result: z.object({ target: z.optional(target), value: z.optional(z.string()) }),
  },
  "frame.watch": {
    link: "worker-frame",
    summary: "Begin to note the page's work, before the input of an action",
    params: z.strictObject({ actionId }),
    result: z.object({}),
  },
  "frame.settle": {
    link: "worker-frame",
    summary: "Wait until the frame has finished reacting",
    params: settleOptions,
    result: settleReport,
  },

  // The side panel

  "panel.stop": {
    link: "panel-worker",
    summary: "Stop a session at once",
    params: z.strictObject({ sessionId }),
    result: z.object({}),
  },
  "panel.show": {
    link: "worker-panel",
    summary: "Show the state of the connection and of the sessions",
    params: z.strictObject({
      /** Live: measured by the heartbeat, not remembered. */
      connection: z.strictObject({
        state: z.enum(["connected", "connecting", "refused"]),
        /** Round trip of the last heartbeat, in ms. */
        beatMs: z.nullable(z.number()),
        /** When the last heartbeat was answered, ms since the epoch. */
        beatAt: z.nullable(z.number()),
        reason: z.string(),
        daemonVersion: z.string(),
      }),
      sessions: z.array(
        z.strictObject({
          sessionId: z.string(),
          agent: z.string(),
          title: z.string(),
          url: z.string(),
          step: z.int(),
          state: z.enum(["idle", "acting", "settling", "stopped"]),
          /** The action under way or the last one, in words. */
          doing: z.string(),
          input: inputMode,
          inputReason: z.string(),
        }),
      ),
    }),
    result: z.object({}),
  },
} as const satisfies Record<string, MethodSpec>;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
/** The methods of one link. */
export type MethodOn<L extends Link> = {
  [N in MethodName]: Methods[N]["link"] extends L ? N : never;
}[MethodName];
/** What a caller writes: defaults may be left out. */
export type ParamsInput<N extends MethodName> = z.input<Methods[N]["params"]>;
/** What a handler gets: parsed, defaults filled in. */
export type Params<N extends MethodName> = z.output<Methods[N]["params"]>;
export type Result<N extends MethodName> = z.output<Methods[N]["result"]>;

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

/** The names of one link's methods, in the registry's order. */
export function methodsOn<L extends Link>(link: L): readonly MethodOn<L>[] {
  return Object.keys(methods).filter(
    (name): name is MethodOn<L> => isMethodName(name) && methods[name].link === link,
  );
}
