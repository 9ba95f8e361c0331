import { expect, test } from "vitest";

import { localNumber } from "../../../../../extension/src/background/input/local-number.ts";

test.each([
  ["en", "-1234.5", "-1234.5"],
  ["de", "1234.5", "1234,5"],
  ["de", "-.5", "-,5"],
  ["sv", "-7", "\u22127"],
  ["fa", "30.25", "۳۰٫۲۵"],
  ["de", "1.5e3", "1.5e3"],
])("in the locale %s the number %s is written as %s", (locale, text, written) => {
  expect(localNumber(text, locale)).toBe(written);
});
