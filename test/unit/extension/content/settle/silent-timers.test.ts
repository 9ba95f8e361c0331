// Tests which longer timers a click without an answer is waited for by.
import { describe, expect, test } from "vitest";

import { BEGAN, ToldPage as Page } from "../../../../support/reading/told-page.ts";

const ANSWER = { awaitsAnswer: true };

function holds(page: Page): boolean {
  return !page.verdict(BEGAN + 100, ANSWER).done;
}

describe("a click that has changed nothing", () => {
  test("its longer timer holds the answer until it has run, and that of another action does not", () => {
    const page = new Page();
    const timer = page.begin("timer", { delayMs: 1800 });
    expect(page.isAtRest(BEGAN + 100)).toBe(true);
    expect(holds(page)).toBe(true);
    page.run(timer, BEGAN + 1800, "shown");
    expect(page.verdict(BEGAN + 1900, ANSWER)).toMatchObject({ report: { status: "settled" } });
  });

  test("its timer of 2.5 s holds the answer, and no longer one", () => {
    const page = new Page();
    page.begin("timer", { delayMs: 2501 });
    expect(holds(page)).toBe(false);
    page.begin("timer", { delayMs: 2500 });
    expect(holds(page)).toBe(true);
  });

  test.each(["shown", "grown", "replaced", "styled"] as const)(
    "its timer holds no more once something is %s",
    (change) => {
      const page = new Page();
      page.begin("timer", { delayMs: 1800 });
      page.ledger.change(1, change, BEGAN + 50);
      expect(holds(page)).toBe(false);
    },
  );

  test.each([
    ["promise", true],
    ["timer", false],
    ["fetch", false],
    ["interval", false],
  ] as const)("a timer that a %s has led to holds: %s", (kind, isHeld) => {
    const page = new Page();
    const before = page.begin(kind, { delayMs: kind === "promise" ? 0 : 20 });
    page.run(before, BEGAN + 20);
    page.end(before, BEGAN + 30);
    page.begin("timer", { parent: before, delayMs: 1800, at: BEGAN + 20 });
    expect(holds(page)).toBe(isHeld);
  });

  test("nothing that a document begins as it opens is held so", () => {
    const page = new Page({ isOpening: true });
    page.begin("timer", { delayMs: 1800 });
    expect(holds(page)).toBe(false);
  });
});

describe("the same timer at the next click", () => {
  const clickAgain = (change: "shown" | undefined, isCalledOff = false): Page => {
    const page = new Page();
    const timer = page.begin("timer", { delayMs: 1800, callSite: 7 });
    if (isCalledOff) page.end(timer, BEGAN + 900);
    else page.run(timer, BEGAN + 1800, change);
    page.clickAgain();
    page.begin("timer", { delayMs: 1800, callSite: 7 });
    return page;
  };

  test("it holds no more if it has run and brought nothing", () => {
    expect(holds(clickAgain(undefined))).toBe(false);
  });

  test("it holds if it has brought something, or was called off", () => {
    expect(holds(clickAgain("shown"))).toBe(true);
    expect(holds(clickAgain(undefined, true))).toBe(true);
  });
});

describe("the next round of an interval that was set before", () => {
  const standing = (page: Page): number => page.begin("interval", { delayMs: 90, unseen: true });

  test("a click that has shown nothing is waited for until it has been", () => {
    const page = new Page();
    const interval = standing(page);
    expect(holds(page)).toBe(true);
    page.end(interval, BEGAN + 60);
    expect(holds(page)).toBe(false);
  });

  test("it holds no answer that the page has shown", () => {
    const page = new Page();
    standing(page);
    page.ledger.change(1, "shown", BEGAN + 5);
    expect(holds(page)).toBe(false);
  });

  test("nothing but a click is held by it", () => {
    const page = new Page();
    standing(page);
    expect(page.isAtRest(BEGAN + 100)).toBe(true);
  });
});
