// The goals of the benchmark of readings, and which of them a run has met.
import { applicationTokens, type Figures, sharesOf, sizeOf } from "./figures.ts";

export interface Goal {
  readonly name: string;
  /** What was asked for, such as `≤ 50 ms`. */
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

const MS_10K = 50;
const MS_100K = 500;
const MS_FIRST = 15;
const FASTER = 20;
const HTML_SHARE = 0.1;
const PLAYWRIGHT_SHARE = 0.5;
const RECALL = 0.99;

/** Of an ordinary page. */
const ORDINARY = { group: "store", name: "home" };

/** Only those whose figures have been measured. */
export function goalsOf(figures: Figures): Goal[] {
  const at10k = sizeOf(figures, 10_000);
  const at100k = sizeOf(figures, 100_000);
  const tokens = applicationTokens(figures);
  const ordinary = figures.pages.find(
    ({ group, name }) => group === ORDINARY.group && name === ORDINARY.name,
  );
  const groups = [...new Set(figures.pages.map(({ group }) => group))];
  const goals = [
    atMost("10,000 nodes", at10k?.times.task.p50, MS_10K),
    atMost("100,000 nodes", at100k?.times.task.p50, MS_100K),
    atMost("first reading of an ordinary page", ordinary?.size?.times.firstMs, MS_FIRST),
    faster(at10k?.times.worker.p50, at10k?.playwright?.p50),
    share("tokens, of raw HTML's", tokens?.reading, tokens?.html, HTML_SHARE),
    share("tokens, of Playwright's", tokens?.reading, tokens?.playwright, PLAYWRIGHT_SHARE),
    ...groups.map((name) => {
      const pages = figures.pages.filter(({ group }) => group === name);
      return atLeast(`recall, ${name}`, sharesOf(pages)?.recall);
    }),
  ];
  return goals.filter((goal) => goal !== undefined);
}

function atMost(name: string, ms: number | undefined, limit: number): Goal | undefined {
  if (ms === undefined) return undefined;
  return { name, goal: `≤ ${limit} ms`, measured: `${ms.toFixed(1)} ms`, met: ms <= limit };
}

function faster(ours: number | undefined, theirs: number | undefined): Goal | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  return {
    name: "10,000 nodes beside Playwright",
    goal: `≥ ${FASTER} × faster`,
    measured: `${(theirs / ours).toFixed(1)} × faster`,
    met: theirs >= FASTER * ours,
  };
}

function share(
  name: string,
  ours: number | undefined,
  theirs: number | undefined,
  limit: number,
): Goal | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  return {
    name,
    goal: `≤ ${percent(limit)}`,
    measured: percent(ours / theirs),
    met: ours <= limit * theirs,
  };
}

function atLeast(name: string, recall: number | undefined): Goal | undefined {
  if (recall === undefined) return undefined;
  return { name, goal: `≥ ${percent(RECALL)}`, measured: percent(recall), met: recall >= RECALL };
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
