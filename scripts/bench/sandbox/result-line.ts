// Writes the benchmark's last line, for machines: the figures named in the goals, and all others site by site.
import { type Figures, heldOf, type SiteFigures, siteFigures } from "./figures.ts";

/** Writes one JSON object in one line; what was not measured is null. */
export function resultLine(figures: Figures): string {
  const small = siteFigures(figures, "small");
  const wordpress = siteFigures(figures, "wordpress");
  const bigFile = siteFigures(figures, "big-file");
  const turned = small?.turns ?? figures.sites.find(({ turns }) => turns !== undefined)?.turns;
  const reset = (small?.resets.length ?? 0) > 0 ? small : figures.sites.find(hasResets);
  const weighed = wordpress?.weight.Incus === undefined ? figures.sites.find(isWeighed) : wordpress;
  const { Incus: ours, Docker: theirs } = weighed?.weight ?? {};
  const result = {
    acquireP50Ms: turned?.acquire.p50 ?? null,
    acquireToPageWordpressP50Ms: wordpress?.turns?.acquireToPage.p50 ?? null,
    resetP50Ms: turned?.reset.p50 ?? null,
    branchP50Ms: turned?.branch.p50 ?? null,
    resetsPerSecond: reset === undefined ? null : bestRate(reset),
    launchSmallP50Ms: small?.launch.Incus?.p50 ?? null,
    dockerLaunchSmallP50Ms: small?.launch.Docker?.p50 ?? null,
    launchWordpressP50Ms: wordpress?.launch.Incus?.p50 ?? null,
    dockerLaunchWordpressP50Ms: wordpress?.launch.Docker?.p50 ?? null,
    launchBigFileP50Ms: bigFile?.launch.Incus?.p50 ?? null,
    dockerLaunchBigFileP50Ms: bigFile?.launch.Docker?.p50 ?? null,
    diskPerCloneMiB: ours?.diskMiB ?? null,
    dockerDiskPerCloneMiB: theirs?.diskMiB ?? null,
    memoryPerCloneMiB: ours?.memoryMiB ?? null,
    dockerMemoryPerCloneMiB: theirs?.memoryMiB ?? null,
    memoryVsDocker:
      ours === undefined || theirs === undefined ? null : ours.memoryMiB / theirs.memoryMiB,
    concurrentSmall: heldOf(figures, "small")?.answering ?? null,
    concurrentWordpress: heldOf(figures, "wordpress")?.answering ?? null,
    sites: figures.sites,
    density: figures.density ?? null,
  };
  // The figures are rounded to thousandths: more digits than that are noise.
  return JSON.stringify(result, (_, value: unknown) =>
    typeof value === "number" ? Math.round(value * 1000) / 1000 : value,
  );
}

function hasResets({ resets }: SiteFigures): boolean {
  return resets.length > 0;
}

function isWeighed({ weight }: SiteFigures): boolean {
  return weight.Incus !== undefined;
}

function bestRate({ resets }: SiteFigures): number {
  return Math.max(...resets.map(({ perSecond }) => perSecond));
}
