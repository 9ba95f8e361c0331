// Says which command calls which method, and how its answer is shown. A method without an entry does not compile.
import { existsSync } from "node:fs";
import { resolve } from "node:path";

import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

import { OPEN_TIMEOUT_MS } from "../../reach/agent-limits.ts";
import { displayVariables } from "../../browser/launch/display.ts";
import { absoluteImage, isSiteName } from "../../site/site-reference.ts";
import { callersFolder } from "./callers-folder.ts";
import { formatEnvironments, formatEnvironmentStats } from "../../format/environments.ts";
import { formatObservation } from "../../format/observation.ts";
import {
  formatBrowsers,
  formatOpened,
  formatPools,
  formatRemoved,
  formatSandboxes,
  formatSessions,
  formatSites,
  formatSiteStates,
  formatStats,
  formatStatus,
  formatTrajectories,
} from "../../format/results.ts";
import { formatScreenshot } from "../../format/screenshot.ts";
import { formatStep } from "../../format/step.ts";
import { formatTrajectory } from "../../format/trajectory.ts";
import { rememberSession } from "./shell-session.ts";
import { uniqueId } from "./unique-id.ts";

export type AgentMethod = MethodOn<"agent-daemon">;

export interface MethodCommand<N extends AgentMethod> {
  /** The words of the command, such as session, open. */
  readonly path: readonly string[];
  /** Formats the answer for people. */
  readonly show: (result: Result<N>, params: ParamsInput<N>) => string;
  /** Adds the parameters that the CLI itself knows. */
  readonly complete?: (params: ParamsInput<N>) => ParamsInput<N>;
  /** Returns the part of the answer that goes to stderr, for people. */
  readonly stderrText?: (result: Result<N>) => string;
  /** Remembers what later commands need of the answer. */
  readonly keep?: (result: Result<N>, params: ParamsInput<N>) => void;
  /** Returns the command's exit code, if it is not always 0. */
  readonly exitCode?: (result: Result<N>) => number;
  /** Parameters that make no sense on a command line, each with the reason. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** The session is taken from --session, WEBSERV_SESSION, or `chooseSession`. */
  readonly inSession?: boolean;
  /** Does not start a daemon. */
  readonly runningOnly?: boolean;
  /** Deadline of the call, if it is not the usual 30 s. */
  readonly timeoutMs?: number;
}

/** A method that no command calls, and why. */
export interface Unreached {
  readonly reason: string;
}

export const LONG_TIMEOUT_MS = 120_000;
/** Gigabytes are fetched, unpacked and booted; Ctrl-C ends it. */
const IMPORT_TIMEOUT_MS = 6 * 3_600_000;
const EXEC_TIMEOUT_MS = 600_000;

