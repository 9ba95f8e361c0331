// Writes what a model has done so far, within a budget: recent steps in full, older ones in a line each.
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";

export interface PastStep {
  readonly step: number;
  readonly thought: string;
  /** The action, such as `click add-to-cart`. */
  readonly action: string;
  /** The outcome, in words. */
  readonly outcome: string;
  readonly note: string | undefined;
}

export interface HistoryBudget {
  readonly tokens: number;
  /** Steps that are written in full if the budget allows it. */
  readonly recent: number;
}

/** The longest line of an older step, in UTF-16 units. */
const MAX_LINE = 160;
/** Notes stay to the end, so they have the larger part of the budget before lines are dropped. */
const NOTES_SHARE = 0.6;

/**
 * Shortens from the oldest step on: first steps become one line each, then lines are left out,
 * which is said. Notes are written apart from the steps and are the last to go.
 */
export function writeHistory(steps: readonly PastStep[], budget: HistoryBudget): string {
  const notes = writeNotes(steps, budget.tokens * NOTES_SHARE);
  const left = budget.tokens - estimateTokens(notes);
  const full = Math.min(budget.recent, steps.length);
  for (let inFull = full; inFull >= 0; inFull--) {
    const told = writeSteps(steps, steps.length - inFull);
    if (estimateTokens(told) <= left) return joined(told, notes);
  }
  for (let dropped = 1; dropped < steps.length; dropped++) {
    const kept = writeSteps(steps.slice(dropped), steps.length - dropped);
    const told = `(${dropped} earlier ${dropped === 1 ? "step is" : "steps are"} left out)\n${kept}`;
    if (estimateTokens(told) <= left) return joined(told, notes);
  }
  return joined(steps.length === 0 ? "" : `(${steps.length} steps are left out)`, notes);
}

function writeSteps(steps: readonly PastStep[], fullFrom: number): string {
  return steps.map((past, index) => (index < fullFrom ? oneLine(past) : inFull(past))).join("\n");
}

function oneLine({ step, action, outcome }: PastStep): string {
  return shortened(`${step}. ${action}: ${outcome}`.replaceAll(/\s+/g, " "));
}

function inFull({ step, thought, action, outcome }: PastStep): string {
  const thinking = thought === "" ? "" : `You thought: ${thought}\n`;
  return `${step}. ${thinking}You did: ${action}\nOutcome: ${outcome}`;
}

function writeNotes(steps: readonly PastStep[], tokens: number): string {
  const notes = steps.flatMap(({ step, note }) =>
    note === undefined ? [] : [`- (${step}) ${note}`],
  );
  let first = 0;
  while (first < notes.length && estimateTokens(notes.slice(first).join("\n")) > tokens) first++;
  const kept = notes.slice(first);
  if (notes.length === 0) return "";
  const omitted = first === 0 ? "" : `\n(${first} earlier notes are left out)`;
  return `Your notes:${omitted}\n${kept.join("\n")}`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

function shortened(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1)}…`;
}
