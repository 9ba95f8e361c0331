// The overhead for people: a line a suite.
import type { Overhead, Slowing } from "./ratios.ts";

export function overheadLines(overhead: Overhead | undefined): string[] {
  if (overhead === undefined) return [];
  return [
    "",
    row("load, medians in ms", ["without", "with", "ratio"]),
    ...slowingLines("all, by itself", overhead),
    ...slowingLines("all, begun by an action", overhead.whileActing),
  ];
}

function slowingLines(name: string, { ratio, suites }: Slowing): string[] {
  return [
    row(name, ["", "", ratio.toFixed(3)]),
    ...Object.entries(suites).map(([suite, { withMs, withoutMs, ratio }]) =>
      row(`  ${suite}`, [withoutMs.toFixed(1), withMs.toFixed(1), ratio.toFixed(3)]),
    ),
  ];
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(10)).join("");
}
