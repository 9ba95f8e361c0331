// Prints a played scenario in detail, for the developer: what happened when, and what the report says of it.
import type { Judged } from "./metrics.ts";

export function detailLines({ played, excessMs, tooEarly, falseTimeout }: Judged): string[] {
  const { visit, marks, policy, status, told, answeredAt } = played;
  const { id, delays } = visit.scenario;
  const from = marks[0]?.at ?? answeredAt;
  const at = (time: number): string => `${String(Math.round(time - from)).padStart(7)} ms`;
  const verdict = tooEarly ? "TOO EARLY" : falseTimeout ? "FALSE TIMEOUT" : "in time";
  const events = [
    ...marks.map((mark) => ({ at: mark.at, text: `${mark.last ? "LAST " : ""}${mark.name}` })),
    { at: answeredAt, text: `${policy} answers: ${status}, ${verdict}, ${signed(excessMs)} ms` },
  ].sort((one, other) => one.at - other.at);
  const lines = [
    "",
    `${id}  ${Object.entries(delays)
      .map(([name, ms]) => `${name} ${ms}`)
      .join(", ")}`,
    ...events.map((event) => `${at(event.at)}  ${event.text.slice(0, 100)}`),
  ];
  if (told === undefined) return lines;
  const work = (each: { kind: string; url: string; ms: number }): string =>
    `${each.kind} ${Math.round(each.ms)} ms ${each.url}`.trimEnd();
  return [
    ...lines,
    ...told.waitedFor.map((each) => `            waited for ${work(each)}`),
    ...told.pending.map((each) => `            pending ${work(each)}`),
    ...told.reasons.map((reason) => `            reason: ${reason}`),
    ...(told.shown === false ? ["            the observation lacks the last effect"] : []),
  ];
}

function signed(ms: number): string {
  return `${ms > 0 ? "+" : ""}${Math.round(ms)}`;
}
