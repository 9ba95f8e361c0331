// Prints the figures of readings for a person, beside the goals.
import { spreadHeader, spreadRow } from "../report.ts";
import type { Figures, PageFigures, ReadingTimes, SizeFigures } from "./figures.ts";
import { sharesOf } from "./figures.ts";
import { goalsOf, percent } from "./goals.ts";

const NAME_WIDTH = 36;
/** The most differences that are printed of one page; the line of JSON has all. */
const MOST_TOLD = 12;

export function reportLines(figures: Figures): string[] {
  return [
    ...sizeLines(figures.sizes),
    ...pageLines(figures.pages),
    ...recallLines(figures.pages),
    ...goalLines(figures),
  ];
}

function sizeLines(sizes: readonly SizeFigures[]): string[] {
  if (sizes.length === 0) return [];
  const rows = sizes.flatMap(({ nodes, times, longestTask, playwright }) => {
    const name = `${nodes.toLocaleString("en")} nodes`;
    return [
      ...timeRows(name, times),
      ...(longestTask === undefined ? [] : [spreadRow("  longest task, traced", longestTask)]),
      ...(playwright === undefined ? [] : [spreadRow(`  Playwright's snapshot`, playwright)]),
    ];
  });
  return ["", spreadHeader("ms"), ...rows, ...sizes.flatMap(profileLines)];
}

function profileLines({ nodes, profile }: SizeFigures): string[] {
  if (profile === undefined) return [];
  const rows = profile.map(({ name, selfMs, totalMs }) =>
    columns(name, [selfMs.toFixed(1), totalMs.toFixed(1)]),
  );
  const title = `${nodes.toLocaleString("en")} nodes, ms a reading`;
  return ["", columns(title, ["itself", "with calls"]), ...rows];
}

function timeRows(
  name: string,
  { settlingCpuMs, firstMs, firstCpuMs, task, cpu, worker }: ReadingTimes,
): string[] {
  return [
    spreadRow(`${name}, main thread`, task),
    spreadRow("  of the processor", cpu),
    spreadRow("  at the service worker", worker),
    columns("  first reading, main thread", [firstMs.toFixed(1)]),
    columns("    of the processor", [firstCpuMs.toFixed(1)]),
    columns("    while settling before it", [settlingCpuMs.toFixed(1)]),
  ];
}

function pageLines(pages: readonly PageFigures[]): string[] {
  const rows = pages.flatMap(({ group, name, size }) => {
    if (size === undefined) return [];
    const { tokens, times } = size;
    return [
      columns(`${group}: ${name}`, [
        size.nodes,
        tokens.byDefault,
        tokens.reading,
        percent(tokens.reading / tokens.html),
        percent(tokens.reading / tokens.playwright),
        tokens.states,
        tokens.html,
        tokens.accessibilityTree,
        tokens.playwright,
        times.firstMs.toFixed(1),
        times.firstCpuMs.toFixed(1),
        times.task.p50.toFixed(1),
        times.cpu.p50.toFixed(1),
        size.playwrightMs.toFixed(0),
      ]),
    ];
  });
  const heads =
    "nodes|shown|whole|of HTML|of Playw.|states|HTML|ax tree|Playw.|first ms|first cpu|ms|cpu ms|Playw. ms".split(
      "|",
    );
  return rows.length === 0 ? [] : ["", columns("", heads), ...rows];
}

function recallLines(pages: readonly PageFigures[]): string[] {
  const judged = pages.filter((page) => page.judged !== undefined);
  if (judged.length === 0) return [];
  const groups = [...new Set(judged.map(({ group }) => group))];
  const rows = groups.map((name) => {
    const of = judged.filter(({ group }) => group === name);
    const shares = sharesOf(of);
    const truths = of.reduce((sum, page) => sum + (page.judged?.truths ?? 0), 0);
    return columns(name, [
      of.length,
      truths,
      percent(shares?.recall ?? 0),
      percent(shares?.precision ?? 0),
    ]);
  });
  return [
    "",
    columns("", ["pages", "elements", "recall", "precision"]),
    ...rows,
    ...judged.flatMap(differenceLines),
  ];
}

function differenceLines({ group, name, judged }: PageFigures): string[] {
  const { misses = [], extras = [] } = judged ?? {};
  const told = [
    ...misses.map(({ element, why }) => `  missed ${element}: ${why}`),
    ...extras.map(({ element, why, id }) => `  not so ${id ?? ""} ${element}: ${why}`),
  ];
  if (told.length === 0) return [];
  const left = told.length - MOST_TOLD;
  return [
    `${group}: ${name}`,
    ...told.slice(0, MOST_TOLD),
    ...(left > 0 ? [`  … ${left} more`] : []),
  ];
}

function goalLines(figures: Figures): string[] {
  const rows = goalsOf(figures).map(
    ({ name, goal, measured, met }) =>
      `${met ? "met   " : "MISSED"} ${name.padEnd(NAME_WIDTH)} ${goal.padEnd(16)} ${measured}`,
  );
  return rows.length === 0 ? [] : ["", ...rows];
}

function columns(name: string, values: readonly (string | number)[]): string {
  return `${name.padEnd(NAME_WIDTH)}${values.map((value) => String(value).padStart(10)).join("")}`;
}
