// A reading that is made for nothing: once, in idle time, and never beside one that is asked for.
import { expect, test } from "vitest";

import { WarmUp } from "@webserv/extension/src/content/observe/warm-up.ts";

/** @param tookMs how long each reading takes */
function rehearsed(
  read: () => Promise<void> = () => Promise.resolve(),
  tookMs = 100,
): {
  warmUp: WarmUp;
  /** The page has nothing to do for a moment. */
  idle: () => Promise<void>;
  signals: AbortSignal[];
} {
  const waiting: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  let nowMs = 0;
  const warmUp = new WarmUp({
    read(signal) {
      signals.push(signal);
      nowMs += tookMs;
      return read();
    },
    whenIdle: (callback) => void waiting.push(callback),
    now: () => nowMs,
  });
  return {
    warmUp,
    signals,
    async idle() {
      for (const each of waiting.splice(0)) each();
      // Lets a reading that has ended be followed by what comes after it.
      for (let turns = 0; turns < 3; turns++) await Promise.resolve();
    },
  };
}

test("a document is read in its idle time to warm up, once for all who ask", async () => {
  const { warmUp, signals, idle } = rehearsed();
  warmUp.begin();
  expect(signals).toHaveLength(0);
  await idle();
  expect(signals).toHaveLength(1);
  await idle();
  expect(signals).toHaveLength(2);
  warmUp.begin();
  await idle();
  expect(signals).toHaveLength(2);
});

test.each([
  [5, "does not take long", 5],
  [3, "takes some time", 25],
  [2, "takes long", 100],
])("a document is read %i times to warm up if a reading %s", async (times, _, tookMs) => {
  const { warmUp, signals, idle } = rehearsed(undefined, tookMs);
  warmUp.begin();
  for (let turns = 0; turns < 10; turns++) await idle();
  expect(signals).toHaveLength(times);
});

test("a reading that fails as it warms up is not tried again", async () => {
  const { warmUp, signals, idle } = rehearsed(() => Promise.reject(new Error("no page")));
  warmUp.begin();
  await idle();
  await idle();
  expect(signals).toHaveLength(1);
});

test("once a reading is asked for, none is begun or gone on with only to warm up", async () => {
  const waiting = rehearsed();
  waiting.warmUp.begin();
  waiting.warmUp.end();
  await waiting.idle();
  expect(waiting.signals).toHaveLength(0);

  const reading = rehearsed();
  reading.warmUp.begin();
  await reading.idle();
  reading.warmUp.end();
  expect(reading.signals.map(({ aborted }) => aborted)).toEqual([true]);

  const read = rehearsed();
  read.warmUp.end();
  read.warmUp.begin();
  await read.idle();
  expect(read.signals).toHaveLength(0);
});
