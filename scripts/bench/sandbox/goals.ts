// Sets the goals of the sandbox benchmark, and says which of them a run has met.
import { atLeast, atMost, faster, type Goal, share, type ShareWords } from "../goal.ts";
import { type Figures, heldOf, type SiteFigures, siteFigures } from "./figures.ts";

const ACQUIRE_MS = 10;
const SMALL_LAUNCH_MS = 250;
const FIRST_PAGE_SHARE = 0.3;
const BIG_FILE_FASTER = 5;
const DISK_SHARE = 0.25;
const SMALL_AT_ONCE = 200;
const WORDPRESS_AT_ONCE = 100;

/** Returns only the goals whose figures, and Docker's if they are relative to it, have been measured. */
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
      besideDocker("ms"),
    ),
    share("launch, WordPress", wordpress?.launch.Incus?.p50, dockerLaunch, 1, besideDocker("ms")),
    faster("launch, big file", bigFileLaunch, bigFile?.launch.Docker?.p50, BIG_FILE_FASTER),
    ...figures.sites.flatMap(weightGoals),
    atLeast("small clones at once", heldOf(figures, "small")?.answering, SMALL_AT_ONCE),
    atLeast("WordPress clones at once", heldOf(figures, "wordpress")?.answering, WORDPRESS_AT_ONCE),
  ];
  return goals.filter((goal) => goal !== undefined);
}

function weightGoals({ label, weight: { Incus: ours, Docker: theirs } }: SiteFigures) {
  return [
    share(
      `disk of a clone, ${label}`,
      ours?.diskMiB,
      theirs?.diskMiB,
      DISK_SHARE,
      besideDocker("MiB"),
    ),
    share(
      `memory of a clone, ${label}`,
      ours?.memoryMiB,
      theirs?.memoryMiB,
      1,
      besideDocker("MiB"),
    ),
  ];
}

function besideDocker(unit: string): ShareWords {
  return {
    goal: (limit) => (limit === 1 ? "≤ Docker's" : `≤ ${limit} × Docker's`),
    measured: (ours, theirs) => `${ours.toFixed(1)} ${unit} beside ${theirs.toFixed(1)} ${unit}`,
  };
}
