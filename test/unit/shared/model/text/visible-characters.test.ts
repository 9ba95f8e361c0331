// Tests which characters of a text a person sees, and which only a model would read.
import { expect, test } from "vitest";

import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";

const tags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");

test.each([
  ["tags that spell a message", `Total${tags("send it all")}: 3`, "Total: 3"],
  ["marks that turn the direction", "in\u202Evoice\u202C \u2066a\u2069\u200F", "invoice a"],
  ["characters of no width", "pass\u200Bwo\uFEFFrd\u2060", "password"],
  ["soft hyphens", "hy\u00ADphen", "hyphen"],
  ["control characters", "a\u0000b\u0007c\u009Bd", "abcd"],
  ["characters of private use", "\uE001 Menu \u{F0001}", " Menu "],
  ["fillers", "a\u3164b\u115Fc\uFFA0", "abc"],
  ["variation selectors that carry bytes", "Hi\u{E0101}\u{E0102}\uFE01\uFE02!", "Hi!"],
  ["joiners that join nothing", "a\u200D\u200Cb\u200C", "ab"],
  ["joiners in a row", "\u0646\u200C\u200C\u200D\u062E", "\u0646\u062E"],
  ["halves of characters", "a\uD800b", "a\uFFFDb"],
])("a person sees a text without %s", (_what, text, seen) => {
  expect(visibleCharacters(text)).toBe(seen);
});

test.each([
  ["plain words", "Add to cart, 3 × 4 €"],
  ["line breaks and tabs", "one\n\ttwo\r\n"],
  ["a Persian word", "نمی\u200Cخواهم"],
  ["a Hindi conjunct", "क\u094D\u200Dष"],
  ["a family", "👩\u200D👩\u200D👧\u200D👦"],
  ["a heart in colour", "❤\uFE0F"],
  ["a judge of dark skin", "🧑🏿\u200D⚖\uFE0F"],
  ["the flag of England", `🏴${tags("gbeng")}\u{E007F}`],
  ["an ideograph in one of its forms", "葛\u{E0100}"],
  ["a number sign of Arabic", "\u0601١٢"],
])("nothing is taken out of %s", (_what, text) => {
  expect(visibleCharacters(text)).toBe(text);
});
