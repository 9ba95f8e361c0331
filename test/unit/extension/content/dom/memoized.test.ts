// Memoized functions: what they keep, and for how long.
import { expect, test } from "vitest";

import { memoized } from "../../../../../extension/src/content/dom/memoized.ts";

test("a memoized function makes its result for short words once, undefined too, and for long texts each time", () => {
  const asked: string[] = [];
  const make = memoized((words) => {
    asked.push(words);
    return words === "nothing" ? undefined : words.length;
  });
  const long = "word ".repeat(100);
  const all = ["nothing", "four", long, "nothing", "four", long];
  expect(all.map(make)).toEqual([undefined, 4, 500, undefined, 4, 500]);
  expect(asked).toEqual(["nothing", "four", long, long]);
});

test("a memoized function drops the oldest of 100,000 results and keeps the latest", () => {
  let made = 0;
  const make = memoized(() => ++made);
  for (let at = 0; at < 100_000; at++) make(`word ${at}`);
  // The first was dropped, the last is kept.
  expect(make("word 99999")).toBe(100_000);
  expect(make("word 0")).toBe(100_001);
});
