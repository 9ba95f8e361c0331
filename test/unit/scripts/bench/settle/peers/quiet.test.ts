import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ratiosOf, slowingOf } from "../../../../../../scripts/bench/settle/overhead/ratios.ts";
import { Quiet } from "../../../../../../scripts/bench/settle/peers/quiet.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("quiet is a whole window with nothing under way", async () => {
  const quiet = new Quiet(500);
  const status = answerOf(quiet.wait(5000));
  await vi.advanceTimersByTimeAsync(400);
  quiet.begun("a");
  await vi.advanceTimersByTimeAsync(1000);
  quiet.ended("a");
  await vi.advanceTimersByTimeAsync(499);
  expect(status()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(status()).toBe("settled");
});

test("what was under way before a wait for quiet holds it, and a cap ends it", async () => {
  const quiet = new Quiet(500);
  quiet.begun("endless");
  const status = answerOf(quiet.wait(5000));
  await vi.advanceTimersByTimeAsync(4999);
  expect(status()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(status()).toBe("timeout");
});

test("the end of something unknown does not begin the window anew", async () => {
  const quiet = new Quiet(500);
  const status = answerOf(quiet.wait(5000));
  await vi.advanceTimersByTimeAsync(400);
  quiet.ended("never begun");
  await vi.advanceTimersByTimeAsync(100);
  expect(status()).toBe("settled");
});

test("hooks are weighed by the medians of lists, each suite as much as any other", () => {
  const { ratio, lists, calls } = slowingOf(
    { lists: { short: [2, 2, 90], long: [100, 100, 100] }, calls: { timers: [50] } },
    { lists: { short: [1], long: [200] }, calls: { timers: [10] } },
  );
  expect(lists["short"]?.ratio).toBe(2);
  expect(lists["long"]?.ratio).toBe(0.5);
  expect(ratiosOf(calls)).toEqual({ timers: 5 });
  expect(ratio).toBeCloseTo(1);
});

function answerOf(wait: Promise<string>): () => string | undefined {
  let answer: string | undefined;
  void wait.then((status) => (answer = status));
  return () => answer;
}
