import { describe, expect, test } from "vitest";

import {
  isWellFormedHost,
  parseAbsoluteForm,
  parseAuthorityForm,
} from "@webserv/host/src/router/request-target.ts";

describe("a target in absolute-form", () => {
  test.each([
    ["http://store.test/", { host: "store.test", port: 80, path: "/" }],
    ["http://store.test", { host: "store.test", port: 80, path: "/" }],
    ["HTTP://Store.TEST:8080/a", { host: "store.test", port: 8080, path: "/a" }],
    ["http://store.test?q=1", { host: "store.test", port: 80, path: "/?q=1" }],
    [
      "http://store.test/a/../b//c?x=%2f#frag",
      { host: "store.test", port: 80, path: "/a/../b//c?x=%2f" },
    ],
    ["http://store.test/a\\b", { host: "store.test", port: 80, path: "/a\\b" }],
    ["http://[::1]:80/", { host: "[::1]", port: 80, path: "/" }],
  ])("the target %s keeps its path as it came", (target, expected) => {
    expect(parseAbsoluteForm(target)).toEqual(expected);
  });

  test.each([
    "/",
    "*",
    "store.test:80",
    "https://store.test/",
    "ftp://store.test/",
    "http://user@store.test/",
    "http://store.test:80@evil.test/",
    "http://store.test\\@evil.test/",
    "http:///path",
    "http://store.test:0/",
    "http://store.test:65536/",
    "http://store.test:/",
    "http://st ore.test/",
    "http://störe.test/",
  ])("the target %s is refused with a reason", (target) => {
    expect(parseAbsoluteForm(target)).toHaveProperty("problem");
  });
});

describe("a target in authority-form", () => {
  test("a target in authority-form needs a port", () => {
    expect(parseAuthorityForm("store.test:443")).toEqual({
      host: "store.test",
      port: 443,
      path: "",
    });
    expect(parseAuthorityForm("store.test")).toHaveProperty("problem");
    expect(parseAuthorityForm("http://store.test:80")).toHaveProperty("problem");
  });
});

test("a Host header is a host and perhaps a port", () => {
  expect(["store.test", "store.test:8080", "127.0.0.1"].every(isWellFormedHost)).toBe(true);
  expect(["", "a b", "http://a", "a/b", "a@b", "a:b"].some(isWellFormedHost)).toBe(false);
});
