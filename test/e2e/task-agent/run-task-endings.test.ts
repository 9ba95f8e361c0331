// Tests how our own agent's task ends where its model's service or the person ends it, and what is told of it then.
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import type { Finished } from "../../support/programs/command-line.ts";
import { greets } from "../../support/models/greeting-model.ts";
import { useGreetingRuns } from "../../support/models/greeting-runs.ts";
import type { Script } from "../../support/models/model-server.ts";

const runs = useGreetingRuns();
const { run } = runs;

const result = z.object({
  success: z.boolean(),
  reason: z.string(),
  steps: z.int(),
  faults: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedTokens: z.int(),
  cost: z.optional(z.number()),
  sessionId: z.string(),
  trajectory: z.string(),
  error: z.optional(z.object({ code: z.string(), message: z.string(), next: z.string() })),
});
const resultOf = ({ json }: Finished) => result.parse(json());

test("Ctrl-C ends a task, which tells what was done and used until then", async () => {
  const interrupt = new AbortController();
  const script: Script = (asked, index) => {
    if (index < 2) return greets(asked, index);
    interrupt.abort();
    return { text: "I think", hangs: true };
  };
  const args = ["--json", "--price-in", "1", "--price-out", "2"];
  const finished = await run(script, { interrupt: interrupt.signal, args });
  expect(finished.exitCode).toBe(130);
  const told = resultOf(finished);
  expect(told).toMatchObject({ success: false, reason: "interrupted", steps: 2 });
  expect(told.inputTokens).toBeGreaterThanOrEqual(200);
  expect(told.cost).toBeGreaterThan(0);
  expect(readFileSync(told.trajectory, "utf8")).toContain("The language is next.");
});

test.each(["chat", "responses", "anthropic"] as const)(
  "an answer that its service breaks off is asked for again (%s)",
  async (api) => {
    const fails = { code: "overloaded_error", message: "Overloaded" };
    let broken = 0;
    const script: Script = (asked, index) =>
      index % 2 === 0 && broken++ < 4 ? { text: "The name com", fails } : greets(asked, index);
    const finished = await run(script, { api, args: ["--json"] });
    expect(resultOf(finished)).toMatchObject({ success: true, steps: 4, faults: 0 });
    expect(finished.err).toMatch(/^asked again: .*Overloaded/m);
  },
);

test("a service that can't go on ends a task with what was done and used until then", async () => {
  const script: Script = (asked, index) =>
    index < 2 ? greets(asked, index) : { status: 404, message: "there is no such model" };
  const finished = await run(script, { args: ["--json"] });
  expect(finished.exitCode).toBe(1);
  expect(finished.out.trim().split("\n")).toHaveLength(1);
  expect(resultOf(finished)).toMatchObject({
    success: false,
    reason: "failed",
    steps: 2,
    inputTokens: 200,
    outputTokens: 20,
    error: { code: "model-failed" },
  });
  expect(await runs.line.json(["session", "list"])).toEqual({ sessions: [] });
  const told = await run(script);
  expect(told.exitCode).toBe(1);
  expect(told.out).toBe("ended: failed (2 steps, 200 + 20 tokens)\n");
  expect(told.err).toMatch(/^error: .*there is no such model \(model-failed\)\nnext: /m);
  expect(told.err).toMatch(/^every step: webserv trajectory show s-/m);
});

test("cached tokens are told and priced apart, and an answer is asked for as long as the option says", async () => {
  const script: Script = (...asked) => ({
    ...greets(...asked),
    usage: { input: 1000, output: 10, cached: 800 },
  });
  const prices = ["--price-in", "1", "--price-out", "2", "--price-cached", "0.1"];
  const finished = await run(script, {
    args: ["--json", "--max-answer-tokens", "3000", ...prices],
  });
  expect(resultOf(finished)).toMatchObject({ inputTokens: 4000, cachedTokens: 3200 });
  expect(resultOf(finished).cost).toBeCloseTo((800 * 1 + 3200 * 0.1 + 40 * 2) / 1e6, 9);
  expect(runs.server?.asked.map(({ answerTokens }) => answerTokens)).toEqual(Array(4).fill(3000));
});
