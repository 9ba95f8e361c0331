// Writes the benchmark's last line, for machines.
import type { Figures } from "./figures.ts";
import { groupedBy, type Metrics, metricsOf } from "./metrics.ts";
import { ratiosOf } from "../overhead/ratios.ts";
import { isSeen } from "./report-text.ts";

/** Writes one JSON object in one line; what was not measured is null. */
export function resultLine({ mode, ours, peers, oracle, overhead }: Figures): string {
  const seen = ours.filter(isSeen);
  const result = {
    mode,
    ...written(metricsOf(seen)),
    unseen: written(metricsOf(ours.filter((each) => !isSeen(each)))),
    peers: Object.fromEntries(
      groupedBy(peers, ({ played }) => played.policy).map(([name, group]) => [
        name,
        written(metricsOf(group)),
      ]),
    ),
    oracle: Object.fromEntries(
      groupedBy(oracle, ({ policy }) => policy).map(([name, group]) => [
        name,
        written(metricsOf(group)),
      ]),
    ),
    overhead: overhead?.atRest.ratio ?? null,
    overheadActing: overhead?.whileActing.ratio ?? null,
    overheadApi: overhead === undefined ? null : ratiosOf(overhead.atRest.calls),
    overheadApiActing: overhead === undefined ? null : ratiosOf(overhead.whileActing.calls),
    load: overhead ?? null,
    patterns: Object.fromEntries(
      groupedBy(seen, ({ played }) => played.visit.scenario.pattern.name).map(([name, group]) => [
        name,
        written(metricsOf(group)),
      ]),
    ),
  };
  // The figures are rounded to ten-thousandths: more digits than that are noise.
  return JSON.stringify(result, (_, value: unknown) =>
    typeof value === "number" ? Math.round(value * 10_000) / 10_000 : value,
  );
}

function written({ excess, rightReasonsRate, statuses, ...metrics }: Metrics): object {
  return {
    ...metrics,
    excessP50Ms: excess?.p50 ?? null,
    excessP95Ms: excess?.p95 ?? null,
    rightReasonsRate: rightReasonsRate ?? null,
    ...statuses,
  };
}
