// Prints the parts that all benchmarks share: the machine, then figures with their spread, then one line of JSON.
import { cpus, release, totalmem } from "node:os";

export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly min: number;
  readonly max: number;
}

/** Computes median, 95th percentile (nearest rank), least and greatest of `values`, in their own unit. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error("a spread needs at least one value");
  const sorted = values.toSorted((a, b) => a - b);
  return {
    n: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    min: percentile(sorted, 0),
    max: percentile(sorted, 1),
  };
}

function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

export function machineLine(versions: Readonly<Record<string, string>>): string {
  const cores = cpus();
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${cores.length} × ${cores[0]?.model.trim() ?? "unknown processor"}`,
    `${memoryGiB} GiB`,
    `${process.platform} ${release()}`,
    `Node ${process.versions.node}`,
    ...named,
  ].join(", ");
}

export function spreadRow(name: string, spread: Spread): string {
  const columns = [spread.p50, spread.p95, spread.min, spread.max];
  return `${name.padEnd(36)}${columns.map((value) => value.toFixed(1).padStart(10)).join("")}${String(spread.n).padStart(6)}`;
}

export function spreadHeader(unit: string): string {
  const columns = ["p50", "p95", "min", "max"].map((name) => `${name} ${unit}`.padStart(10));
  return `${"".padEnd(36)}${columns.join("")}${"n".padStart(6)}`;
}
