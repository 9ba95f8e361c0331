// Computes the metrics of played scenarios: too early, false timeouts, excess, and right reasons.
import { type Spread, spreadOf } from "../../report.ts";
import { truthOf } from "./marks.ts";
import { namesReason } from "./reasons.ts";
import type { Answered, Played } from "../policy.ts";

/** The duration of one frame of the screen, in ms: within it nobody could have seen the difference. */
export const TOLERANCE_MS = 17;
/** A timeout is false if the truth lay further back than this, in ms. */
export const FALSE_TIMEOUT_MS = 250;

/** Holds the judgement of one answer. */
export interface Verdict {
  readonly status: Answered["status"];
  /** The answer less the truth, in ms; negative: too early. */
  readonly excessMs: number;
  readonly tooEarly: boolean;
  readonly falseTimeout: boolean;
  /** Undefined if the policy does not say what it waited for, or nobody knows what was right. */
  readonly rightReasons: boolean | undefined;
  /** True if the reading holds the last effect; undefined if that can't be known. */
  readonly shown: boolean | undefined;
}

export interface Judged extends Verdict {
  readonly played: Played;
}

/** Returns undefined if the page never reported its last effect: then the page is at fault, not the policy. */
export function judge(played: Played): Judged | undefined {
  const truth = truthOf(played.marks);
  if (truth === undefined) return undefined;
  const { told, visit } = played;
  return {
    ...verdictOf(played, truth, TOLERANCE_MS),
    played,
    rightReasons:
      told === undefined
        ? undefined
        : hasRightReasons(visit.scenario.pattern.waits, told.waitedFor),
    shown: told?.shown,
  };
}

/**
 * @param truth ms since the epoch
 * @param toleranceMs how much earlier an answer may be without being called too early
 */
export function verdictOf(
  { answeredAt, status }: Answered,
  truth: number,
  toleranceMs: number,
): Verdict {
  const excessMs = answeredAt - truth;
  return {
    status,
    excessMs,
    tooEarly: excessMs < -toleranceMs,
    falseTimeout: status === "timeout" && excessMs > FALSE_TIMEOUT_MS,
    rightReasons: undefined,
    shown: undefined,
  };
}

/**
 * Tells whether everything that had to be waited for is named. If nothing had to be, nothing that took long may be
 * named.
 */
function hasRightReasons(
  waits: readonly string[],
  waitedFor: readonly { readonly kind: string; readonly ms: number }[],
): boolean {
  if (waits.length === 0) return waitedFor.every(({ ms }) => ms <= 100);
  return waits.every((reason) => waitedFor.some(({ kind }) => namesReason(kind, reason)));
}

export interface Metrics {
  readonly scenarios: number;
  readonly tooEarly: number;
  readonly falseTimeouts: number;
  readonly falseTimeoutRate: number;
  /** The excess of the answers that were not too early; one within the tolerance counts as none. */
  readonly excess: Spread | undefined;
  /** The share of answers with right reasons; undefined if none gives reasons. */
  readonly rightReasonsRate: number | undefined;
  /** The number of readings without the last effect, among those that could hold it. */
  readonly unshown: number;
  readonly statuses: Readonly<Record<Answered["status"], number>>;
}

export function metricsOf(judged: readonly Verdict[]): Metrics {
  const count = (holds: (each: Verdict) => boolean): number => judged.filter(holds).length;
  const waited = judged.filter(({ tooEarly }) => !tooEarly);
  const reasoned = judged.filter(({ rightReasons }) => rightReasons !== undefined);
  const falseTimeouts = count(({ falseTimeout }) => falseTimeout);
  return {
    scenarios: judged.length,
    tooEarly: count(({ tooEarly }) => tooEarly),
    falseTimeouts,
    falseTimeoutRate: judged.length === 0 ? 0 : falseTimeouts / judged.length,
    excess:
      waited.length === 0
        ? undefined
        : spreadOf(waited.map(({ excessMs }) => Math.max(0, excessMs))),
    rightReasonsRate:
      reasoned.length === 0
        ? undefined
        : reasoned.filter(({ rightReasons }) => rightReasons === true).length / reasoned.length,
    unshown: count(({ shown }) => shown === false),
    statuses: {
      settled: count(({ status }) => status === "settled"),
      partial: count(({ status }) => status === "partial"),
      timeout: count(({ status }) => status === "timeout"),
    },
  };
}

/** Groups by the result of `key`, and sorts the groups by their names. */
export function groupedBy<T>(judged: readonly T[], key: (each: T) => string): [string, T[]][] {
  const groups = Map.groupBy(judged, key);
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}
