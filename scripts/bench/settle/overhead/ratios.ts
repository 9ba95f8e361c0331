// Computes the cost of hooks: medians with them by medians without.
import type { LoadKind } from "../page/configuration.ts";
import { spreadOf } from "../../report.ts";

/** Holds ms of the processor, each time a suite was run. */
export type SuiteTimes = Readonly<Record<string, readonly number[]>>;
export type LoadTimes = Readonly<Record<LoadKind, SuiteTimes>>;

export interface SuiteSlowing {
  readonly ratio: number;
  readonly withMs: number;
  readonly withoutMs: number;
}
type Suites = Readonly<Record<string, SuiteSlowing>>;

export interface Slowing {
  /** The ratio of the lists, which are what applications do; 1: no slower. */
  readonly ratio: number;
  readonly lists: Suites;
  /** Nothing but calls of one kind each, thousands of them: told one by one. */
  readonly calls: Suites;
}

export interface Overhead {
  /** The slowing in a tab of no session. */
  readonly atRest: Slowing;
  /** The same load, begun by an action and settled after meanwhile, beside a click without any of that. */
  readonly whileActing: Slowing;
}

/** The ratio of the lists is the geometric mean of the suites', so that none counts more for taking longer. */
export function slowingOf(withHooks: LoadTimes, without: LoadTimes): Slowing {
  const lists = suitesOf(withHooks.lists, without.lists);
  const logarithms = Object.values(lists).map(({ ratio }) => Math.log(ratio));
  const mean = logarithms.reduce((sum, each) => sum + each, 0) / logarithms.length;
  return { ratio: Math.exp(mean), lists, calls: suitesOf(withHooks.calls, without.calls) };
}

function suitesOf(withHooks: SuiteTimes, without: SuiteTimes): Suites {
  return Object.fromEntries(
    Object.entries(without).map(([name, times]) => {
      const [withMs, withoutMs] = [spreadOf(withHooks[name] ?? []).p50, spreadOf(times).p50];
      return [name, { ratio: withMs / withoutMs, withMs, withoutMs }];
    }),
  );
}

export function ratiosOf(suites: Suites): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(suites).map(([name, { ratio }]) => [name, ratio]));
}
