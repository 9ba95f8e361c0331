// Tests how numbers are written in counter styles.
import { expect, test } from "vitest";

import { counterText } from "../../../../../../extension/src/content/observe/styles/counter-styles.ts";

test.each([
  [7, "decimal", "7"],
  [7, "decimal-leading-zero", "07"],
  [-7, "decimal-leading-zero", "-07"],
  [1994, "upper-roman", "MCMXCIV"],
  [4, "lower-roman", "iv"],
  [0, "upper-roman", "0"],
  [26, "lower-alpha", "z"],
  [27, "lower-latin", "aa"],
  [703, "upper-alpha", "AAA"],
  [2, "lower-greek", "β"],
  [3, "none", ""],
  [3, "some-style-of-theirs", "3"],
])("%d in %s is %o", (value, style, text) => {
  expect(counterText(value, style)).toBe(text);
});
