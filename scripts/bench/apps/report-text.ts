// Prints the figures of the applications for a person, and the line for machines.
import type { Call } from "./agent.ts";
import type { AppFigures } from "./figures.ts";

const HEADS = [
  "done",
  "steps",
  "readings",
  "tokens",
  "timeout",
  "unknown",
  "failed",
  "missing",
  "settle p50 ms",
  "p95 ms",
];
const MAX_REASON = 300;

export function reportLines(all: readonly AppFigures[]): string[] {
  return [columns("", HEADS), ...all.flatMap(applicationLines)];
}

function applicationLines(figures: AppFigures): string[] {
  const { application, leftOut, done, rounds, failures, settleMs } = figures;
  if (leftOut !== undefined) return [`${application}: left out: ${oneLine(leftOut)}`];
  const { steps, readings, tokens, timeouts, unknown, failed, missing } = figures;
  const counts = [steps, readings, tokens, timeouts, unknown, failed, missing];
  const waits = [settleMs?.p50, settleMs?.p95].map((ms) => (ms === undefined ? "" : ms.toFixed(0)));
  return [
    columns(application, [`${done}/${rounds}`, ...counts, ...waits]),
    ...failures.map((failure) => `  not done: ${oneLine(failure)}`),
  ];
}

/** Writes one call: what it was, what was read of it, and how it ended if that is not well. */
export function callLine({ what, tokens, step, missing }: Call): string {
  const settle = step?.settle ?? undefined;
  const parts = [
    `${what}: ${tokens} tokens`,
    missing === true ? "MISSING: nothing of this name was told" : "",
    step === undefined ? "" : `${step.roundTripMs.toFixed(0)} ms`,
    settle === undefined ? "" : `${settle.status} after ${settle.waitedMs.toFixed(0)} ms`,
    settle === undefined
      ? ""
      : [...settle.waitedFor, ...settle.pending]
          .map(({ kind, ms }) => `${kind} ${ms.toFixed(0)}`)
          .join(" + "),
    step === undefined || step.status === "done" ? "" : step.status.toUpperCase(),
    step?.error?.message ?? "",
  ];
  return oneLine(parts.filter((part) => part !== "").join(", "));
}

/** Writes one JSON object in one line. */
export function resultLine(all: readonly AppFigures[], checkout: string): string {
  const done = all.filter(({ rounds, done }) => rounds > 0 && done === rounds).length;
  const sum = (of: (figures: AppFigures) => number): number =>
    all.reduce((total, figures) => total + of(figures), 0);
  return JSON.stringify(
    {
      commit: checkout,
      applications: all.length,
      done,
      tokens: sum(({ tokens }) => tokens),
      timeouts: sum(({ timeouts }) => timeouts),
      unknown: sum(({ unknown }) => unknown),
      failed: sum(({ failed }) => failed),
      missing: sum(({ missing }) => missing),
      each: all,
    },
    (_, value: unknown) => (typeof value === "number" ? Math.round(value * 10) / 10 : value),
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, MAX_REASON);
}

function columns(name: string, values: readonly (string | number)[]): string {
  return `${name.padEnd(14)}${values.map((value) => String(value).padStart(14)).join("")}`;
}
