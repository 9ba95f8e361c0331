// Memoized functions: what they keep, and for how long.
import { expect, test } from "vitest";

import { memoized } from "../../../../../extension/src/content/dom/memoized.ts";

test("what words make is made once, undefined too, and of long texts each time", () => {
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

test("what no page says any more does not fill memory", () => {
  let made = 0;
  const make = memoized(() => ++made);
  for (let at = 0; at < 100_000; at++) make(`word ${at}`);
  // The first was dropped, the last is kept.
  expect(make("word 99999")).toBe(100_000);
  expect(make("word 0")).toBe(100_001);
});
