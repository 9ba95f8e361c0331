// Tests what pages ask, kept by tab until a step tells of it, and what lies over a tab.
import { AskBook } from "@webserv/extension/src/background/asks/ask-book.ts";
import { askOmission } from "@webserv/extension/src/background/asks/ask-words.ts";
import { describeAsk } from "@webserv/host/src/format/asks.ts";
import { MAX_ASKS } from "@webserv/shared/model/page/ask-kinds.ts";
import type { PageAsk } from "@webserv/shared/model/page/page-ask.ts";
import { expect, test } from "vitest";

const call: PageAsk = { kind: "program", what: "tel:17", answer: "open" };

test("each ask is told once, and one that is repeated is kept once", () => {
  const book = new AskBook();
  book.note(1, call);
  book.note(1, { ...call });
  book.note(2, { ...call, what: "sms:1" });
  expect(book.take(1)).toEqual([call]);
  expect(book.take(1)).toEqual([]);
  expect(book.take(2)).toMatchObject([{ what: "sms:1" }]);
});

test("a page that asks without end fills no memory", () => {
  const book = new AskBook();
  for (let index = 0; index < MAX_ASKS + 5; index++)
    book.note(1, { ...call, what: `tel:${index}` });
  expect(book.take(1)).toHaveLength(MAX_ASKS);
});

test("a window over a page is taken to be there until input arrives that was begun under it", () => {
  const book = new AskBook();
  const first = book.untilArrival(1);
  book.note(1, call);
  // The click that opened it was taken by the page.
  first();
  expect(book.over(1)).toEqual(call);
  const second = book.untilArrival(1);
  second();
  expect(book.over(1)).toBeNull();
});

test("a prompt for a permission, and what was refused, lie over nothing", () => {
  const book = new AskBook();
  book.note(1, { kind: "permission", what: "geolocation", answer: "open" });
  book.note(1, { ...call, answer: "refused" });
  expect(book.over(1)).toBeNull();
});

test("to ask what lies over a page that nothing is known of changes nothing", () => {
  const book = new AskBook();
  expect([book.over(1), book.over(1)]).toEqual([null, null]);
  book.note(1, call);
  book.uncovered(1);
  expect(book.over(1)).toBeNull();
});

test("a window that a step opens is told apart from one that lay there before, also if both look the same", () => {
  const book = new AskBook();
  book.note(1, call);
  const before = book.over(1);
  book.note(1, { ...call });
  expect(book.over(1)).toEqual(before);
  expect(book.over(1)).not.toBe(before);
});

test("a refused sign-in says how to give one, and nothing that a wrong password makes untrue", () => {
  const url = "http://shop.test/staff";
  const ask: PageAsk = { kind: "sign-in", what: "Staff", url, answer: "refused" };
  for (const words of [describeAsk(ask), askOmission(ask).why]) {
    expect(words).toContain("http://name:password@host/");
    expect(words).not.toMatch(/\bnone was given|\bwas given$/);
  }
});
