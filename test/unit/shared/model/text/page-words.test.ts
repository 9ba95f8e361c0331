// How what a page says is told: on one line, without what nobody sees, and not at any length.
import { pageLines, pageWords } from "@webserv/shared/model/text/page-words.ts";
import { expect, test } from "vitest";

test.each([
  ["line breaks of every kind", "a\nb\r\nc\u2028d\u2029\u000Be", "a b c d e"],
  ["what nobody sees", " pa\u200By\u202E \u001B[2J\u009Bx ", "pay [2Jx"],
  ["a long text", "abcdefghijklm", "abcdefghi…"],
  ["a long text that begins with nothing", " ".repeat(50) + "late", "…"],
  ["a text that ends within a character", "abcdefgh👩x", "abcdefgh…"],
  ["as much as is allowed", "abcdefghij", "abcdefghij"],
])("words: %s", (_what, text, told) => {
  expect(pageWords(text, 10)).toBe(told);
});

test("a value keeps its lines, and is cut without a sign", () => {
  expect(pageLines("one\n\ttwo\u200B\u2028three", 100)).toBe("one\n\ttwo\nthree");
  expect(pageLines("abc👩", 4)).toBe("abc");
});
