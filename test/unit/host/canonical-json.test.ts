import { expect, test } from "vitest";

import { canonicalJson, contentHash } from "@webserv/host/src/canonical-json.ts";

test("the order in which members were made does not show, at any depth", () => {
  const one = { b: [{ y: 1, x: 2 }], a: { d: null, c: "é" } };
  const other = { a: { c: "é", d: null }, b: [{ x: 2, y: 1 }] };
  expect(canonicalJson(one)).toBe(canonicalJson(other));
  expect(canonicalJson(one)).toBe('{"a":{"c":"é","d":null},"b":[{"x":2,"y":1}]}');
});

test("the order of a list does show, and a member that is undefined does not", () => {
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  expect(canonicalJson({ a: undefined })).toBe("{}");
});

test("the hash is SHA-256 of the text as UTF-8", () => {
  expect(contentHash("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});
