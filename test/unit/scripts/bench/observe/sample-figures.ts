// Figures of readings for tests of what is made of them.
import type { Figures, PageFigures, Tokens } from "../../../../../scripts/bench/observe/figures.ts";
import type { Spread } from "../../../../../scripts/bench/report.ts";

/** A spread of one value. */
export function at(value: number): Spread {
  return { n: 1, p50: value, p95: value, min: value, max: value };
}

export function times(ms: number) {
  return {
    settlingCpuMs: ms,
    firstMs: ms,
    firstCpuMs: ms,
    task: at(ms),
    cpu: at(ms),
    worker: at(ms),
  };
}

export function page(
  group: string,
  name: string,
  tokens: Partial<Tokens>,
  judged: { truths: number; found: number; read: number; right: number },
): PageFigures {
  return {
    group,
    name,
    size: {
      nodes: 1000,
      times: times(15),
      playwrightMs: 100,
      tokens: {
        reading: 100,
        byDefault: 100,
        states: 10,
        html: 1000,
        accessibilityTree: 300,
        playwright: 200,
        ...tokens,
      },
      use: { total: 100, ids: 20, addresses: 10, otherAttributes: 10, tags: 30, text: 30 },
    },
    judged: { ...judged, misses: [], extras: [] },
  };
}

/** Each figure at its goal's limit. */
export const allMet: Figures = {
  sizes: [
    { nodes: 10_000, times: times(50), playwright: at(1000) },
    { nodes: 100_000, times: times(500) },
  ],
  pages: [
    page("store", "home", { reading: 900 }, { truths: 100, found: 99, read: 100, right: 100 }),
    page("wordpress", "posts", {}, { truths: 200, found: 198, read: 200, right: 190 }),
    page(
      "evershop",
      "shop",
      { reading: 300, html: 3000, playwright: 600 },
      { truths: 100, found: 100, read: 100, right: 100 },
    ),
  ],
};
