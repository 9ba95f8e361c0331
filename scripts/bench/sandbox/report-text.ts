// Prints the sandbox benchmark's figures for a person, the goals beside them.
import { spreadHeader, spreadRow } from "../report.ts";
import type { Density, Figures, ResetRate, SiteFigures, Weight } from "./figures.ts";
import { goalsOf } from "./goals.ts";

const ENGINES = ["Incus", "Docker"] as const;
const NAME_WIDTH = 36;

export function reportLines(figures: Figures): string[] {
  return [
    ...timeLines(figures.sites),
    ...weightLines(figures.sites),
    ...resetLines(figures.sites),
    ...densityLines(figures.density),
    ...goalLines(figures),
  ];
}

function timeLines(sites: readonly SiteFigures[]): string[] {
  const rows = sites.flatMap(({ label, launch, turns }) => [
    ...ENGINES.flatMap((engine) => {
      const spread = launch[engine];
      return spread === undefined ? [] : [spreadRow(`launch, ${label}, ${engine}`, spread)];
    }),
    ...(turns === undefined
      ? []
      : [
          spreadRow(`acquire, ${label}`, turns.acquire),
          spreadRow(`acquire to page, ${label}`, turns.acquireToPage),
          spreadRow(`reset, ${label}`, turns.reset),
          spreadRow(`branch, ${label}`, turns.branch),
        ]),
  ]);
  return rows.length === 0 ? [] : ["", spreadHeader("ms"), ...rows];
}

function weightLines(sites: readonly SiteFigures[]): string[] {
  const rows = sites.flatMap(({ label, weight }) =>
    ENGINES.flatMap((engine) => {
      const found = weight[engine];
      return found === undefined ? [] : [weightRow(`${label}, ${engine}`, found)];
    }),
  );
  const names = ["disk", "memory", "least", "most", "not free", "n"];
  return rows.length === 0 ? [] : ["", columns("MiB per clone", names), ...rows];
}

function weightRow(name: string, weight: Weight): string {
  const { diskMiB, memoryMiB, memorySpread, notFreeMiB } = weight;
  const values = [diskMiB, memoryMiB, memorySpread.min, memorySpread.max, notFreeMiB];
  return columns(name, [...values.map((value) => value.toFixed(1)), String(weight.clones)]);
}

function resetLines(sites: readonly SiteFigures[]): string[] {
  const measured = sites.filter(({ resets }) => resets.length > 0);
  const [first] = measured;
  if (first === undefined) return [];
  const heads = first.resets.map(({ atOnce }) => `${atOnce} at once`);
  return [
    "",
    columns("resets/s, sustained", heads),
    ...measured.map(({ label, resets }) => columns(label, resets.map(rateText))),
  ];
}

function rateText({ perSecond }: ResetRate): string {
  return perSecond.toFixed(2);
}

function densityLines(density: Density | undefined): string[] {
  if (density === undefined) return [];
  const rows = density.held.map((held) =>
    columns(held.label, [
      String(held.wanted),
      String(held.launched),
      String(held.answering),
      held.pageMs?.p50.toFixed(0) ?? "-",
      held.pageMs?.p95.toFixed(0) ?? "-",
      held.seconds.toFixed(0),
    ]),
  );
  const notes = density.held.flatMap(({ label, stoppedBy }) =>
    stoppedBy === undefined ? [] : [`${label}: no more, since ${stoppedBy}`],
  );
  const names = ["wanted", "launched", "answering", "page p50", "page p95", "took s"];
  return [
    "",
    columns("all at once", names),
    ...rows,
    ...notes,
    `${Math.round(density.availableMiB)} MiB of memory still available`,
  ];
}

function goalLines(figures: Figures): string[] {
  const goals = goalsOf(figures);
  if (goals.length === 0) return [];
  const width = Math.max(...goals.map(({ name }) => name.length)) + 2;
  return [
    "",
    ...goals.map(
      ({ name, goal, measured, met }) =>
        `${met ? "met   " : "MISSED"} ${name.padEnd(width)}${goal.padEnd(18)}${measured}`,
    ),
  ];
}

function columns(name: string, values: readonly string[]): string {
  return `${name.padEnd(NAME_WIDTH)}${values.map((value) => value.padStart(11)).join("")}`;
}
