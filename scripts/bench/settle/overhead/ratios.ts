// What hooks cost: medians with them by medians without.
import { spreadOf } from "../../report.ts";

/** Told, but no load of any page: nothing but listeners that come and go, thousands of them. */
const APART: ReadonlySet<string> = new Set(["listeners"]);

/** Ms, by suite. */
export type LoadTimes = Readonly<Record<string, number>>;

export interface Slowing {
  /** Of all suites together, those told apart left out; 1: no slower. */
  readonly ratio: number;
  readonly suites: Readonly<Record<string, { ratio: number; withMs: number; withoutMs: number }>>;
}

export interface Overhead extends Slowing {
  /** The same load, begun by an action and settled after meanwhile, beside a click without any of that. */
  readonly whileActing: Slowing;
}

/** The ratio of all is the geometric mean of the suites', so that none counts more for taking longer. */
export function overheadOf(
  withHooks: readonly LoadTimes[],
  without: readonly LoadTimes[],
): Slowing {
  const names = Object.keys(without[0] ?? {});
  const suites = Object.fromEntries(
    names.map((name) => {
      const [withMs, withoutMs] = [medianOf(withHooks, name), medianOf(without, name)];
      return [name, { ratio: withMs / withoutMs, withMs, withoutMs }];
    }),
  );
  const counted = Object.entries(suites).filter(([name]) => !APART.has(name));
  const logarithms = counted.map(([, { ratio }]) => Math.log(ratio));
  const mean = logarithms.reduce((sum, each) => sum + each, 0) / logarithms.length;
  return { ratio: Math.exp(mean), suites };
}

function medianOf(rounds: readonly LoadTimes[], name: string): number {
  return spreadOf(rounds.map((times) => times[name] ?? Number.NaN)).p50;
}
