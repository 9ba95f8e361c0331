// Tests what runs of the tasks come to.
import { expect, test } from "vitest";

import { figuresOf } from "../../../../../scripts/bench/agents/figures.ts";
import type { ContenderName } from "../../../../../scripts/bench/agents/hands.ts";
import { resultLine } from "../../../../../scripts/bench/agents/report-text.ts";
import type { Run } from "../../../../../scripts/bench/agents/run-task.ts";

function run(task: string, contender: ContenderName, tokens: number, failure?: string): Run {
  const told = failure === undefined ? {} : { failure };
  return {
    task,
    contender,
    tokens,
    definitionTokens: 100,
    calls: 2,
    ms: tokens * 2,
    startMs: 1,
    lines: [],
    ...told,
  };
}

test("shares are of the sums of medians over the tasks that both have done", () => {
  const runs = [
    ...[200, 300, 900].map((tokens) => run("buy", "mcp", tokens)),
    run("find", "mcp", 100),
    run("buy", "playwright", 700),
    run("find", "playwright", 9000, "the price is 1, expected 2"),
  ];
  const { shares, tasks } = figuresOf(runs, [], []);
  expect(shares["mcp/playwright"]).toEqual({
    tokens: 0.5,
    tokensWithoutDefinitions: 300 / 700,
    calls: 1,
    ms: 300 / 700,
    tasks: 1,
  });
  expect(shares["mcp/devtools"]).toBeUndefined();
  expect(tasks.at(-1)).toMatchObject({ done: 0, failures: ["the price is 1, expected 2"] });
});

test("the last line names the goals' figures, null if they were not measured", () => {
  const figures = figuresOf([run("buy", "mcp", 100)], [], [120, 90, 500]);
  expect(JSON.parse(resultLine(figures))).toMatchObject({
    tokensVsPlaywrightMcp: null,
    tokensVsDevtoolsMcp: null,
    wallVsPlaywrightMcp: null,
    cliOverheadP50Ms: 120,
  });
});
