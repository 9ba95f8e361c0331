import { expect, test } from "vitest";

import { planRuns } from "../../../../../extension/src/background/input/text-plan.ts";

test.each([
  ["Ada", [["keys", "Ada"]]],
  ["naïve Привет عربي", [["keys", "naïve Привет عربي"]]],
  [
    "私は Ann",
    [
      ["compose", "私は"],
      ["keys", " Ann"],
    ],
  ],
  ["コーヒー、한국", [["compose", "コーヒー、한국"]]],
  [
    "ok 👩‍👩‍👧!",
    [
      ["keys", "ok "],
      ["insert", "👩‍👩‍👧"],
      ["keys", "!"],
    ],
  ],
  ["", []],
])("the text %j is typed in the runs %j", (text, runs) => {
  expect(planRuns(text).map((run) => [run.how, run.text])).toEqual(runs);
});
