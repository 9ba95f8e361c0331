// Figures as a run might bring them, for tests of what is made of them.
import { spreadOf } from "../../../../../scripts/bench/report.ts";
import type { Figures, SiteFigures, Weight } from "../../../../../scripts/bench/sandbox/figures.ts";

export function at(...values: number[]) {
  return spreadOf(values);
}

export function weight(diskMiB: number, memoryMiB: number): Weight {
  const clones = 4;
  return { clones, diskMiB, memoryMiB, memorySpread: at(memoryMiB), notFreeMiB: 1 };
}

/** Every goal met, WordPress's and the big file's exactly at their limits. */
export const allMet: Figures = {
  sites: [
    site("small", "small (nginx)", {
      launch: { Incus: at(200, 210, 240), Docker: at(300) },
      turns: { acquire: at(6), acquireToPage: at(9), reset: at(7), branch: at(80) },
      resets: [
        { atOnce: 1, perSecond: 5, resets: 50, seconds: 10 },
        { atOnce: 4, perSecond: 9, resets: 90, seconds: 10 },
        { atOnce: 8, perSecond: 8.5, resets: 85, seconds: 10 },
      ],
      weight: { Incus: weight(0.5, 10), Docker: weight(2, 11) },
    }),
    site("wordpress", "WordPress", {
      launch: { Incus: at(1000), Docker: at(1000) },
      turns: { acquire: at(10), acquireToPage: at(300), reset: at(9), branch: at(900) },
      weight: { Incus: weight(10, 90), Docker: weight(40, 100) },
    }),
    site("big-file", "big file", { launch: { Incus: at(1000), Docker: at(5000) } }),
  ],
  density: {
    availableMiB: 3000,
    held: [held("small", 200), held("wordpress", 100)],
  },
};

export function held(key: string, answering: number) {
  return { key, label: key, wanted: answering, launched: answering, answering, seconds: 60 };
}

export function site(
  key: string,
  label: string,
  found: Partial<Omit<SiteFigures, "key" | "label">>,
): SiteFigures {
  return { key, label, launch: {}, weight: {}, resets: [], ...found };
}
