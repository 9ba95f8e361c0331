import type { Model, ModelAnswer, PromptMessage } from "@webserv/host/src/task-agent/model.ts";
import { readPrompt } from "@webserv/host/src/task-agent/prompt.ts";
import { runTask } from "@webserv/host/src/task-agent/run-task.ts";
import type { Limits } from "@webserv/host/src/task-agent/account.ts";
import type { TaskRun, World } from "@webserv/host/src/task-agent/run-task.ts";
import type { Asked } from "@webserv/shared/model/action.ts";
import type { AgentNote } from "@webserv/shared/model/trajectory.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { expect, test } from "vitest";

const uncached = { cachedTokens: 0, cacheWriteTokens: 0 };
const answer = (action: object, more: object = {}): ModelAnswer => ({
  text: `Thinking.\n\`\`\`json\n${JSON.stringify({ action, ...more })}\n\`\`\``,
  usage: { inputTokens: 100, outputTokens: 10, ...uncached },
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

function world(act: (action: Asked) => { outcome: string; done: boolean }) {
  const acted: { action: Asked; note: AgentNote }[] = [];
  const view = { text: "<button id=next>" };
  let shortened = 0;
  const itself: World = {
    look: async () =>
      await Promise.resolve(shortened === 0 ? view : { text: `shorter by ${shortened}` }),
    shorten: () => {
      shortened++;
    },
    act: async (action, note) => {
      acted.push({ action, note });
      return await Promise.resolve({ ...act(action), view: { text: `page ${acted.length}` } });
    },
  };
  return { world: itself, acted };
}

const works = () => ({ outcome: "done", done: true });

function run(
  model: Model,
  itself: World,
  limits: Partial<Limits> = {},
  more: Partial<Pick<TaskRun, "prices" | "signal">> = {},
) {
  return runTask({
    task: "find the answer",
    prompt: readPrompt({ cues: true }),
    model,
    world: itself,
    limits: { maxSteps: 10, ...limits },
    prices: { in: 1, out: 1 },
    history: { tokens: 4000, recent: 6 },
    signal: new AbortController().signal,
    ...more,
    tell: { delta: () => {}, answered: () => {}, again: () => {}, fault: () => {}, step: () => {} },
  });
}

test("each question shows the page after the last action, and the task ends with the model's answer", async () => {
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

test("a task goes on if the action that was to end it failed", async () => {
  let tries = 0;
  const { model } = scripted(ends);
  const { world: site } = world(() => ({ outcome: "failed: dialog-open", done: ++tries > 1 }));
  expect(await run(model, site)).toMatchObject({ success: true, steps: 2 });
});

test("tokens are estimated, and counted as an estimate, if the model tells no usage", async () => {
  const { model } = scripted({ ...ends, usage: undefined });
  const { account } = await run(model, world(works).world);
  expect(account.estimatedCalls).toBe(1);
  expect(account.inputTokens).toBeGreaterThan(500);
  expect(account.outputTokens).toBeGreaterThan(5);
});

test("without prices or usage a step's note tells estimated tokens and no cost", async () => {
  const { world: site, acted } = world(works);
  const { model } = scripted({ ...click, usage: undefined }, ends);
  const ended = await run(model, site, {}, { prices: undefined });
  expect(ended).toMatchObject({ success: true, account: { calls: 2, estimatedCalls: 1 } });
  expect(acted.map(({ note }) => Object.keys(note))).toEqual(
    acted.map(() => expect.not.arrayContaining(["cost"]) as unknown),
  );
  expect(acted[0]?.note.inputTokens).toBeGreaterThan(500);
  expect(acted[0]?.note.outputTokens).toBeGreaterThan(5);
});

test("a limit of cost ends the task and tells what was spent", async () => {
  const dear = { ...click, usage: { inputTokens: 1_000_000, outputTokens: 0, ...uncached } };
  const { model, asked } = scripted(dear);
  const ended = await run(model, world(works).world, { maxCost: 1.001 });
  expect(ended).toMatchObject({ success: false, reason: "limit", steps: 1 });
  expect(ended.answer).toContain("$1.0000 are spent");
  expect(asked).toHaveLength(1);
});

test("a session that can't go on ends the task with its error and with what was used until then", async () => {
  let acted = 0;
  const { world: site } = world(() => {
    if (++acted > 1) throw new WebservError("session-stopped", "a person pressed Stop");
    return works();
  });
  const ended = await run(scripted(click).model, site);
  expect(ended).toMatchObject({
    success: false,
    reason: "failed",
    answer: "a person pressed Stop",
    error: { code: "session-stopped" },
    steps: 1,
    account: { inputTokens: 200, outputTokens: 20, calls: 2 },
  });
});

test("a first page that can't be looked at ends the task with its error", async () => {
  const gone: World = {
    look: () => Promise.reject(new WebservError("browser-gone", "it has ended")),
    shorten: () => {},
    act: () => Promise.reject(new Error("never")),
  };
  const ended = await run(scripted(click).model, gone);
  expect(ended).toMatchObject({ reason: "failed", steps: 0, error: { code: "browser-gone" } });
});

test("an interruption ends the task with what was used, the answer under way as an estimate", async () => {
  const stop = new AbortController();
  const { model } = scripted(click);
  let asked = 0;
  const interrupted: Model = {
    ...model,
    ask: async (messages, options) => {
      if (++asked === 1) return await model.ask(messages, options);
      options.onDelta("I think that");
      stop.abort(new Error("SIGINT"));
      throw stop.signal.reason;
    },
  };
  const ended = await run(interrupted, world(works).world, {}, { signal: stop.signal });
  expect(ended).toMatchObject({ success: false, reason: "interrupted", steps: 1 });
  expect(ended.error?.code).toBe("cancelled");
  expect(ended.account).toMatchObject({ calls: 2, estimatedCalls: 1 });
  expect(ended.account.inputTokens).toBeGreaterThan(100);
});

test("a question that does not fit is asked with less of the past, and then with less of the page", async () => {
  const long = answer(
    { type: "click", id: "x" },
    { note: `remember ${"this and that ".repeat(30)}` },
  );
  const overflow: ModelAnswer = { text: "too long", usage: undefined, stop: "overflow" };
  const steps = Array.from({ length: 8 }, () => long);
  const { model, asked } = scripted(...steps, overflow, overflow, ends);
  expect(await run(model, world(works).world)).toMatchObject({
    success: true,
    steps: 9,
    faults: 0,
    account: { calls: 9 },
  });
  const [whole = 0, less = 0, least = 0] = asked.slice(8).map(([, user]) => user?.text.length ?? 0);
  expect(less).toBeLessThan(whole);
  expect(least).toBeLessThan(less);
  expect(asked.at(-1)?.[1]?.text).toContain("shorter by 1");
  expect(asked.at(-2)?.[1]?.text).toContain("page 8");
});

test("a question that never fits ends the task with what the service says", async () => {
  const overflow: ModelAnswer = { text: "9000 tokens > 8000", usage: undefined, stop: "overflow" };
  const { model, asked } = scripted(overflow);
  const ended = await run(model, world(works).world);
  expect(ended).toMatchObject({ success: false, reason: "limit", steps: 0 });
  expect(ended.answer).toContain("9000 tokens > 8000");
  expect(asked.length).toBeGreaterThan(1);
});
