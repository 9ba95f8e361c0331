// Tests which addresses count as answered to a form.
import { expect, test } from "vitest";

import { PostedAddresses } from "@webserv/extension/src/background/watch/posted-addresses.ts";

const [TAB, OTHER] = [1, 2];
const INVOICE = "http://127.0.0.1/invoice";

test("an address is one to which its tab has sent a form, until it is asked for plainly", () => {
  const posted = new PostedAddresses();
  posted.answered(TAB, INVOICE, "POST");
  expect(posted.has(TAB, `${INVOICE}#page=2`)).toBe(true);
  expect(posted.has(OTHER, INVOICE)).toBe(false);
  posted.answered(TAB, INVOICE, "GET");
  expect(posted.has(TAB, INVOICE)).toBe(false);
});

test("nothing is known of a tab that is closed", () => {
  const posted = new PostedAddresses();
  posted.answered(TAB, INVOICE, "POST");
  posted.drop(TAB);
  expect(posted.has(TAB, INVOICE)).toBe(false);
});
