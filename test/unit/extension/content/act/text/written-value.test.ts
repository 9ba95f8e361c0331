import { expect, test } from "vitest";

import { writtenValue } from "../../../../../../extension/src/content/act/text/written-value.ts";

const toHex = (colour: string): string | undefined => (colour === "red" ? "#ff0000" : undefined);

test.each([
  ["date", "2026-03-01", "2026-03-01"],
  ["date", "2026-3-1", "2026-03-01"],
  ["date", " 2026/03/01 ", "2026-03-01"],
  ["time", "14:30", "14:30"],
  ["time", "9:05", "09:05"],
  ["time", "2:30 pm", "14:30"],
  ["time", "12am", "00:00"],
  ["time", "12:15 p.m.", "12:15"],
  ["datetime-local", "2026-03-01 9:05", "2026-03-01T09:05"],
  ["datetime-local", "2026-03-01, 2 pm", "2026-03-01T14:00"],
  ["month", "2026/3", "2026-03"],
  ["week", "2026-w9", "2026-W09"],
  ["color", "red", "#ff0000"],
])("a %s written as %s is turned to %s", (type, text, value) => {
  expect(writtenValue(type, text, toHex)).toBe(value);
});

test.each([
  ["date", "03/04/2026"],
  ["date", "2026-03/04"],
  ["time", "14"],
  ["time", "13:00 pm"],
  ["week", "9"],
  ["color", "reddish"],
])(
  "a %s written as %s can be read in several ways, or in none, and stays as it is",
  (type, text) => {
    expect(writtenValue(type, text, toHex)).toBe(text);
  },
);
