import { expect, test } from "vitest";

import { allowedUrl } from "../../../../../extension/src/background/lease/allowed-url.ts";

test.each([
  ["http://store.test", "http://store.test/"],
  ["https://example.org/a?b#c", "https://example.org/a?b#c"],
  ["store.test/cart", "http://store.test/cart"],
  ["localhost:8080/x", "http://localhost:8080/x"],
  ["127.0.0.1:3000", "http://127.0.0.1:3000/"],
  [" about:blank ", "about:blank"],
])("the address %s is opened as %s", (input, url) => expect(allowedUrl(input)).toBe(url));

test.each([
  "javascript:alert(1)",
  "file:///etc/passwd",
  "chrome://settings",
  "chrome-extension://abc/x.html",
  "data:text/html,hi",
  "view-source:http://a.test",
  "about:config",
  "http://",
  "not a host",
])("the address %s is refused, and named in the message", (input) => {
  expect(() => allowedUrl(input)).toThrow(expect.objectContaining({ code: "url-not-allowed" }));
  expect(() => allowedUrl(input)).toThrow(input);
});

test("a path is one of the current page's site, and is refused if there is no page", () => {
  expect(allowedUrl("/c/bags?x=1", "https://store.test:8443/p/1")).toBe(
    "https://store.test:8443/c/bags?x=1",
  );
  expect(allowedUrl("//other.test/a", "http://store.test/")).toBe("http://other.test/a");
  expect(() => allowedUrl("/c/bags", "about:blank")).toThrow(/it is a path/);
  expect(() => allowedUrl("/c/bags")).toThrow(/it is a path/);
});
