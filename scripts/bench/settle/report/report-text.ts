// Prints the report for people: one line for each policy and each pattern, and the goals.
import type { Goal } from "../../goal.ts";
import type { Figures } from "./figures.ts";
import { goalsOf } from "./goals.ts";
import { oracleLines } from "../oracle/report-text.ts";
import { overheadLines } from "../overhead/report-text.ts";
import { groupedBy, type Judged, type Metrics, metricsOf } from "./metrics.ts";

const NAME_WIDTH = 30;

/** @param unseen also reports each unseen pattern */
export function reportLines(figures: Figures, unseen: boolean): string[] {
  const shown = unseen ? figures.ours : figures.ours.filter(isSeen);
  return [
    ...patternLines(shown),
    ...sliceLines("framework", shown, ({ played }) => played.visit.scenario.view),
    ...sliceLines("noise", shown, ({ played }) => played.visit.scenario.noise),
    ...policyLines(figures),
    ...oracleLines(figures.oracle),
    ...overheadLines(figures.overhead),
    "",
    ...goalsOf(figures).map(goalLine),
  ];
}

export function isSeen({ played }: Judged): boolean {
  return !played.visit.scenario.unseen;
}

function patternLines(judged: readonly Judged[]): string[] {
  if (judged.length === 0) return [];
  const patterns = groupedBy(judged, ({ played }) => played.visit.scenario.pattern.name);
  return [head("pattern"), ...patterns.map(([name, group]) => row(name, metricsOf(group)))];
}

function sliceLines(
  name: string,
  judged: readonly Judged[],
  key: (each: Judged) => string,
): string[] {
  if (judged.length === 0) return [];
  return [
    "",
    head(name),
    ...groupedBy(judged, key).map(([each, group]) => row(each, metricsOf(group))),
  ];
}

function policyLines({ ours, peers, mode }: Figures): string[] {
  const lines: string[] = [];
  if (ours.length > 0) {
    lines.push(row(`WebServ, ${mode}`, metricsOf(ours.filter(isSeen))));
    lines.push(row("  unseen patterns", metricsOf(ours.filter((each) => !isSeen(each)))));
  }
  const byPolicy = groupedBy(peers, ({ played }) => played.policy);
  lines.push(...byPolicy.map(([name, group]) => row(name, metricsOf(group))));
  return lines.length === 0 ? [] : ["", head("policy"), ...lines];
}

function head(name: string): string {
  const columns = [
    "n",
    "too early",
    "false t/o",
    "p50 ms",
    "p95 ms",
    "max ms",
    "reasons",
    "unshown",
  ];
  return (
    name.padEnd(NAME_WIDTH) +
    columns.map((column) => column.padStart(10)).join("") +
    "  settled/partial/timeout"
  );
}

function row(name: string, metrics: Metrics): string {
  const { scenarios, tooEarly, falseTimeouts, excess, rightReasonsRate, unshown } = metrics;
  const cells = [
    String(scenarios),
    String(tooEarly),
    String(falseTimeouts),
    excess?.p50.toFixed(0) ?? "–",
    excess?.p95.toFixed(0) ?? "–",
    excess?.max.toFixed(0) ?? "–",
    rightReasonsRate === undefined ? "–" : `${Math.round(100 * rightReasonsRate)} %`,
    String(unshown),
  ];
  const { settled, partial, timeout } = metrics.statuses;
  return (
    name.padEnd(NAME_WIDTH) +
    cells.map((cell) => cell.padStart(10)).join("") +
    `  ${settled}/${partial}/${timeout}`
  );
}

function goalLine({ name, goal, measured, met }: Goal): string {
  return `${met ? "met   " : "MISSED"} ${name}: ${measured} (goal ${goal})`;
}
