import { expect, test } from "vitest";

import { StepTime } from "../../../../../extension/src/background/step/step-time.ts";
import type { StepTimeOptions } from "../../../../../extension/src/background/step/step-time.ts";

function timeAt(options: Partial<StepTimeOptions>): { time: StepTime; at: (ms: number) => void } {
  let now = 0;
  const time = new StepTime({ timeoutMs: 40_000, ...options }, () => now);
  return { time, at: (ms) => (now = ms) };
}

test("a page that never answers gets its budget and two seconds, whatever it is asked", () => {
  const { time, at } = timeAt({ budgetMs: 2_000 });
  const actingMs = time.actingMs();
  at(actingMs);
  expect(time.settleMs()).toBe(0);
  at(actingMs + time.graceMs());
  const endsAt = actingMs + time.graceMs() + time.readingMs(false);
  expect(endsAt).toBeGreaterThan(2_000);
  expect(endsAt).toBeLessThan(4_000);
});

test("a page that answers at once gets its whole budget to come to rest", () => {
  const { time, at } = timeAt({ budgetMs: 2_000 });
  at(300);
  time.actingMs();
  expect(time.settleMs()).toBe(2_000);
});

test("the time of an action counts only while the page does not keep up with it", () => {
  const { time, at } = timeAt({ budgetMs: 2_000 });
  const leftMs = time.actingMs();
  for (let ms = 0; ms <= 20_000; ms += 400) {
    at(ms);
    expect(time.actingMs()).toBe(leftMs);
  }
  at(21_000);
  expect(time.actingMs()).toBe(leftMs - 1_000);
});

test("a page that answers, however slowly, is given the time to let the action end", () => {
  const { time, at } = timeAt({ budgetMs: 2_000 });
  const leftMs = time.actingMs();
  for (let ms = 600; ms <= 6_000; ms += 600) {
    at(ms);
    time.answered();
    expect(time.actingMs()).toBe(leftMs);
  }
  // From now on it is silent.
  at(7_000);
  expect(time.actingMs()).toBe(leftMs - 1_000);
});

test("the wait for the rest of a slow page is shorter, so that its answer is neither late nor given up", () => {
  const { time, at } = timeAt({ budgetMs: 2_000 });
  at(700);
  time.answered();
  at(1_400);
  time.answered();
  expect(time.settleMs()).toBe(200);
  expect(time.graceMs()).toBe(1_400);
  at(3_000);
  expect(time.readingMs(false)).toBe(500);
});

test("a page that was slow gets as much time for its next answer, but not for long", () => {
  const { time, at } = timeAt({ budgetMs: 2_000 });
  at(600);
  time.answered();
  at(3_400);
  expect(time.readingMs(true)).toBe(1_200);
  const slower = timeAt({ budgetMs: 2_000 });
  slower.at(3_400);
  slower.time.answered();
  expect(slower.time.readingMs(true)).toBe(2_000);
});

test("the time for which an action waits on purpose does not count", () => {
  const { time, at } = timeAt({ budgetMs: 2_000, ownMs: 10_000 });
  at(10_000);
  expect(time.settleMs()).toBe(2_000);
});

test("the reading of a page takes what is left, and a moment more if the page has just answered", () => {
  const { time, at } = timeAt({ budgetMs: 2_000 });
  at(1_000);
  expect([time.readingMs(false), time.readingMs(true)]).toEqual([2_500, 2_500]);
  at(3_400);
  expect([time.readingMs(false), time.readingMs(true)]).toEqual([500, 1_000]);
});

test("a page that is left may be silent for half of the budget, but neither for long nor for a moment only", () => {
  const silentMs = (budgetMs: number): number => timeAt({ budgetMs }).time.silentMs(false);
  expect([0, 4_000, 60_000].map(silentMs)).toEqual([1_000, 2_000, 5_000]);
});

test("in a person's browser a page is ended late, whatever the budget, but within the caller's time", () => {
  expect(timeAt({ budgetMs: 0 }).time.silentMs(true)).toBe(5_000);
  expect(timeAt({ timeoutMs: 4_500 }).time.silentMs(true)).toBe(2_000);
});

test("the caller's deadline limits all stages, and leaves time for the reading", () => {
  const { time, at } = timeAt({ timeoutMs: 6_000 });
  expect(time.actingMs()).toBe(3_500);
  expect(time.settleMs()).toBe(3_500);
  at(3_500);
  expect(time.settleMs()).toBe(0);
  expect(time.readingMs(true)).toBe(2_000);
});
