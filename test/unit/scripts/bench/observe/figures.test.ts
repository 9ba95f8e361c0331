import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { goalsOf } from "../../../../../scripts/bench/observe/goals.ts";
import { reportLines } from "../../../../../scripts/bench/observe/report-text.ts";
import { resultLine } from "../../../../../scripts/bench/observe/result-line.ts";
import { allMet, at, page, times } from "./sample-figures.ts";

describe("the goals of the benchmark of readings", () => {
  test("each goal of the benchmark of readings is met by figures at its limit", () => {
    const goals = goalsOf(allMet);
    expect(goals.filter(({ met }) => !met)).toEqual([]);
    expect(goals.map(({ name, measured }) => `${name}: ${measured}`)).toEqual([
      "10,000 nodes: 50.0 ms",
      "100,000 nodes: 500.0 ms",
      "first reading of an ordinary page: 15.0 ms",
      "10,000 nodes beside Playwright: 50.0 ms beside 1000.0 ms, 20.0 × faster",
      "tokens, of raw HTML's: 10.0 %",
      "tokens, of Playwright's: 50.0 %",
      "recall, store: 99.0 %",
      "recall, wordpress: 99.0 %",
      "recall, evershop: 100.0 %",
    ]);
  });

  test("each goal of the benchmark of readings is missed by figures just past its limit", () => {
    const goals = goalsOf({
      sizes: [
        { nodes: 10_000, times: times(50.1), playwright: at(1000) },
        { nodes: 100_000, times: times(500.1) },
      ],
      pages: [
        page("evershop", "shop", { reading: 101 }, { truths: 100, found: 98, read: 1, right: 1 }),
      ],
    });
    expect(goals.length).toBe(6);
    expect(goals.filter(({ met }) => met)).toEqual([]);
  });

  test("what was not measured has no goal", () => {
    expect(goalsOf({ sizes: [], pages: [] })).toEqual([]);
  });
});

describe("the last line of the benchmark of readings", () => {
  const parse = (line: string): Record<string, unknown> =>
    z.record(z.string(), z.unknown()).parse(JSON.parse(line));

  test("the last line tells the figures of the goals, with the tokens of the applications alone", () => {
    const line = resultLine(allMet);
    expect(line).not.toContain("\n");
    expect(parse(line)).toMatchObject({
      ms10k: 50,
      ms100k: 500,
      playwrightMs10k: 1000,
      tokensVsHtml: 0.1,
      tokensVsPlaywright: 0.5,
      recall: 0.9925,
      precision: 0.975,
    });
  });

  test("the last line tells null for what was not measured", () => {
    expect(parse(resultLine({ sizes: [], pages: [] }))).toMatchObject({
      ms10k: null,
      ms100k: null,
      playwrightMs10k: null,
      tokensVsHtml: null,
      tokensVsPlaywright: null,
      recall: null,
      precision: null,
    });
  });
});

test("the report has a row for each page, and tells what was missed", () => {
  const missing = { ...page("store", "cart", {}, { truths: 2, found: 1, read: 1, right: 1 }) };
  const judged = {
    truths: 2,
    found: 1,
    read: 1,
    right: 1,
    misses: [{ element: "<button>", why: "native" }],
    extras: [],
  };
  const text = reportLines({ sizes: allMet.sizes, pages: [{ ...missing, judged }] }).join("\n");
  expect(text).toContain("10,000 nodes, main thread");
  expect(text).toMatch(/^store: cart +1000 +100 +100 +10\.0 % +50\.0 %/m);
  expect(text).toContain("missed <button>: native");
});