export const commands: {
  readonly [N in AgentMethod]: MethodCommand<N> | Unreached;
} = {
  "daemon.hello": { reason: "every command says it when it connects" },
  "daemon.status": { path: ["daemon", "status"], show: formatStatus, runningOnly: true },
  "daemon.stop": {
    reason: "`webserv daemon stop` also waits for the process and takes a stopped daemon for done",
  },

  "browser.launch": {
    path: ["browser", "launch"],
    show: (browser) => formatBrowsers([browser]),
    hidden: {
      display: "taken from the environment",
    },
    complete: (params) => ({
      ...params,
      display: displayVariables(process.env),
      ...executableOf(params),
    }),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "browser.list": { path: ["browser", "list"], show: ({ browsers }) => formatBrowsers(browsers) },
  "browser.close": {
    path: ["browser", "close"],
    show: (_result, { browserId }) => `closed ${browserId}`,
  },

  "session.open": {
    path: ["session", "open"],
    show: formatOpened,
    // It belongs to no shell, and is chosen only if it is the only one; `webserv open` makes it its
    // shell's.
    keep: ({ session }) => rememberSession(session.sessionId, []),
    hidden: {
      display: "taken from the environment",
      lifetime: "the connection of a command ends with the command",
      replaces: "`webserv session close` closes one",
      observe: "`webserv observe` tells the page otherwise",
      progressId: "made up by the command, which prints what it is told",
    },
    complete: (params) => ({
      ...params,
      progressId: uniqueId(),
      display: displayVariables(process.env),
      filesFrom: resolve(callersFolder(), params.filesFrom ?? "."),
    }),
    timeoutMs: OPEN_TIMEOUT_MS,
  },
  "session.list": {
    path: ["session", "list"],
    show: ({ sessions }) => formatSessions(sessions),
  },
  "session.close": {
    path: ["session", "close"],
    show: (_result, { sessionId }) => `closed ${sessionId}`,
  },
  "session.observe": { path: ["observe"], show: formatObservation, inSession: true },
  "session.screenshot": {
    path: ["screenshot"],
    show: (picture) => formatScreenshot("", picture),
    hidden: { area: "--id, --full-page", marks: "--marks, --mark" },
    inSession: true,
  },
  "session.act": {
    path: ["act"],
    show: (step) => formatStep(step),
    hidden: {
      action: "its own commands: webserv act click, act type, …",
      actionId: "--action-id; a random one if left out",
      settle: "--settle, --idle-ms, --budget-ms",
      observe: "--form",
      agent: "told by `webserv run`, which knows how it came to an action",
    },
    inSession: true,
  },
  "session.ping": { path: ["ping"], show: () => "the page answers", inSession: true },

  "env.create": {
    path: ["env", "create"],
    show: ({ environments }) => formatEnvironments(environments),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "events.subscribe": { reason: "a command's connection ends with the command" },
  "events.unsubscribe": { reason: "as events.subscribe" },

  "env.list": {
    path: ["env", "list"],
    show: ({ environments }) => formatEnvironments(environments),
  },
  "env.reset": {
    path: ["env", "reset"],
    show: (environment) => formatEnvironments([environment]),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "env.delete": {
    path: ["env", "delete"],
    show: (_result, { environmentId }) => `${environmentId} is gone`,
  },
  "env.stats": { path: ["env", "stats"], show: formatEnvironmentStats },

  "site.list": { path: ["site", "list"], show: ({ sites }) => formatSites(sites) },
  "site.import": {
    path: ["site", "import"],
    show: ({ site, state }) => formatSiteStates(site, [state]),
    hidden: { progressId: "made up by the command, which prints what it is told" },
    complete: importOf,
    timeoutMs: IMPORT_TIMEOUT_MS,
  },
  "site.status": {
    path: ["site", "status"],
    show: ({ site, states, unfit }) => formatSiteStates(site, states, unfit),
  },
  "site.remove": {
    path: ["site", "remove"],
    show: (result, { site }) => formatRemoved(site, result),
  },

  "sandbox.create": {
    path: ["sandbox", "create"],
    show: (sandbox) => formatSandboxes([sandbox]),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "sandbox.list": {
    path: ["sandbox", "list"],
    show: ({ sandboxes }) => formatSandboxes(sandboxes),
  },
  "sandbox.checkpoint": {
    path: ["sandbox", "checkpoint"],
    show: (sandbox) => formatSandboxes([sandbox]),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "sandbox.restore": {
    path: ["sandbox", "restore"],
    show: (sandbox) => formatSandboxes([sandbox]),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "sandbox.reset": {
    path: ["sandbox", "reset"],
    show: (sandbox) => formatSandboxes([sandbox]),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "sandbox.branch": {
    path: ["sandbox", "branch"],
    show: (sandbox) => formatSandboxes([sandbox]),
    timeoutMs: LONG_TIMEOUT_MS,
  },
  "sandbox.delete": {
    path: ["sandbox", "delete"],
    show: ({ existed }, { sandboxId }) =>
      existed ? `${sandboxId} is gone` : `no sandbox has the id ${JSON.stringify(sandboxId)}`,
  },
  "sandbox.renew": {
    path: ["sandbox", "renew"],
    show: (sandbox) => formatSandboxes([sandbox]),
  },
  "sandbox.stats": { path: ["sandbox", "stats"], show: formatStats },
  "sandbox.logs": { path: ["sandbox", "logs"], show: ({ text }) => text.trimEnd() },
  "sandbox.exec": {
    path: ["sandbox", "exec"],
    show: ({ stdout }) => stdout.replace(/\n$/, ""),
    stderrText: ({ stderr, truncated }) =>
      `${stderr}${truncated ? "\n(some of what was written is missing)" : ""}`.replace(
        /^\n|\n$/,
        "",
      ),
    exitCode: ({ exitCode }) => exitCode,
    timeoutMs: EXEC_TIMEOUT_MS,
  },

  "pool.list": { path: ["pool", "list"], show: ({ pools }) => formatPools(pools) },
  "pool.set": { path: ["pool", "set"], show: (pool) => formatPools([pool]) },

  "trajectory.list": {
    path: ["trajectory", "list"],
    show: ({ trajectories }) => formatTrajectories(trajectories),
  },
  "trajectory.show": { path: ["trajectory", "show"], show: formatTrajectory },
};

/** The daemon has another working folder, so paths are made absolute here. */
function importOf({ site, image, ...params }: ParamsInput<"site.import">) {
  return {
    ...params,
    site: isSiteName(site) ? site : resolve(callersFolder(), site),
    ...(image === undefined ? {} : { image: imageOf(image) }),
    progressId: uniqueId(),
  };
}

function imageOf(image: string): string {
  return existsSync(resolve(callersFolder(), image))
    ? resolve(callersFolder(), image)
    : absoluteImage(image, callersFolder());
}

/** The daemon has another working folder, so a path is made absolute here. */
function executableOf({
  executable,
}: ParamsInput<"browser.launch">): Pick<ParamsInput<"browser.launch">, "executable"> {
  return executable?.includes("/") === true
    ? { executable: resolve(callersFolder(), executable) }
    : {};
}
