import { expect, test } from "vitest";

import { differenceOf } from "@webserv/shared/model/text/text-difference.ts";

test.each([
  ["a\r\nb", "a\nb"],
  ["a b", "a\u00A0b"],
  ["a", "\u200Ba\n"],
])("%j and %j look the same to a reader", (wanted, got) => {
  expect(differenceOf(wanted, got, false)).toBeUndefined();
});

test("a difference is told as it stands, and that of a secret by length alone", () => {
  expect(differenceOf("4242 42", "4242", false)).toEqual({ wanted: "4242 42", got: "4242" });
  expect(differenceOf("hunter2", "hunt", true)).toEqual({ wanted: "•••••••", got: "••••" });
});

test("of long texts the part is told in which they begin to differ", () => {
  const told = differenceOf("a".repeat(5000), `${"a".repeat(3000)}b`, false);
  expect(told?.wanted).toBe("a".repeat(1000));
  expect(told?.got).toBe(`${"a".repeat(20)}b`);
});
