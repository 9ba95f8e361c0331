// How names of keys are read.
import { expect, test } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { parseKey } from "../../../extension/src/content/act/key-names.ts";

test.each([
  ["Enter", { key: "Enter", code: "Enter" }],
  ["a", { key: "a", code: "KeyA" }],
  ["Control+A", { key: "A", code: "KeyA", ctrlKey: true }],
  ["Control+Shift+ArrowLeft", { key: "ArrowLeft", ctrlKey: true, shiftKey: true }],
  ["+", { key: "+", ctrlKey: false }],
  ["Control++", { key: "+", ctrlKey: true }],
  ["Space", { key: " ", code: "Space" }],
  ["é", { key: "é", code: "" }],
])("%s", (name, expected) => {
  expect(parseKey(name)).toMatchObject(expected);
});

test.each(["Return", "Hyper+A", "ab", "Control+"])("%s is no key", (name) => {
  expect(() => parseKey(name)).toThrow(WebservError);
});
