import { parseAnswer } from "@webserv/host/src/task-agent/answer.ts";
import type { ModelAnswer, Stop } from "@webserv/host/src/task-agent/model.ts";
import { judgeAnswer, MAX_FAULTS } from "@webserv/host/src/task-agent/answer-verdict.ts";
import { expect, test } from "vitest";

const block = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
const click = { type: "click", id: "add-to-cart" };
const answered = (text: string, stop: Stop = "end"): ModelAnswer => ({
  text,
  stop,
  usage: undefined,
});

test("the thought is what stands before the last block, which holds the action", () => {
  const text = `The cart is empty.\n${block({ action: { type: "back" } })}\nNo, better:\n${block({ action: click, note: "49.90" })}\n`;
  const { decision } = parseAnswer(text);
  expect(decision).toMatchObject({ action: click, note: "49.90", success: true });
  expect(decision?.thought).toContain("The cart is empty.");
  expect(decision?.thought).toContain("No, better:");
});

test("an answer that is an object alone needs no block", () => {
  const text = JSON.stringify({ action: { type: "terminate", answer: "7" }, success: false });
  expect(parseAnswer(text).decision).toEqual({
    thought: "",
    action: { type: "terminate", answer: "7" },
    note: undefined,
    success: false,
  });
});

test.each([
  ["no block at all", "I would click add-to-cart.", "no fenced block"],
  ["broken JSON", "```json\n{ action: click }\n```", "JSON can't be read"],
  ["an action that does not exist", block({ action: { type: "fly" } }), "action"],
  ["a field that is missing", block({ action: { type: "click" } }), "action.id"],
  ["a field too many", block({ action: { ...click, selector: "#x" } }), "selector"],
  ["a note too long", block({ action: click, note: "x".repeat(501) }), "note"],
  ["an action that is not for the model", block({ action: { type: "screenshot" } }), "screenshot"],
  ["too many characters", "x".repeat(200_001), "200001 characters"],
])("an answer with %s is a fault that the model is told in words", (_what, text, words) => {
  const { decision, fault } = parseAnswer(text);
  expect(decision).toBeUndefined();
  expect(fault).toContain(words);
});

test("an answer that can't be carried out is corrected or asked for again until there are too many faults", () => {
  for (let faults = 0; faults < MAX_FAULTS - 1; faults++) {
    expect(judgeAnswer(answered("hm"), faults).kind).toBe("correct");
    expect(judgeAnswer(answered("", "cut"), faults).kind).toBe("again");
  }
  const last = MAX_FAULTS - 1;
  expect(judgeAnswer(answered("hm"), last)).toMatchObject({ kind: "end", reason: "malformed" });
  expect(judgeAnswer(answered("", "cut"), last)).toMatchObject({
    kind: "end",
    reason: "malformed",
  });
  expect(judgeAnswer(answered(block({ action: click })), last).kind).toBe("act");
});

test("an answer that broke off is not carried out, however whole it looks", () => {
  expect(judgeAnswer(answered(block({ action: click }), "cut"), 0).kind).toBe("again");
});

test("a refusal ends the task at once, with its words", () => {
  expect(judgeAnswer(answered("I will not.", "refusal"), 0)).toEqual({
    kind: "end",
    reason: "refused",
    why: "I will not.",
  });
});

test("the model is told that its answer was too long", () => {
  expect(judgeAnswer(answered("I think and think", "length"), 0)).toMatchObject({
    kind: "correct",
    fault: expect.stringContaining("too long") as string,
  });
});
