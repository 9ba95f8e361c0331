// The goals of the sandbox benchmark, and which of them a run has met.
import { type Figures, heldOf, type SiteFigures, siteFigures } from "./figures.ts";

export interface Goal {
  readonly name: string;
  /** What was asked for, such as `≤ 10 ms`. */
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

const ACQUIRE_MS = 10;
const SMALL_LAUNCH_MS = 250;
const FIRST_PAGE_SHARE = 0.3;
const BIG_FILE_FASTER = 5;
const DISK_SHARE = 0.25;
const SMALL_AT_ONCE = 200;
const WORDPRESS_AT_ONCE = 100;

/** Only those whose figures, and Docker's where they are relative to it, have been measured. */
export function goalsOf(figures: Figures): Goal[] {
  const small = siteFigures(figures, "small");
  const wordpress = siteFigures(figures, "wordpress");
  const bigFile = siteFigures(figures, "big-file");
  const dockerLaunch = wordpress?.launch.Docker?.p50;
  const bigFileLaunch = bigFile?.launch.Incus?.p50;
  const goals = [
    ...figures.sites.map((site) =>
      atMost(`acquire, ${site.label}`, site.turns?.acquire.p50, ACQUIRE_MS, "ms"),
    ),
    atMost("launch, small", small?.launch.Incus?.p50, SMALL_LAUNCH_MS, "ms"),
    share(
      "acquire to first page, WordPress",
      wordpress?.turns?.acquireToPage.p50,
      dockerLaunch,
      FIRST_PAGE_SHARE,
      "ms",
    ),
    share("launch, WordPress", wordpress?.launch.Incus?.p50, dockerLaunch, 1, "ms"),
    faster("launch, big file", bigFileLaunch, bigFile?.launch.Docker?.p50, BIG_FILE_FASTER),
    ...figures.sites.flatMap(weightGoals),
    atLeast("small clones at once", heldOf(figures, "small")?.answering, SMALL_AT_ONCE),
    atLeast("WordPress clones at once", heldOf(figures, "wordpress")?.answering, WORDPRESS_AT_ONCE),
  ];
  return goals.filter((goal) => goal !== undefined);
}

function weightGoals({ label, weight: { Incus: ours, Docker: theirs } }: SiteFigures) {
  return [
    share(`disk of a clone, ${label}`, ours?.diskMiB, theirs?.diskMiB, DISK_SHARE, "MiB"),
    share(`memory of a clone, ${label}`, ours?.memoryMiB, theirs?.memoryMiB, 1, "MiB"),
  ];
}

function atMost(
  name: string,
  value: number | undefined,
  limit: number,
  unit: string,
): Goal | undefined {
  if (value === undefined) return undefined;
  const measured = `${value.toFixed(1)} ${unit}`;
  return { name, goal: `≤ ${limit} ${unit}`, measured, met: value <= limit };
}

function atLeast(name: string, value: number | undefined, least: number): Goal | undefined {
  if (value === undefined) return undefined;
  return { name, goal: `≥ ${least}`, measured: String(value), met: value >= least };
}

function share(
  name: string,
  ours: number | undefined,
  theirs: number | undefined,
  limit: number,
  unit: string,
): Goal | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  const [value, docker] = [ours, theirs].map((amount) => amount.toFixed(1));
  return {
    name,
    goal: limit === 1 ? "≤ Docker's" : `≤ ${limit} × Docker's`,
    measured: `${value} ${unit} beside ${docker} ${unit}`,
    met: ours <= limit * theirs,
  };
}

function faster(
  name: string,
  ours: number | undefined,
  theirs: number | undefined,
  times: number,
): Goal | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  const measured = `${ours.toFixed(1)} ms beside ${theirs.toFixed(1)} ms, ${(theirs / ours).toFixed(1)} × faster`;
  return { name, goal: `≥ ${times} × faster`, measured, met: theirs >= times * ours };
}
