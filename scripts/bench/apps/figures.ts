// Computes the figures of each application from the calls of its runs.
import { type Spread, spreadOf } from "../report.ts";
import type { Call } from "./agent.ts";
import type { ApplicationName } from "./application.ts";

export interface Run {
  readonly application: ApplicationName;
  readonly calls: readonly Call[];
  /** The reason why the task is not done; undefined if it is. */
  readonly failure?: string;
}

export interface AppFigures {
  readonly application: ApplicationName;
  readonly packages: readonly string[];
  /** The reason why it was not run at all, such as that it can't be installed. */
  readonly leftOut?: string;
  readonly rounds: number;
  readonly done: number;
  readonly failures: readonly string[];
  /** Medians over the rounds. */
  readonly steps: number;
  readonly readings: number;
  readonly tokens: number;
  /** Sums over the rounds. */
  readonly timeouts: number;
  readonly unknown: number;
  readonly failed: number;
  readonly missing: number;
  readonly settleMs?: Pick<Spread, "p50" | "p95">;
}

export function figuresOf(
  application: ApplicationName,
  packages: readonly string[],
  runs: readonly Run[],
  leftOut?: string,
): AppFigures {
  const calls = runs.flatMap((run) => run.calls);
  const steps = calls.flatMap(({ step }) => step ?? []);
  const counted = (of: (call: Call) => boolean): number => calls.filter(of).length;
  const median = (of: (run: Run) => number): number =>
    runs.length === 0 ? 0 : spreadOf(runs.map(of)).p50;
  const waits = steps.flatMap(({ settle }) => settle?.waitedMs ?? []);
  const failures = runs.flatMap(({ failure }) => failure ?? []);
  return {
    application,
    packages,
    ...(leftOut === undefined ? {} : { leftOut }),
    rounds: runs.length,
    done: runs.length - failures.length,
    failures: [...new Set(failures)],
    steps: median((run) => run.calls.filter(({ step }) => step !== undefined).length),
    readings: median((run) => run.calls.filter(({ what }) => what === "look").length),
    tokens: median((run) => run.calls.reduce((sum, { tokens }) => sum + tokens, 0)),
    timeouts: counted(({ step }) => step?.settle?.status === "timeout"),
    unknown: counted(({ step }) => step?.status === "unknown"),
    failed: counted(({ step }) => step?.status === "failed"),
    missing: counted(({ missing }) => missing === true),
    ...(waits.length === 0
      ? {}
      : { settleMs: { p50: spreadOf(waits).p50, p95: spreadOf(waits).p95 } }),
  };
}
