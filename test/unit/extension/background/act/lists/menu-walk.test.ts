import { expect, test } from "vitest";

import { planMenuWalk } from "../../../../../../extension/src/background/act/lists/menu-walk.ts";

const menu = { multiple: false, open: false, disabled: [], count: 10 };

test("the walk through a menu takes the shortest way, past options that can't be chosen, and confirms once", () => {
  expect(planMenuWalk({ ...menu, selected: [0], indices: [2] })).toEqual([
    "Alt+ArrowDown",
    "ArrowDown",
    "ArrowDown",
    "Enter",
  ]);
  expect(planMenuWalk({ ...menu, selected: [0], indices: [2], disabled: [1] })).toEqual([
    "Alt+ArrowDown",
    "ArrowDown",
    "Enter",
  ]);
  expect(planMenuWalk({ ...menu, selected: [5], indices: [0] })).toEqual([
    "Alt+ArrowDown",
    "Home",
    "Enter",
  ]);
  expect(planMenuWalk({ ...menu, selected: [1], indices: [8] })).toEqual([
    "Alt+ArrowDown",
    "End",
    "ArrowUp",
    "Enter",
  ]);
});

test("an option that is chosen already needs no keys", () => {
  expect(planMenuWalk({ ...menu, selected: [4], indices: [4] })).toEqual([]);
});

test("a menu with nothing chosen, or a disabled option chosen, is walked from an end", () => {
  expect(planMenuWalk({ ...menu, selected: [], indices: [1] })).toEqual([
    "Alt+ArrowDown",
    "Home",
    "ArrowDown",
    "Enter",
  ]);
  expect(planMenuWalk({ ...menu, selected: [0], indices: [1], disabled: [0] })).toEqual([
    "Alt+ArrowDown",
    "Home",
    "Enter",
  ]);
});

test("several options, a disabled one and one far away are not walked to", () => {
  expect(planMenuWalk({ ...menu, multiple: true, selected: [], indices: [1] })).toBeNull();
  expect(planMenuWalk({ ...menu, selected: [0], indices: [1, 2] })).toBeNull();
  expect(planMenuWalk({ ...menu, selected: [0], indices: [1], disabled: [1] })).toBeNull();
  expect(planMenuWalk({ ...menu, count: 300, selected: [0], indices: [150] })).toBeNull();
});
