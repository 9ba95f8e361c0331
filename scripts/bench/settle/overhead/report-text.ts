// Prints the overhead for people, one line for each suite.
import type { Overhead, Slowing } from "./ratios.ts";

export function overheadLines(overhead: Overhead | undefined): string[] {
  if (overhead === undefined) return [];
  return [
    "",
    row("load, medians in ms of the processor", ["without", "with", "ratio"]),
    ...slowingLines("lists, at rest", "calls, at rest", overhead.atRest),
    ...slowingLines("lists, begun by an action", "calls, begun by an action", overhead.whileActing),
  ];
}

function slowingLines(ofLists: string, ofCalls: string, slowing: Slowing): string[] {
  return [
    row(ofLists, ["", "", slowing.ratio.toFixed(3)]),
    ...suiteLines(slowing.lists),
    ofCalls,
    ...suiteLines(slowing.calls),
  ];
}

function suiteLines(suites: Slowing["lists"]): string[] {
  return Object.entries(suites).map(([suite, { withMs, withoutMs, ratio }]) =>
    row(`  ${suite}`, [withoutMs.toFixed(1), withMs.toFixed(1), ratio.toFixed(3)]),
  );
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(38) + cells.map((cell) => cell.padStart(10)).join("");
}
