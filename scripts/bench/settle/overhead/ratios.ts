// Computes the cost of hooks: the medians with them divided by the medians without.
import type { LoadKind } from "../page/configuration.ts";
import { spreadOf } from "../../report.ts";

/** Holds the processor time of each run of a suite, in ms. */
export type SuiteTimes = Readonly<Record<string, readonly number[]>>;
export type LoadTimes = Readonly<Record<LoadKind, SuiteTimes>>;

export interface SuiteSlowing {
  readonly ratio: number;
  readonly withMs: number;
  readonly withoutMs: number;
}
type Suites = Readonly<Record<string, SuiteSlowing>>;

export interface Slowing {
  /** The ratio of the lists, which are what applications do; 1 means no slower. */
  readonly ratio: number;
  readonly lists: Suites;
  /** The suites of nothing but calls of one kind each, thousands of them, reported one by one. */
  readonly calls: Suites;
}

export interface Overhead {
  /** The slowing in a tab of no session. */
  readonly atRest: Slowing;
  /**
   * The slowing of the same load if an action began it and settling goes on meanwhile, compared with a click without
   * either.
   */
  readonly whileActing: Slowing;
}

/**
 * Computes the ratio of the lists as the geometric mean of the suites' ratios, so that none counts more for taking
 * longer.
 */
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
