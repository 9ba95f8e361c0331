// Tests how much of a budget a long series can be given before the rest of the page is known.
import { describe, expect, test } from "vitest";

import { Costs } from "../../../../../../extension/src/content/observe/tree/cost.ts";
import { elide } from "../../../../../../extension/src/content/observe/budget/elide.ts";
import type { Part } from "../../../../../../extension/src/content/observe/tree/parts.ts";
import { ownText } from "../../../../../../extension/src/content/observe/tree/parts.ts";
import type {
  Holder,
  Sharing,
} from "../../../../../../extension/src/content/observe/budget/series-share.ts";
import { mostFor } from "../../../../../../extension/src/content/observe/budget/series-share.ts";

const words = (count: number): Part => ownText("word ".repeat(count));
const BUDGET = 1000;

/** Elements by their weights, of which nothing else is asked. */
class Page {
  readonly #weights = new Map<object, number>();
  readonly required = new Set<object>();

  holder(weight: number, parts: Part[] = [], outer?: Holder): Holder {
    const element = {};
    this.#weights.set(element, weight);
    const box = { left: 0, top: 0, right: 10, bottom: 10 };
    return { element, visibility: { clippedBox: { shows: true, box } }, parts, outer };
  }

  sharing(maxTokens = BUDGET): Sharing {
    return {
      maxTokens,
      costs: new Costs(),
      weightOf: ({ element }) => this.#weights.get(element) ?? 1,
      required: this.required,
    };
  }
}

describe("the budget of a series", () => {
  test("a series may take the whole budget if nothing stands before it", () => {
    const page = new Page();
    expect(mostFor(page.holder(1), [], page.sharing())).toBe(BUDGET);
  });

  test("a series may take what small parts before it leave of the budget", () => {
    const page = new Page();
    const before = [words(100)];
    expect(mostFor(page.holder(8), before, page.sharing())).toBe(
      BUDGET - new Costs().ofAll(before),
    );
  });

  test("a series shares the budget by weight with large parts before it, also before what holds it", () => {
    const page = new Page();
    const inView = page.holder(8);
    const far = page.holder(1);
    // Texts weigh 1.
    expect(mostFor(inView, [words(5000)], page.sharing())).toBeCloseTo((BUDGET * 8) / 9);
    expect(mostFor(far, [words(5000)], page.sharing())).toBeCloseTo(BUDGET / 2);
    const inner = page.holder(1, [], page.holder(8, [words(5000)], page.holder(8)));
    expect(mostFor(inner, [words(5000)], page.sharing())).toBeCloseTo(BUDGET / 4);
  });

  test("a series in an element that may weigh most in the end gets a share for that weight", () => {
    const page = new Page();
    const dialog = page.holder(1);
    page.required.add(dialog.element);
    expect(mostFor(dialog, [words(5000)], page.sharing())).toBeCloseTo((BUDGET * 32) / 33);
  });

  test("the estimated share of a series is at least what eliding gives it, and less than twice that", () => {
    const page = new Page();
    const before = [words(5000), words(30), words(700)];
    const series = words(20_000);
    const most = mostFor(page.holder(1), before, page.sharing());
    const { costs } = page.sharing();
    const kept = elide([...before, series], undefined, BUDGET, { costs, weightOf: () => 1 });
    const [last, shown] = [kept.at(-1), kept.at(-2)];
    expect(last?.kind).toBe("elision");
    if (shown?.kind !== "text") throw new Error("nothing of the series is shown");
    expect(costs.of(shown)).toBeLessThanOrEqual(most);
    expect(costs.of(shown)).toBeGreaterThan(most / 2);
  });

  test("the share of a series has no limit if the budget has none", () => {
    const page = new Page();
    expect(mostFor(page.holder(1), [words(50)], page.sharing(Infinity))).toBe(Infinity);
  });
});
