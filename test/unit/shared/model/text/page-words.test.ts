// How what a page says is told: on one line, without what nobody sees, and not at any length.
import { pageLines, pageWords } from "@webserv/shared/model/text/page-words.ts";
import { expect, test } from "vitest";

test.each([
  ["line breaks of every kind are single spaces", "a\nb\r\nc\u2028d\u2029\u000Be", "a b c d e"],
  ["characters that nobody sees are left out", " pa\u200By\u202E \u001B[2J\u009Bx ", "pay [2Jx"],
  ["a long text is cut with a sign", "abcdefghijklm", "abcdefghi…"],
  ["a long text that begins with nothing is the sign alone", " ".repeat(50) + "late", "…"],
  ["a cut never goes through a character", "abcdefgh👩x", "abcdefgh…"],
  ["a text as long as is allowed is whole", "abcdefghij", "abcdefghij"],
])("in the words of a page, %s", (_what, text, told) => {
  expect(pageWords(text, 10)).toBe(told);
});

test("the value of a page keeps its lines, and is cut without a sign", () => {
  expect(pageLines("one\n\ttwo\u200B\u2028three", 100)).toBe("one\n\ttwo\nthree");
  expect(pageLines("abc👩", 4)).toBe("abc");
});
