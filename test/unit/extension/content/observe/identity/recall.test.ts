// Looking in a page for what ids were told of before it was loaded anew.
import { expect, test } from "vitest";

import { FrameIds } from "../../../../../../extension/src/content/observe/identity/frame-ids.ts";
import type { Part } from "../../../../../../extension/src/content/observe/tree/parts.ts";
import type { Walk } from "../../../../../../extension/src/content/observe/tree/walk-result.ts";

/** How often the page was gone through. */
function looksFor(ids: readonly string[]): number {
  let looks = 0;
  class Counted extends Array<Part> {
    override [Symbol.iterator](): ArrayIterator<Part> {
      looks++;
      return super[Symbol.iterator]();
    }
  }
  const walk: Walk = { parts: new Counted(), headings: [], texts: [], tooDeep: [], runs: [] };
  new FrameIds().recall(ids, walk, () => null);
  return looks;
}

test("a page is gone through as often to recall 200 ids as to recall one", () => {
  const many = Array.from({ length: 200 }, (_, at) => `order-${at}.edit`);
  expect(looksFor(many)).toBe(looksFor(["order-1.edit"]));
});
