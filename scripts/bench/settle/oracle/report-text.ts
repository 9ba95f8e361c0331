// Prints the oracle's judgements for people: a line for each policy, and each answer that was too early or too late.
import { groupedBy, metricsOf } from "../report/metrics.ts";
import type { OracleVerdict } from "./run.ts";

const LATE_MS = 250;

export function oracleLines(verdicts: readonly OracleVerdict[]): string[] {
  if (verdicts.length === 0) return [];
  const policies = groupedBy(verdicts, ({ policy }) => policy).map(([policy, group]) => {
    const { scenarios, tooEarly, falseTimeouts, excess } = metricsOf(group);
    const [p50, p95] = [excess?.p50.toFixed(0) ?? "–", excess?.p95.toFixed(0) ?? "–"];
    return `${policy.padEnd(22)} ${scenarios} steps, ${tooEarly} too early, ${falseTimeouts} false timeouts, excess p50 ${p50} ms, p95 ${p95} ms`;
  });
  const ours = verdicts.filter(({ policy }) => policy === "WebServ");
  const told = ours.filter(({ tooEarly, excessMs }) => tooEarly || excessMs > LATE_MS);
  return [
    "",
    "Applications, by the oracle",
    ...policies,
    ...told.map(
      ({ step, excessMs, regions }) =>
        `  ${step}: ${Math.round(excessMs)} ms from what changed last: ${regions.slice(0, 2).join(", ") || "nothing"}`,
    ),
  ];
}
