import { expect, test } from "vitest";

import { reportLines } from "../../../../../scripts/bench/sandbox/report-text.ts";
import { resultLine } from "../../../../../scripts/bench/sandbox/result-line.ts";
import { allMet, at, site } from "./sample-figures.ts";

test("the last line is one JSON object with the figures named in the goals", () => {
  const line = resultLine(allMet);
  expect(line).not.toContain("\n");
  expect(JSON.parse(line)).toMatchObject({
    acquireP50Ms: 6,
    acquireToPageWordpressP50Ms: 300,
    resetP50Ms: 7,
    branchP50Ms: 80,
    resetsPerSecond: 9,
    launchSmallP50Ms: 210,
    launchWordpressP50Ms: 1000,
    dockerLaunchWordpressP50Ms: 1000,
    launchBigFileP50Ms: 1000,
    dockerLaunchBigFileP50Ms: 5000,
    diskPerCloneMiB: 10,
    dockerDiskPerCloneMiB: 40,
    memoryVsDocker: 0.9,
    concurrentSmall: 200,
    concurrentWordpress: 100,
  });
});

test("a figure that was not measured is null, and not left out", () => {
  const result: unknown = JSON.parse(resultLine({ sites: [] }));
  expect(result).toEqual({
    acquireP50Ms: null,
    acquireToPageWordpressP50Ms: null,
    resetP50Ms: null,
    branchP50Ms: null,
    resetsPerSecond: null,
    launchSmallP50Ms: null,
    dockerLaunchSmallP50Ms: null,
    launchWordpressP50Ms: null,
    dockerLaunchWordpressP50Ms: null,
    launchBigFileP50Ms: null,
    dockerLaunchBigFileP50Ms: null,
    diskPerCloneMiB: null,
    dockerDiskPerCloneMiB: null,
    memoryPerCloneMiB: null,
    dockerMemoryPerCloneMiB: null,
    memoryVsDocker: null,
    concurrentSmall: null,
    concurrentWordpress: null,
    sites: [],
    density: null,
  });
});

test("a figure without Docker's beside it stands alone", () => {
  const turns = { acquire: at(5), acquireToPage: at(6), reset: at(7), branch: at(8) };
  const line = resultLine({ sites: [site("evershop", "EverShop", { turns })] });
  expect(JSON.parse(line)).toMatchObject({ acquireP50Ms: 5, memoryVsDocker: null });
});

test("the report shows both engines in one table, and each goal with what was measured", () => {
  const text = reportLines(allMet).join("\n");
  expect(text).toMatch(/^launch, small \(nginx\), Incus +210\.0 +240\.0 +200\.0 +240\.0 +3$/m);
  expect(text).toMatch(/^launch, small \(nginx\), Docker +300\.0/m);
  expect(text).toMatch(/^WordPress, Docker +40\.0 +100\.0/m);
  expect(text).toMatch(/^small \(nginx\) +5\.00 +9\.00 +8\.50$/m);
  expect(text).toMatch(/^met +launch, big file +≥ 5 × faster +1000\.0 ms beside 5000\.0 ms/m);
  expect(text).not.toContain("MISSED");
});

test("a report of nothing has no lines", () => {
  expect(reportLines({ sites: [] })).toEqual([]);
});
