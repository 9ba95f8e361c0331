// The goals of settling, and which of them a run has met.
import { atMost, type Goal } from "../goal.ts";
import type { Figures } from "./figures.ts";
import { metricsOf } from "./metrics.ts";

const TOO_EARLY = 0;
const FALSE_TIMEOUT_PERCENT = 1;
const EXCESS_P50_MS = 60;
const EXCESS_P95_MS = 250;

/** Over seen and unseen patterns together; only those whose figures have been measured. */
export function goalsOf({ ours }: Figures): Goal[] {
  if (ours.length === 0) return [];
  const { tooEarly, falseTimeoutRate, excess } = metricsOf(ours);
  const goals = [
    atMost("answered too early", tooEarly, TOO_EARLY, "scenarios"),
    atMost("false timeouts", 100 * falseTimeoutRate, FALSE_TIMEOUT_PERCENT, "%"),
    atMost("excess wait, median", excess?.p50, EXCESS_P50_MS, "ms"),
    atMost("excess wait, 95th percentile", excess?.p95, EXCESS_P95_MS, "ms"),
  ];
  return goals.filter((goal) => goal !== undefined);
}
