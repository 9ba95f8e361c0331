// Tests by what the elements that a selector matches are found.
import { expect, test } from "vitest";

import { subjectsOf } from "../../../../../../extension/src/content/observe/styles/selector-keys.ts";

test.each([
  [".card .price::before", "class price", "before"],
  ["#a > b.c:hover:after", "class c", "after"],
  ["ul li:not(.x):nth-child(2n + 1)::marker", "tag li", "marker"],
  ['td[data-label="a, b > c"]::before', "attribute data-label", "before"],
  [String.raw`.sm\:badge::after`, "class sm:badge", "after"],
  ["a#top.link", "id top", ""],
  ["*::before", "any", "before"],
  [":host(.wide)::before", "host", "before"],
  ["::slotted(.it)::after", "class it", "after"],
  ["x-a::part(label)::before", "attribute part", "before"],
])("%s is found by %s", (selector, key, pseudo) => {
  const [subject] = subjectsOf(selector);
  expect(subject?.keys.map((each) => Object.values(each).join(" "))).toEqual([key]);
  expect(subject?.pseudo).toBe(pseudo);
});

test("each of several selectors is found for itself", () => {
  const keys = subjectsOf(":is(.a, #b)::before, i::after").map((each) => each.keys);
  expect(keys).toEqual([
    [
      { kind: "class", name: "a" },
      { kind: "id", name: "b" },
    ],
    [{ kind: "tag", name: "i" }],
  ]);
});

test("a nested rule is about the elements of the rule around it", () => {
  const around = subjectsOf(".tag, .chip");
  for (const nested of ["&::before", "::before", "&:hover::before"]) {
    const [subject] = subjectsOf(nested, around);
    expect(subject?.keys).toEqual([
      { kind: "class", name: "tag" },
      { kind: "class", name: "chip" },
    ]);
  }
});
