// Computes the figures of a run of many agents: steps, fairness, what was lost, doubled or mixed up, times, memory.
import type { Account } from "../../../test/support/many/account.ts";
import { type Kill, KINDS } from "../../../test/support/many/crowd.ts";
import type { Asked } from "../../../test/support/many/numbered-agent.ts";
import { spreadHeader, spreadOf, spreadRow } from "../report.ts";
import { goalsOf } from "./goals.ts";
import type { MemorySample } from "./memory-watch.ts";
import type { Change, ManyFigures } from "./measured.ts";

export interface ManyRun {
  readonly minutes: number;
  /** The seed of the random kills; null if there were none. */
  readonly seed: number | null;
  /** The steps that each agent was to take; null if the run was to end with its time. */
  readonly wantedSteps: number | null;
  readonly agents: readonly {
    readonly name: string;
    readonly asked: readonly Asked[];
    readonly reopened: readonly string[];
  }[];
  readonly account: Account;
  readonly kills: readonly Kill[];
  readonly memory: readonly MemorySample[];
}

export function figuresOf(run: ManyRun): ManyFigures {
  const steps = run.agents.map(({ asked }) => asked.length);
  const done = run.agents.flatMap(({ asked }) => asked.filter(({ told }) => told === "done"));
  const kinds = KINDS.map(
    (kind) => [kind, run.kills.filter((each) => each.kind === kind)] as const,
  );
  return {
    minutes: run.minutes,
    seed: run.seed,
    wantedSteps: run.wantedSteps,
    stepsPerAgent: Object.fromEntries(run.agents.map(({ name, asked }) => [name, asked.length])),
    fairness: Math.min(...steps) / Math.max(...steps),
    stepMs: spreadOf(done.map(({ tookMs }) => tookMs)),
    account: run.account,
    reopened: run.agents.reduce((sum, { reopened }) => sum + reopened.length, 0),
    back: Object.fromEntries(
      kinds
        .filter(([, kills]) => kills.length > 0)
        .map(([kind, kills]) => [
          kind,
          {
            back: spreadOf(kills.map(({ backMs }) => backMs)),
            step: spreadOf(kills.map(({ stepMs }) => stepMs)),
          },
        ]),
    ),
    daemonMiB: changeOf(run.memory.map(({ daemonMiB }) => daemonMiB)),
    workerMiB: changeOf(run.memory.map(({ workerMiB }) => workerMiB)),
  };
}

/** Computes the change; null if fewer than five samples hold a value. */
function changeOf(samples: readonly (number | null)[]): Change | null {
  const told = samples.filter((each) => each !== null);
  const fifth = Math.floor(told.length / 5);
  if (fifth === 0) return null;
  return {
    early: mean(told.slice(fifth, 2 * fifth)),
    late: mean(told.slice(-fifth)),
    max: Math.max(...told),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

export function linesOf(figures: ManyFigures): string[] {
  const { account, stepsPerAgent, fairness, minutes, reopened } = figures;
  const { told, lost, doubled, untrue, crossTalk, unknownPressed } = account;
  return [
    `${minutes.toFixed(1)} minutes, steps of each agent: ${Object.values(stepsPerAgent).join(", ")}; fewest/most ${fairness.toFixed(2)}`,
    `told as done ${told.done}, failed ${told.failed}, refused ${told.refused}, unknown ${told.unknown} (${unknownPressed} of them took effect); sessions opened anew ${reopened}`,
    ...listed("lost", lost),
    ...listed("doubled", doubled),
    ...listed("told as not done, and done", untrue),
    ...listed("cross talk", crossTalk),
    spreadHeader("ms"),
    spreadRow("step", figures.stepMs),
    ...Object.entries(figures.back).flatMap(([kind, { back, step }]) => [
      spreadRow(`${kind} killed: back`, back),
      spreadRow(`${kind} killed: next step done`, step),
    ]),
    ...memoryLines("daemon", figures.daemonMiB),
    ...memoryLines("extension process", figures.workerMiB),
    "",
    ...goalsOf(figures).map(
      ({ name, goal, measured, met }) =>
        `${met ? "met   " : "missed"} ${name}: ${measured} (${goal})`,
    ),
  ];
}

function listed(name: string, found: readonly string[]): string[] {
  return [`${name}: ${found.length}`, ...found.map((each) => `  ${each}`)];
}

function memoryLines(name: string, change: Change | null): string[] {
  if (change === null) return [];
  const { early, late, max } = change;
  return [
    `memory of the ${name}: ${early.toFixed(1)} MiB early, ${late.toFixed(1)} late, ${max.toFixed(1)} at most`,
  ];
}
