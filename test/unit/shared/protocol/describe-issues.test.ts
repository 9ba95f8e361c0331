import { expect, test } from "vitest";
import * as z from "zod/mini";

import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { methods } from "@webserv/shared/protocol/methods.ts";

function wordsFor(schema: z.ZodMiniType, input: unknown): string {
  const parsed = schema.safeParse(input);
  return parsed.success ? "fits" : describeIssues(parsed.error.issues, input);
}

function actWith(action: unknown): string {
  return wordsFor(methods["session.act"].params, { sessionId: "s", actionId: "a", action });
}

test("the refusal of an unknown action lists the known types", () => {
  expect(actWith({ type: "clik", id: "x" })).toMatch(
    /^"action\.type" is "clik", expected "click", "check", .* or "terminate"$/,
  );
  expect(actWith({})).toMatch(/^"action\.type" is missing, expected "click", /);
});

test.each([
  [{ type: "click" }, '"action.id" is missing, expected a string or an object'],
  [{ type: "click", id: 5 }, '"action.id" is 5, expected a string or an object'],
  ["click", '"action" is "click", expected an object'],
  [{ type: "switch_tab", index: 1.5 }, '"action.index" is 1.5, expected a whole number'],
  [{ type: "switch_tab", index: -1 }, '"action.index" is -1, expected at least 0'],
  [{ type: "back", id: "x", to: 1 }, '"action" has unknown fields "id" and "to"'],
  [{ type: "select", id: "x", options: [] }, '"action.options" is [], expected at least 1 entry'],
])("the action %j is refused with the words: %s", (action, words) =>
  expect(actWith(action)).toBe(words),
);

test.each([
  [z.int().check(z.positive()), 0, "the value is 0, expected more than 0"],
  [z.string().check(z.maxLength(1)), "ab", 'the value is "ab", expected at most 1 character'],
  [z.string().check(z.startsWith("/")), "a", 'the value is "a", expected to start with "/"'],
  [z.string().check(z.regex(/^a$/)), "b", 'the value is "b", expected to match /^a$/'],
  [z.boolean(), "yes", 'the value is "yes", expected true or false'],
  [z.enum(["a", "b", "c"]), 1, 'the value is 1, expected "a", "b" or "c"'],
  [z.array(z.string()), {}, "the value is {}, expected an array"],
  [z.strictObject({}), { a: 1 }, 'unknown field "a"'],
] satisfies [z.ZodMiniType, unknown, string][])(
  "a value that does not fit is told in words: $2",
  (schema, input, words) => expect(wordsFor(schema, input)).toBe(words),
);

test("the refusal of a union's value names the forms that the value could have been", () => {
  expect(wordsFor(z.union([z.string(), z.int()]), true)).toBe(
    "the value is true, expected a string or a number",
  );
});

test("a value meant as one form of a union is judged as that form", () => {
  const forms = z.union([
    z.strictObject({ kind: z.literal("a"), size: z.int() }),
    z.strictObject({ kind: z.literal("b"), name: z.string() }),
  ]);
  expect(wordsFor(z.object({ it: forms }), { it: { kind: "b", name: 5 } })).toBe(
    '"it.name" is 5, expected a string',
  );
});

test("a record's name is told apart from its value", () => {
  const record = z.record(z.string().check(z.maxLength(2)), z.string());
  expect(wordsFor(record, { long: "x" })).toBe(
    '"long" is not allowed as a name, expected at most 2 characters',
  );
});

test("a refusal names three wrong fields and counts the rest", () => {
  const five = z.object({ a: z.int(), b: z.int(), c: z.int(), d: z.int(), e: z.int() });
  expect(wordsFor(five, {})).toMatch(/^"a" is missing.*"c" is missing, [^;]+; and 2 more$/);
});

test("a long value is shortened in its refusal", () => {
  expect(wordsFor(z.int(), "x".repeat(1000)).length).toBeLessThan(120);
});

test("a value that JSON can't hold is shown in its refusal all the same", () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  expect(wordsFor(z.int(), circular)).toBe("the value is [object Object], expected a number");
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(wordsFor(z.int(), deep)).toBe("the value is [object Array], expected a number");
});
