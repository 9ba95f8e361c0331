import type { Model, ModelAnswer, PromptMessage } from "@webserv/host/src/agent/run/model.ts";
import { readPrompt } from "@webserv/host/src/agent/run/prompt.ts";
import { runTask } from "@webserv/host/src/agent/run/run-task.ts";
import type { Limits } from "@webserv/host/src/agent/run/account.ts";
import type { World } from "@webserv/host/src/agent/run/run-task.ts";
import type { Action } from "@webserv/shared/model/action.ts";
import type { AgentNote } from "@webserv/shared/model/trajectory.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import { expect, test } from "vitest";

const answer = (action: object, more: object = {}): ModelAnswer => ({
  text: `Thinking.\n\`\`\`json\n${JSON.stringify({ action, ...more })}\n\`\`\``,
  usage: { inputTokens: 100, outputTokens: 10 },
  stop: "end",
});
const click = answer({ type: "click", id: "next" });
const ends = answer({ type: "terminate", answer: "42" });

/** Answers in turn, the last one again and again. */
function scripted(...answers: readonly ModelAnswer[]) {
  const asked: PromptMessage[][] = [];
  const model: Model = {
    name: "scripted",
    ask: async (messages) => {
      asked.push([...messages]);
      const next = answers[Math.min(asked.length, answers.length) - 1];
      if (next === undefined) throw new Error("no answer is scripted");
      return await Promise.resolve(next);
    },
  };
  return { model, asked };
}

function world(act: (action: Action) => { outcome: string; done: boolean }) {
  const acted: { action: Action; note: AgentNote }[] = [];
  const view = { text: "<button id=next>" };
  const itself: World = {
    look: async () => await Promise.resolve(view),
    act: async (action, note) => {
      acted.push({ action, note });
      return await Promise.resolve({ ...act(action), view: { text: `page ${acted.length}` } });
    },
  };
  return { world: itself, acted };
}

const works = () => ({ outcome: "done", done: true });

function run(model: Model, itself: World, limits: Partial<Limits> = {}) {
  return runTask({
    task: "find the answer",
    prompt: readPrompt({ cues: true }),
    model,
    world: itself,
    limits: { maxSteps: 10, ...limits },
    prices: { in: 1, out: 1 },
    history: { tokens: 4000, recent: 6 },
    signal: new AbortController().signal,
    tell: { delta: () => {}, answered: () => {}, fault: () => {}, step: () => {} },
  });
}

test("each question shows the page after the last action, and the last is the answer", async () => {
  const { model, asked } = scripted(click, click, ends);
  const { world: site } = world(works);
  expect(await run(model, site)).toMatchObject({
    success: true,
    reason: "done",
    answer: "42",
    steps: 3,
    account: { inputTokens: 300, outputTokens: 30, calls: 3, estimatedCalls: 0 },
  });
  expect(asked.map(([, user]) => /<button id=next>|page \d/.exec(user?.text ?? "")?.[0])).toEqual([
    "<button id=next>",
    "page 1",
    "page 2",
  ]);
});

test("a step's note counts the answers that led to it, those that were put right too", async () => {
  const hm = { ...click, text: "Hm." };
  const cut = { ...click, stop: "cut" } as const;
  const { model, asked } = scripted(hm, cut, click, ends);
  const { world: site, acted } = world(works);
  expect(await run(model, site)).toMatchObject({ success: true, steps: 2, faults: 2 });
  expect(acted[0]?.note).toEqual({
    model: "scripted",
    prompt: expect.stringMatching(/^single-prompt \d+$/) as string,
    thought: "Thinking.",
    inputTokens: 300,
    outputTokens: 30,
    cost: 0.000_33,
    faults: 2,
  });
  expect(acted[1]?.note).toMatchObject({ inputTokens: 100, faults: 0 });
  // The correction is asked again as it was after the answer that was cut off, and is over with the step.
  expect(asked.map((messages) => messages.length)).toEqual([2, 4, 4, 2]);
});

test("an end that did not come about is no end", async () => {
  let tries = 0;
  const { model } = scripted(ends);
  const { world: site } = world(() => ({ outcome: "failed: dialog-open", done: ++tries > 1 }));
  expect(await run(model, site)).toMatchObject({ success: true, steps: 2 });
});

test("without prices or usage nothing is made up: the estimate is said to be one", async () => {
  const { model } = scripted({ ...ends, usage: undefined });
  const { account } = await run(model, world(works).world);
  expect(account.estimatedCalls).toBe(1);
  expect(account.inputTokens).toBeGreaterThan(500);
  expect(account.outputTokens).toBeGreaterThan(5);
});

test("a limit of cost ends it with what was spent", async () => {
  const dear = { ...click, usage: { inputTokens: 1_000_000, outputTokens: 0 } };
  const { model, asked } = scripted(dear);
  const ended = await run(model, world(works).world, { maxCost: 1.001 });
  expect(ended).toMatchObject({ success: false, reason: "limit", steps: 1 });
  expect(ended.answer).toContain("$1.0000 are spent");
  expect(asked).toHaveLength(1);
});

test("a session that can't go on ends it with that error", async () => {
  const stopped: World = {
    look: async () => await Promise.resolve({ text: "" }),
    act: () => Promise.reject(new WebservError("session-stopped", "a person pressed Stop")),
  };
  await expect(run(scripted(click).model, stopped)).rejects.toThrow("a person pressed Stop");
});
