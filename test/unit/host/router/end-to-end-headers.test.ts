import { expect, test } from "vitest";

import { endToEndHeaders, requestHeaders } from "@webserv/host/src/router/end-to-end-headers.ts";

test("connection headers and those that Connection names are dropped; the others keep case, order and repetition", () => {
  const raw = [
    ["Set-Cookie", "a=1"],
    ["Connection", "keep-alive, X-Private"],
    ["x-private", "1"],
    ["Proxy-Connection", "keep-alive"],
    ["Proxy-Authorization", "Basic x"],
    ["Keep-Alive", "timeout=5"],
    ["TE", "trailers"],
    ["Transfer-Encoding", "chunked"],
    ["SET-COOKIE", "b=2"],
    ["X-Kept", "yes"],
  ].flat();
  expect(endToEndHeaders(raw)).toEqual(
    [
      ["Set-Cookie", "a=1"],
      ["SET-COOKIE", "b=2"],
      ["X-Kept", "yes"],
    ].flat(),
  );
});

test("a request gives the site its canonical Host and nothing about the proxy", () => {
  expect(
    requestHeaders(
      ["HOST", "evil.test", "Accept", "*/*", "Expect", "100-continue"],
      "store.test:81",
    ),
  ).toEqual(["Host", "store.test:81", "Accept", "*/*"]);
});

test("the length of a body can't be named away, or the site would take it for the next request", () => {
  const raw = ["Connection", "Content-Length, X-Own", "Content-Length", "3", "X-Own", "1"];
  expect(endToEndHeaders(raw)).toEqual(["Content-Length", "3"]);
});
