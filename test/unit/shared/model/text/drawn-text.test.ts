// Tells by what an editor shows whether it holds a text.
import { expect, test } from "vitest";

import { isSameDrawn, judgeDrawn } from "@webserv/shared/model/text/drawn-text.ts";

test.each([
  ["a  b", "a\u00A0 b", {}, true],
  ["one\ntwo", "one\n\ttwo", {}, false],
  ["if (a) {\n  b\n}", "if (a) {\n    b\n}", {}, false],
  ["a long line", "a long\nline", {}, true],
  ["\tindented", "    indented", {}, true],
  ["1\n2\n3\n4", "3\n4", { cut: true }, true],
  ["1\n2\n3\n4", "3\n4", {}, false],
  ["1\n2\n3\n4", "1\n2", { cut: true }, true],
  ["a long line\nand more", "line\nand more", { cut: true }, true],
  ["1\n2\n3\n4", "2", { cut: true }, false],
  ["1\n2\n3\n4", "3", { cut: true }, false],
  ["one\ntwo", "onetwo", {}, false],
  ["one\ntwo", "one two", {}, false],
  ["one\n\ttwo\nthree", "one\n    twothree", {}, false],
  ["a b\nc", "a\nb\nc", {}, true],
  ["one\n\ntwo\n", "one\ntwo", {}, true],
  ["text", "", { cut: true }, false],
] as const)("%j is shown as %j if its part drawn is %j: %s", (wanted, shown, drawing, same) => {
  expect(isSameDrawn(wanted, shown, drawing)).toBe(same);
});

const entry = { id: "code", text: "ls", append: false, unsent: "", heard: true };

test("a text behind a prompt that can't be deleted is held", () => {
  const outcome = judgeDrawn({ ...entry, before: { value: "$" }, after: { value: "$ ls" } });
  expect(outcome).toEqual({ value: "$ ls" });
});

test("a text that the editor shows otherwise is told with the difference", () => {
  const outcome = judgeDrawn({ ...entry, before: { value: "" }, after: { value: "ls)" } });
  expect(outcome).toEqual({ value: "ls)", difference: { wanted: "ls", got: "ls)" } });
});

test("a terminal and a picture are not compared with the text", () => {
  const drawn = { told: "" };
  const before = { value: "" };
  const terminal = { value: "$ 12:00 up\n$ ", drawn: { ...drawn, terminal: true as const } };
  expect(judgeDrawn({ ...entry, before, after: terminal })).toEqual({ value: "$" });
  const picture = { value: "", drawn: { ...drawn, unread: true as const } };
  expect(judgeDrawn({ ...entry, before, after: picture })).toEqual({});
});

test("a text of which no event has come is refused", () => {
  const after = { value: "" };
  expect(() => judgeDrawn({ ...entry, heard: false, before: { value: "" }, after })).toThrow(
    "no key and no other event",
  );
});
