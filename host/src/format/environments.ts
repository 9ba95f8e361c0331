// Formats environments as tables for people.
import type { Environment, EnvironmentStats } from "@webserv/shared/model/environment.ts";

import { formatStats } from "./results.ts";
import { pairs, table } from "./table.ts";
import { ago } from "./time.ts";

export function formatEnvironments(environments: readonly Environment[]): string {
  return table(
    ["environment", "state", "process", "sandboxes", "sessions", "made"],
    environments.map(({ environmentId, state, pid, sandboxes, sessions, createdAt }) => [
      environmentId,
      state,
      pid === undefined ? "" : String(pid),
      sandboxes.map(({ site, sandboxId }) => `${site}=${sandboxId}`).join(", "),
      sessions.join(", "),
      ago(createdAt),
    ]),
    "There is no environment. Make some with `webserv env create --count 4`.",
  );
}

export function formatEnvironmentStats(stats: EnvironmentStats): string {
  const { environmentId, sharedBy, memoryMiB, cpuSeconds, sandboxes } = stats;
  const share =
    sharedBy === 1
      ? "a browser of its own"
      : `its own pages and worker, and its share of a browser of ${sharedBy}`;
  return [
    pairs([
      ["environment", environmentId],
      ["memory", memoryMiB === null ? "not known here" : `${memoryMiB} MiB, ${share}`],
      ["processor", cpuSeconds === null ? "not known here" : `${cpuSeconds} s, ${share}`],
    ]),
    ...sandboxes.map((each) => formatStats(each)),
  ].join("\n\n");
}
