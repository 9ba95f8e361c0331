// Formats the daemon's answers as tables and short texts for people.
import { styleText } from "node:util";

import type { BrowserInfo } from "@webserv/shared/model/browser.ts";
import type {
  BackendState,
  PoolState,
  Sandbox,
  SandboxStats,
  SiteState,
} from "@webserv/shared/model/sandbox.ts";
import type { Session } from "@webserv/shared/model/session.ts";
import { siteUrl } from "@webserv/shared/model/site.ts";
import type { Site } from "@webserv/shared/model/site.ts";
import type { TrajectorySummary } from "@webserv/shared/model/trajectory.ts";
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { formatObservation } from "./observation.ts";
import { formatSessionBrowser } from "./session-browser.ts";
import { pairs, table } from "./table.ts";
import { ago, duration } from "./time.ts";

export function formatStatus(status: Result<"daemon.status">): string {
  return pairs([
    ["daemon", `running, process ${status.pid}, version ${status.version}`],
    ["since", ago(status.startedAt)],
    ["agents", `ws://127.0.0.1:${status.port}, token in ${status.tokenFile}`],
    ["socket", status.socket],
    ["data", status.dataDir],
    ["log", status.logFile],
    [
      "holds",
      [
        counted(status.browsers, "browser", "browsers"),
        counted(status.sessions, "session", "sessions"),
        counted(status.sandboxes, "sandbox", "sandboxes"),
      ].join(", "),
    ],
    ...status.backends.map(
      ({ name, available, reason }) =>
        [`on ${name}`, available ? "works" : (reason ?? "does not work")] as const,
    ),
  ]);
}

export function formatBrowsers(browsers: readonly BrowserInfo[]): string {
  return table(
    ["browser", "name", "kind", "profile", "process", "last seen", "sessions"],
    browsers.map((browser) => [
      browser.browserId,
      browser.name + (browser.headless === true ? " (headless)" : ""),
      browser.kind,
      browser.profile ?? (browser.pid === undefined ? "the person's own" : "temporary"),
      browser.pid === undefined ? "" : String(browser.pid),
      `${duration(browser.lastSeenMs)} ago`,
      browser.sessions.join(", "),
    ]),
    "No browser is connected. Launch one with `webserv browser launch`.",
  );
}

export function formatSessions(sessions: readonly Session[]): string {
  return table(
    ["session", "state", "agent", "browser", "page", "sandboxes", "steps", "last used"],
    sessions.map((session) => [
      session.sessionId,
      session.state,
      session.agent,
      session.browserId,
      session.tabs.find((tab) => tab.active)?.url ?? "",
      session.sandboxes.map(({ site, sandboxId }) => `${site}=${sandboxId}`).join(", "),
      String(session.steps),
      ago(session.lastUsedAt),
    ]),
    "No session is open. Open one with `webserv session open`.",
  );
}

export function formatOpened({ session, browser, observation }: Result<"session.open">): string {
  const sandboxes = session.sandboxes.map(({ url, sandboxId }) => `${url} (${sandboxId})`);
  const lines = [
    `session ${styleText("bold", session.sessionId)} in ${formatSessionBrowser(browser)}`,
    `${session.input} input${session.inputReason === undefined ? "" : ` (${session.inputReason})`}`,
    ...(sandboxes.length === 0 ? [] : [`sandboxes: ${sandboxes.join(", ")}`]),
    ...(observation === null ? [] : [formatObservation(observation)]),
  ];
  return lines.join("\n");
}

export function formatRemoved(
  name: string,
  { site, cleared, unasked }: Result<"site.remove">,
): string {
  const parts = [
    site === "kept" ? `${name} comes with WebServ and stays` : `removed ${name}`,
    ...(cleared.length === 0
      ? unasked.length === 0
        ? ["nothing was prepared of it"]
        : []
      : [`what was prepared of it is deleted (${cleared.join(", ")})`]),
    ...unasked.map(
      ({ name: backend, reason = "it does not work" }) =>
        `what ${backend} may have of it is still there, since it can't be asked now: ${reason}`,
    ),
  ];
  return parts.join("; ");
}

export function formatSites(sites: readonly Site[]): string {
  return table(
    ["site", "title", "hosts"],
    sites.map((site) => [site.name, site.title, site.hosts.map(siteUrl).join(", ")]),
    "No sites. Add one with `webserv site import`.",
  );
}

/** Says what is prepared of a site, and why other backends can't run it. */
export function formatSiteStates(
  { name, hosts }: Site,
  states: readonly SiteState[],
  unfit: readonly BackendState[] = [],
): string {
  return pairs([
    ["site", `${name} at ${hosts.map(siteUrl).join(", ")}`],
    ...states.map(
      ({ backend, prepared, imageDigest, preparedAt }) =>
        [
          `on ${backend}`,
          [
            prepared ? "prepared" : "not prepared",
            ...(preparedAt === undefined ? [] : [ago(preparedAt)]),
            ...(imageDigest === undefined ? [] : [imageDigest.slice(0, 19)]),
          ].join(", "),
        ] as const,
    ),
    ...unfit.map(({ name, reason }) => [`on ${name}`, `no: ${reason ?? "unfit"}`] as const),
  ]);
}

export function formatPools(pools: readonly PoolState[]): string {
  return table(
    ["site", "ready", "being made", "wanted", "least", "most", "held back by"],
    pools.map(({ site, ready, filling, target, min, max, held }) => [
      site,
      String(ready),
      String(filling),
      String(target),
      String(min),
      String(max),
      held ?? "",
    ]),
    "No pools: sandboxes are kept ready on incus alone, of sites that are imported there.",
  );
}

export function formatSandboxes(sandboxes: readonly Sandbox[]): string {
  const rows = table(
    [
      "sandbox",
      "site",
      "on",
      "state",
      "server",
      "hosts",
      "checkpoints",
      "parent",
      "made",
      "ready in",
      "kept until",
    ],
    sandboxes.map((sandbox) => [
      sandbox.sandboxId,
      sandbox.site,
      sandbox.backend,
      sandbox.state,
      sandbox.origin,
      sandbox.hosts.map(siteUrl).join(", "),
      sandbox.checkpoints.map(({ name }) => name).join(", "),
      sandbox.parent ?? "",
      ago(sandbox.createdAt),
      duration(sandbox.readyMs),
      sandbox.leaseUntil ?? "deleted",
    ]),
    "No sandboxes. Start one with `webserv sandbox create <site>`.",
  );
  // The failures are printed below the table, because a column this wide would tear it apart.
  const failures = sandboxes.flatMap(({ sandboxId, failure }) =>
    failure === undefined ? [] : [`${sandboxId} failed: ${failure}`],
  );
  return [rows, ...failures].join("\n");
}

export function formatStats(stats: SandboxStats): string {
  return pairs([
    ["memory", `${stats.memoryMiB.toFixed(1)} MiB`],
    ["disk", `${stats.diskMiB.toFixed(1)} MiB`],
    ["processor", `${stats.cpuSeconds.toFixed(2)} s`],
    ["processes", String(stats.processes)],
    ["outside", `${stats.overheadMiB.toFixed(1)} MiB that the engine holds for it`],
  ]);
}

export function formatTrajectories(trajectories: readonly TrajectorySummary[]): string {
  return table(
    ["session", "agent", "begun", "steps", "end"],
    trajectories.map((trajectory) => [
      trajectory.sessionId,
      trajectory.agent,
      ago(trajectory.startedAt),
      String(trajectory.steps),
      (trajectory.endReason ?? "open") + (trajectory.whole ? "" : " (cut off)"),
    ]),
    "No trajectories yet.",
  );
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
