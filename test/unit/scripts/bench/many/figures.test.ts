import { expect, test } from "vitest";

import { figuresOf, linesOf } from "../../../../../scripts/bench/many/figures.ts";
import { goalsOf } from "../../../../../scripts/bench/many/goals.ts";
import type { ManyRun } from "../../../../../scripts/bench/many/figures.ts";
import { accountOf } from "../../../../support/many/account.ts";
import type { Asked, Told } from "../../../../support/many/numbered-agent.ts";

function asked(number: number, told: Told, code = ""): Asked {
  return { number, told, code, beganMs: number * 100, tookMs: 100 };
}

function agent(name: string, steps: readonly Asked[], strangers: readonly string[] = []) {
  return { name, asked: steps, strangers, reopened: [] };
}

/** What the server saw: how often each number was pressed, by agent. */
function saw(presses: Readonly<Record<string, readonly (readonly [number, number])[]>>) {
  const of = (name: string): ReadonlyMap<number, number> => new Map(presses[name]);
  return {
    pressed: (name: string, number: number) => of(name).get(number) ?? 0,
    numbers: (name: string) => [...of(name).keys()],
  };
}

test("steps that were told truly leave nothing to tell", () => {
  const steps = [asked(1, "done"), asked(2, "failed"), asked(3, "unknown"), asked(4, "unknown")];
  const site = saw({
    a: [
      [1, 1],
      [3, 1],
    ],
  });
  expect(accountOf([agent("a", steps)], site)).toEqual({
    told: { done: 1, failed: 1, unknown: 2, refused: 0 },
    lost: [],
    doubled: [],
    untrue: [],
    crossTalk: [],
    unknownPressed: 1,
  });
});

test("an account names what was lost, doubled, done against the word, or done elsewhere", () => {
  const steps = [asked(1, "done"), asked(2, "done"), asked(3, "refused", "browser-gone")];
  const site = saw({
    a: [
      [2, 2],
      [3, 1],
    ],
    b: [[9, 1]],
  });
  const agents = [agent("a", steps), agent("b", [], ["Agent a"])];
  expect(accountOf(agents, site)).toMatchObject({
    lost: ["a 1 done"],
    doubled: ["a 2 done"],
    untrue: ["a 3 refused browser-gone"],
    crossTalk: ["b 9 was not asked for", 'b was shown "Agent a"'],
  });
});

const run: ManyRun = {
  minutes: 1,
  seed: 1,
  wantedSteps: null,
  agents: [
    { name: "a", asked: [asked(1, "done"), asked(2, "done")], reopened: ["unknown-session"] },
    { name: "b", asked: [asked(1, "done")], reopened: [] },
  ],
  account: accountOf([], saw({})),
  kills: [
    { kind: "worker", backMs: 400, stepMs: 900 },
    { kind: "worker", backMs: 6000, stepMs: 7000 },
  ],
  memory: [10, 20, 30, 40, 50].map((daemonMiB) => ({ seconds: 1, daemonMiB, workerMiB: null })),
};

test("fairness is the fewest steps beside the most, and memory what was early and late", () => {
  expect(figuresOf(run)).toMatchObject({
    stepsPerAgent: { a: 2, b: 1 },
    fairness: 0.5,
    reopened: 1,
    daemonMiB: { early: 20, late: 50, max: 50 },
    workerMiB: null,
  });
});

test("a kind of kill that took longer once than it may misses its goal; others are not told of", () => {
  const lines = linesOf(figuresOf(run)).join("\n");
  expect(lines).toContain("missed worker killed: back at most after: 6000.0 ms (≤ 5000 ms)");
  expect(lines).not.toContain("daemon killed");
});

/** Names of the goals that a run misses. */
function missed(changes: Partial<ManyRun>): string[] {
  const fair = { agents: [run.agents[1], run.agents[1]].flatMap((each) => each ?? []), kills: [] };
  const figures = figuresOf({ ...run, ...fair, memory: [], ...changes });
  return goalsOf(figures).flatMap(({ name, met }) => (met ? [] : [name]));
}

test("a run misses a goal with whatever was lost, doubled, untrue or mixed up", () => {
  const account = accountOf([], saw({}));
  expect(missed({ account })).toEqual([]);
  expect(missed({ account: { ...account, lost: ["a 1 done"] } })).toEqual(["lost"]);
  expect(missed({ account: { ...account, doubled: ["a 1 done"] } })).toEqual(["doubled"]);
  expect(missed({ account: { ...account, untrue: ["a 1 failed"] } })).toEqual([
    "told as not done, and done",
  ]);
  expect(missed({ account: { ...account, crossTalk: ["a 9"] } })).toEqual(["cross talk"]);
});

test("a run that is unfair, ends before its steps are taken, or grows in memory misses a goal", () => {
  expect(missed({ agents: run.agents })).toEqual(["fewest steps/most"]);
  expect(missed({ wantedSteps: 1 })).toEqual([]);
  expect(missed({ wantedSteps: 2 })).toEqual(["steps of each agent"]);
  expect(missed({ seed: null, memory: run.memory })).toEqual(["memory growth of the daemon"]);
  // A process that was killed meanwhile has begun anew.
  expect(missed({ memory: run.memory })).toEqual([]);
});
