import { writeHistory } from "@webserv/host/src/task-agent/history.ts";
import type { PastStep } from "@webserv/host/src/task-agent/history.ts";
import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import { expect, test } from "vitest";

const WORDS = "the page shows a list of orders and I look for the one that was asked for ";

function steps(count: number, note?: (step: number) => string | undefined): PastStep[] {
  return Array.from({ length: count }, (_each, index) => ({
    step: index + 1,
    thought: `thought-${index + 1}. ${WORDS.repeat(3)}`,
    action: `{"type":"click","id":"order-${index + 1}"}`,
    outcome: `done click order-${index + 1}`,
    note: note?.(index + 1),
  }));
}

test("the history tells nothing before the first step", () => {
  expect(writeHistory([], { tokens: 4000, recent: 6 })).toBe("");
});

test("recent steps are told with their thoughts, older ones in a line each", () => {
  const told = writeHistory(steps(8), { tokens: 4000, recent: 3 });
  expect(told).not.toContain("thought-5.");
  expect(told).toMatch(/^5\. .*order-5/m);
  for (const step of [6, 7, 8]) expect(told).toContain(`thought-${step}.`);
  expect(told).not.toContain("left out");
});

test.each([30, 100, 400, 800])(
  "the history keeps to %i tokens and says that something is left out",
  (tokens) => {
    const told = writeHistory(steps(60), { tokens, recent: 6 });
    expect(estimateTokens(told)).toBeLessThanOrEqual(tokens);
    expect(told).toMatch(/left out/);
  },
);

test("as the budget shrinks, full steps become lines before lines are left out", () => {
  const all = writeHistory(steps(6), { tokens: 4000, recent: 6 });
  const less = writeHistory(steps(6), { tokens: estimateTokens(all) - 1, recent: 6 });
  expect(less).not.toContain("thought-1.");
  expect(less).toContain("order-1");
  expect(less).toContain("thought-6.");
});

test("notes of steps long gone are still told, the newest surest", () => {
  const noted = steps(200, (step) => (step % 50 === 1 ? `note-${step}` : undefined));
  const told = writeHistory(noted, { tokens: 200, recent: 6 });
  for (const step of [1, 51, 101, 151]) expect(told).toContain(`note-${step}`);
  const many = steps(200, (step) => `note-${step}. ${WORDS}`);
  const fewer = writeHistory(many, { tokens: 200, recent: 6 });
  expect(estimateTokens(fewer)).toBeLessThanOrEqual(200);
  expect(fewer).toContain("note-200.");
  expect(fewer).toMatch(/earlier notes are left out/);
});
