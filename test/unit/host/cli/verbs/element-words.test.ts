import { elementNamed } from "@webserv/host/src/cli/verbs/element-words.ts";
import { expect, test } from "vitest";

test.each(["more:orders", "payment/more:page-7.12"])(
  "%s is the id of what was left out, and never a name",
  (written) => {
    expect(elementNamed(written)).toBe(written);
  },
);

test("what is written as an id may be a name, and other words are one", () => {
  expect(elementNamed("sign-in")).toEqual({ id: "sign-in", name: "sign-in" });
  expect(elementNamed("size:")).toEqual({ id: "size:", name: "size:" });
  expect(elementNamed("Sign in")).toEqual({ name: "Sign in" });
});

test("what more is said of it makes a name of an id", () => {
  expect(elementNamed("save", { role: "button" })).toEqual({ name: "save", role: "button" });
});
