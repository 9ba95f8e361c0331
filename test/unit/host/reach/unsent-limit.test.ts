import { UnsentLimit } from "@webserv/host/src/reach/unsent-limit.ts";
import { expect, test } from "vitest";

function readers(limit: UnsentLimit) {
  const cutOff: string[] = [];
  const reader = (name: string) => limit.reader(() => cutOff.push(name));
  return { cutOff, reader };
}

test("the reader that has gone longest without reading is cut off if too much waits together", () => {
  const limit = new UnsentLimit(100);
  const { cutOff, reader } = readers(limit);
  const [first, second, third] = [reader("first"), reader("second"), reader("third")];
  limit.sent(first, 30);
  limit.sent(second, 30);
  limit.sent(third, 30);
  // The first is behind, and reads.
  limit.read(first, 20);
  limit.sent(third, 60);
  expect(cutOff).toEqual(["second"]);
  expect(limit.total).toBe(80);
});

test("as many readers are cut off as it takes, and one that waits for nothing is left alone", () => {
  const limit = new UnsentLimit(100);
  const { cutOff, reader } = readers(limit);
  limit.sent(reader("idle"), 0);
  limit.sent(reader("first"), 40);
  limit.sent(reader("second"), 40);
  limit.sent(reader("third"), 90);
  expect(cutOff).toEqual(["first", "second"]);
  expect(limit.total).toBe(90);
});

test("what waited for a connection counts no more once the connection is gone", () => {
  const limit = new UnsentLimit(100);
  const { cutOff, reader } = readers(limit);
  const first = reader("first");
  limit.sent(first, 90);
  limit.gone(first);
  limit.gone(first);
  limit.sent(reader("second"), 90);
  expect(cutOff).toEqual([]);
  expect(limit.total).toBe(90);
});
