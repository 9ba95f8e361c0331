// Chains of causes that go on and on: told in no more time and memory than a short one.
import { expect, test } from "vitest";

import { BEGAN, ToldPage as Page } from "../../../../support/reading/told-page.ts";

/**
 * A message that leads to a message, a hundred thousand times.
 *
 * @param siteCount by how much different code, in turn; by code of which nothing is known where it is 1
 * @returns the last
 */
function chain(page: Page, onEach: (id: number) => void = () => {}, siteCount = 3): number {
  let id = 1;
  for (let link = 0; link < 100_000; link++) {
    const next = page.begin("message", {
      parent: id,
      callSite: link % siteCount,
      at: BEGAN + link / 1000,
    });
    page.run(next, BEGAN + link / 1000);
    onEach(next);
    id = next;
  }
  return id;
}

test("only the latest links of a long chain of causes are kept", () => {
  const page = new Page();
  const last = page.begin("timer", { parent: chain(page) });
  let links = 0;
  for (const work of page.ledger.pending) {
    expect(work.id).toBe(last);
    for (let at = work.parent; at !== undefined; at = at.parent) links++;
  }
  expect(links).toBeGreaterThan(100);
  expect(links).toBeLessThan(10_000);
});

test("a chain of 100,000 messages does not hold the answer, however quickly they follow each other", () => {
  for (const siteCount of [1, 3, 100_000]) {
    const page = new Page();
    const parent = chain(page, () => {}, siteCount);
    page.begin("message", { parent, callSite: 0, at: BEGAN + 100 });
    expect({ siteCount, rest: page.isAtRest(BEGAN + 101) }).toEqual({ siteCount, rest: true });
  }
});

test("a shown change is marked on all works that have led to it, through a thousand links", () => {
  const page = new Page();
  chain(page, (id) => page.ledger.change(id, "styled", BEGAN));
  expect(page.ledger.hasShown).toBe(false);
  const last = page.begin("timer", { parent: chain(page, () => {}) });
  page.run(last, 1200, "shown");
  const next = page.begin("timer", { parent: last });
  for (const work of page.ledger.pending) {
    expect(work.id).toBe(next);
    let at = work.parent;
    for (let link = 0; link < 1000; link++) {
      expect(at?.change).toBe("shown");
      at = at?.parent;
    }
  }
});
