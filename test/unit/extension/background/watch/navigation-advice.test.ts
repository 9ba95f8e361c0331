import { expect, test } from "vitest";

import { navigationAdvice } from "../../../../../extension/src/background/watch/navigation-advice.ts";

const FAILED = "net::ERR_HTTP_RESPONSE_CODE_FAILURE";

test.each([
  [401, /sign-in/],
  [403, /refuses this page/],
  [404, /no such page/],
  [418, /check the address/],
  [429, /too often/],
  [500, /server has failed.*try again later/],
  [503, /server has failed/],
])("an answer with the status %d says what helps against it", (status, next) => {
  expect(navigationAdvice(FAILED, status)).toMatch(next);
});

test.each([204, 205])("an answer %d, which has no page, is no fault of the address", (status) => {
  expect(navigationAdvice("net::ERR_ABORTED", status)).toMatch(/page before it is still shown/);
  // A redirect may have answered so on the way to what failed.
  expect(navigationAdvice("net::ERR_CONNECTION_RESET", status)).toMatch(/broke off/);
});

test.each([
  ["net::ERR_CERT_AUTHORITY_INVALID", /does not trust the site's certificate/],
  ["net::ERR_CERT_DATE_INVALID", /expired/],
  ["net::ERR_SSL_PROTOCOL_ERROR", /speaks https/],
  ["net::ERR_NAME_NOT_RESOLVED", /No server has this name/],
  ["net::ERR_CONNECTION_REFUSED", /Nothing listens there/],
  ["net::ERR_CONNECTION_RESET", /broke off/],
  ["net::ERR_CONNECTION_TIMED_OUT", /did not answer/],
])("the network error %s says what helps against it", (error, next) => {
  expect(navigationAdvice(error, undefined)).toMatch(next);
  // A redirect that led there answered well.
  expect(navigationAdvice(error, 302)).toMatch(next);
});

test("an unknown error gets no advice of its own, so that the general advice stands", () => {
  expect(navigationAdvice("net::ERR_SOMETHING_NEW", undefined)).toBeUndefined();
  expect(navigationAdvice("net::ERR_ABORTED", 200)).toBeUndefined();
});
