import { thoughtStream } from "@webserv/host/src/cli/run/thought-stream.ts";
import { expect, test } from "vitest";

function heard(...answers: readonly (readonly string[])[]): string {
  let out = "";
  const stream = thoughtStream((text) => {
    out += text;
  });
  for (const pieces of answers) {
    for (const piece of pieces) stream.delta(piece);
    stream.end();
  }
  return out;
}

test("a thought is shown and the action's block is not, wherever the pieces are cut", () => {
  const answer = 'The cart is empty.\nI add `one`.\n\n```json\n{"action":{"type":"back"}}\n```\n';
  const wanted = "The cart is empty.\nI add `one`.\n";
  expect(heard([answer])).toBe(wanted);
  expect(heard(answer.split(""))).toBe(wanted);
  expect(heard([answer], [answer])).toBe(wanted + wanted);
});

test("a thought is shown as it comes, not at the end", () => {
  const shown: string[] = [];
  const stream = thoughtStream((text) => shown.push(text));
  stream.delta("First");
  stream.delta(" second");
  expect(shown).toEqual(["First", " second"]);
});

test("an answer without a block is shown whole, and one without a thought not at all", () => {
  expect(heard(["I can't say ``"])).toBe("I can't say ``\n");
  expect(heard(["```json\n{}\n```"])).toBe("");
});
