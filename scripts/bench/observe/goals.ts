// Sets the goals of the benchmark of readings, and says which of them a run has met.
import { atLeast, atMost, faster, type Goal, share } from "../goal.ts";
import { applicationTokens, type Figures, sharesOf, sizeOf } from "./figures.ts";

const MS_10K = 50;
const MS_100K = 500;
const MS_FIRST = 15;
const MS_TASK = 50;
const FASTER = 20;
const HTML_SHARE = 0.1;
const PLAYWRIGHT_SHARE = 0.5;
const RECALL = 0.99;

/** Names an ordinary page. */
const ORDINARY = { group: "store", name: "home" };

/** Returns only the goals whose figures have been measured. */
export function goalsOf(figures: Figures): Goal[] {
  const at10k = sizeOf(figures, 10_000);
  const at100k = sizeOf(figures, 100_000);
  const tokens = applicationTokens(figures);
  const ordinary = figures.pages.find(
    ({ group, name }) => group === ORDINARY.group && name === ORDINARY.name,
  );
  const groups = [...new Set(figures.pages.map(({ group }) => group))];
  const goals = [
    atMost("10,000 nodes", at10k?.times.task.p50, MS_10K, "ms"),
    atMost("100,000 nodes", at100k?.times.task.p50, MS_100K, "ms"),
    atMost("longest task on 100,000 nodes", at100k?.longestTask?.p50, MS_TASK, "ms"),
    atMost("first reading of an ordinary page", ordinary?.size?.times.firstMs, MS_FIRST, "ms"),
    faster(
      "10,000 nodes beside Playwright",
      at10k?.times.worker.p50,
      at10k?.playwright?.p50,
      FASTER,
    ),
    share("tokens, of raw HTML's", tokens?.reading, tokens?.html, HTML_SHARE, inPercent),
    share(
      "tokens, of Playwright's",
      tokens?.reading,
      tokens?.playwright,
      PLAYWRIGHT_SHARE,
      inPercent,
    ),
    ...groups.map((name) => {
      const pages = figures.pages.filter(({ group }) => group === name);
      return atLeast(`recall, ${name}`, sharesOf(pages)?.recall, RECALL, percent);
    }),
  ];
  return goals.filter((goal) => goal !== undefined);
}

const inPercent = {
  goal: (limit: number) => `≤ ${percent(limit)}`,
  measured: (ours: number, theirs: number) => percent(ours / theirs),
};

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
