// Tests how a `content` value is taken apart.
import { expect, test } from "vitest";

import { contentValue } from "../../../../../../extension/src/content/observe/styles/content-value.ts";

test.each(["none", "normal", ""])("content %o draws nothing", (value) => {
  expect(contentValue(value)).toBeUndefined();
});

test("texts keep their quotes, brackets and slashes", () => {
  expect(contentValue(String.raw`"a / \"b\" (" ") c"`)?.drawn).toEqual([
    { kind: "text", text: 'a / "b" (' },
    { kind: "text", text: ") c" },
  ]);
});

test("what stands behind a slash is the alternative", () => {
  expect(contentValue('url("a.svg?x=(1)") / "Cart" attr(data-n)')).toEqual({
    drawn: [{ kind: "picture", address: "a.svg?x=(1)" }],
    alternative: [
      { kind: "text", text: "Cart" },
      { kind: "attribute", name: "data-n" },
    ],
  });
});

test("counters are read with their styles and what stands between them", () => {
  expect(
    contentValue('counter(a) counter(b, upper-roman) counters(c, ".") counters(d, ",", disc)')
      ?.drawn,
  ).toEqual([
    { kind: "counter", name: "a", style: "decimal", between: undefined },
    { kind: "counter", name: "b", style: "upper-roman", between: undefined },
    { kind: "counter", name: "c", style: "decimal", between: "." },
    { kind: "counter", name: "d", style: "disc", between: "," },
  ]);
});

test("quotes open and close, drawn or not", () => {
  expect(contentValue("open-quote no-close-quote")?.drawn).toEqual([
    { kind: "quote", opens: true, drawn: true },
    { kind: "quote", opens: false, drawn: false },
  ]);
});
