import { expect, test } from "vitest";

import { viewNames } from "../../../../../scripts/bench/settle/site/bundles.ts";
import { loadCatalogue } from "../../../../../scripts/bench/settle/catalogue.ts";
import {
  chosenScenarios,
  noises,
  type Selection,
} from "../../../../../scripts/bench/settle/scenarios.ts";
import { drawn, randomOf, shuffled } from "../../../../../scripts/bench/settle/seeds.ts";
import { isUnseen } from "../../../../../scripts/bench/settle/unseen.ts";

const catalogue = await loadCatalogue();
const all = [...catalogue.seen, ...catalogue.unseen];

test("there are at least sixty patterns, each with a name of its own", () => {
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
});

test("names alone decide which patterns are held out, and these lie in a file of their own", () => {
  expect(catalogue.unseen.length).toBeGreaterThanOrEqual(5);
  expect(catalogue.unseen.filter(({ name }) => !isUnseen(name))).toEqual([]);
  expect(catalogue.seen.filter(({ name }) => isUnseen(name))).toEqual([]);
});

test("a sample has the size that was asked for and leaves no pattern out", () => {
  const scenarios = chosenScenarios(catalogue, selection({ sample: 200 }));
  expect(scenarios).toHaveLength(200);
  expect(new Set(scenarios.map(({ pattern }) => pattern.name)).size).toBe(all.length);
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(200);
});

test("all scenarios are every pattern in every framework with every noise", () => {
  const scenarios = chosenScenarios(catalogue, selection({ only: ["timer"] }));
  expect(scenarios).toHaveLength(viewNames.length * noises.length);
});

test("the first of a pattern's scenarios share neither framework nor noise", () => {
  const scenarios = chosenScenarios(catalogue, selection({ only: ["timer"], sample: 6 }));
  expect(new Set(scenarios.map(({ view }) => view)).size).toBe(6);
  expect(new Set(scenarios.map(({ noise }) => noise)).size).toBe(6);
});

test("a seed decides everything, and another one decides otherwise", () => {
  const chosen = (seed: string) => chosenScenarios(catalogue, selection({ seed, sample: 100 }));
  expect(chosen("1")).toEqual(chosen("1"));
  expect(chosen("2")).not.toEqual(chosen("1"));
});

test("delays lie within their ranges and differ from round to round", () => {
  const rounds = chosenScenarios(catalogue, selection({ only: ["timer"], sample: 1, rounds: 20 }));
  const waits = rounds.map(({ delays }) => delays["wait"] ?? Number.NaN);
  expect(waits.every((ms) => ms >= 30 && ms <= 900)).toBe(true);
  expect(new Set(waits).size).toBeGreaterThan(10);
});

test("chance covers a range to both its ends", () => {
  const random = randomOf("dice");
  const throws = Array.from({ length: 500 }, () => drawn({ eyes: [1, 6] }, random)["eyes"]);
  expect(new Set(throws)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});

test("shuffling keeps every value", () => {
  const values = Array.from({ length: 50 }, (_, index) => index);
  const mixed = shuffled(values, randomOf("cards"));
  expect(mixed).not.toEqual(values);
  expect(mixed.toSorted((one, other) => one - other)).toEqual(values);
});

function selection(chosen: Partial<Selection>): Selection {
  return {
    seed: "1",
    sample: undefined,
    rounds: 1,
    only: [],
    views: viewNames,
    noises,
    ...chosen,
  };
}
