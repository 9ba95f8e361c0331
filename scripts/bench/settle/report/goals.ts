// Sets the goals of settling, and says which of them a run has met.
import { atMost, type Goal } from "../../goal.ts";
import type { Figures } from "./figures.ts";
import { type Judged, metricsOf } from "./metrics.ts";

const TOO_EARLY = 0;
const FALSE_TIMEOUT_PERCENT = 1;
const EXCESS_P50_MS = 60;
const EXCESS_P95_MS = 250;
const OVERHEAD_PERCENT = 5;

/** Returns only the goals whose figures have been measured, over seen and unseen patterns together. */
export function goalsOf({ ours, overhead }: Figures): Goal[] {
  const goals = [
    ...waitGoals(ours),
    atMost("lists with the hooks", percent(overhead?.atRest.ratio), OVERHEAD_PERCENT, "%"),
    atMost(
      "lists, begun by an action",
      percent(overhead?.whileActing.ratio),
      OVERHEAD_PERCENT,
      "%",
    ),
  ];
  return goals.filter((goal) => goal !== undefined);
}

/** Returns how much slower it is, in percent. */
function percent(ratio: number | undefined): number | undefined {
  return ratio === undefined ? undefined : 100 * (ratio - 1);
}

function waitGoals(ours: readonly Judged[]): (Goal | undefined)[] {
  if (ours.length === 0) return [];
  const { tooEarly, falseTimeoutRate, excess } = metricsOf(ours);
  return [
    atMost("answered too early", tooEarly, TOO_EARLY, "scenarios"),
    atMost("false timeouts", 100 * falseTimeoutRate, FALSE_TIMEOUT_PERCENT, "%"),
    atMost("excess wait, median", excess?.p50, EXCESS_P50_MS, "ms"),
    atMost("excess wait, 95th percentile", excess?.p95, EXCESS_P95_MS, "ms"),
  ];
}
