// Sets the goals of a run of many agents: nothing lost, doubled or mixed up, fairness, quick recovery, flat memory.
import { atLeast, atMost, type Goal } from "../goal.ts";
import type { Change, ManyFigures } from "./measured.ts";

/** The time in which everything is to be back after a kill, in ms. */
const BACK_MS = 5000;
/** The fewest steps of an agent as a share of the most. */
const FAIRNESS = 0.9;
/** The growth, in MiB, that a heap's ordinary variation does not explain, from a run's second fifth to its last. */
const GROWTH_MIB = 10;

export function goalsOf(figures: ManyFigures): readonly Goal[] {
  const { account, back, fairness, stepsPerAgent, wantedSteps, seed } = figures;
  const fewest = Math.min(...Object.values(stepsPerAgent));
  return [
    none("lost", account.lost),
    none("doubled", account.doubled),
    none("told as not done, and done", account.untrue),
    none("cross talk", account.crossTalk),
    ...(wantedSteps === null ? [] : [atLeast("steps of each agent", fewest, wantedSteps)]),
    atLeast("fewest steps/most", fairness, FAIRNESS, (value) => value.toFixed(2)),
    ...Object.entries(back).map(
      ([
        kind,
        {
          back: { max },
        },
      ]) => atMost(`${kind} killed: back at most after`, max, BACK_MS, "ms"),
    ),
    // Memory is judged only without kills, since a process that was restarted has not grown since the beginning.
    ...(seed === null
      ? [flat("daemon", figures.daemonMiB), flat("extension process", figures.workerMiB)]
      : []),
  ].filter((goal) => goal !== undefined);
}

function none(name: string, found: readonly string[]): Goal {
  return { name, goal: "0", measured: String(found.length), met: found.length === 0 };
}

function flat(name: string, change: Change | null): Goal | undefined {
  const growth = change === null ? undefined : change.late - change.early;
  return atMost(`memory growth of the ${name}`, growth, GROWTH_MIB, "MiB");
}
