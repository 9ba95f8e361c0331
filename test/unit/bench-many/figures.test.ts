import { expect, test } from "vitest";

import { figuresOf, linesOf } from "../../../scripts/bench/many/figures.ts";
import type { ManyRun } from "../../../scripts/bench/many/figures.ts";
import { accountOf } from "../../support/many/account.ts";
import type { Asked, Told } from "../../support/many/numbered-agent.ts";

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

test("what was lost, doubled, done against the word, or done elsewhere is named", () => {
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
