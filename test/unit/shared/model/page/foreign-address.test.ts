// Tests which addresses the browser hands to other programs.
import { isForeignAddress } from "@webserv/shared/model/page/ask-kinds.ts";
import { expect, test } from "vitest";

test.each([
  "mailto:a@b.test",
  "TEL:17",
  "sms:1",
  "web+cart:1",
  " \n\tmaps:here",
  "ms-word:x",
  "httpsx:1",
  "chromecast:1",
])("the address %j belongs to another program", (address) =>
  expect(isForeignAddress(address)).toBe(true),
);

test.each([
  "http://a.test/",
  "HTTPS://a.test/",
  "about:blank",
  "blob:http://a.test/1",
  "data:text/html,x",
  "javascript:void 0",
  "chrome-extension://x/y",
  "view-source:http://a.test",
  "/path:with-colon",
  "?q=mailto:a",
  "a/b:c",
  "",
])("the address %j is the browser's own, or no whole one", (address) =>
  expect(isForeignAddress(address)).toBe(false),
);
