// Tests how a budget is shared among the parts of a page.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";

import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";

import { Costs } from "../../../../../../extension/src/content/observe/tree/cost.ts";
import { elide } from "../../../../../../extension/src/content/observe/budget/elide.ts";
import type { Part } from "../../../../../../extension/src/content/observe/tree/parts.ts";
import { ownText } from "../../../../../../extension/src/content/observe/tree/parts.ts";
import { shareOut } from "../../../../../../extension/src/content/observe/budget/share-out.ts";

const claim = (cost: number, weight = 1) => ({ cost, weight });

describe("the sharing of a budget", () => {
  test("every part gets all that it costs if the budget is enough", () => {
    expect(shareOut([claim(30), claim(50)], 100)).toEqual([30, 50]);
  });

  test("what small parts do not need of a budget goes to the large ones", () => {
    expect(shareOut([claim(30), claim(1000), claim(1000)], 230)).toEqual([30, 100, 100]);
  });

  test("large parts share a budget in proportion to their weight", () => {
    expect(shareOut([claim(1000, 3), claim(1000, 1)], 400)).toEqual([300, 100]);
  });

  test("the last and lightest parts go without if a budget is too small for all to say something", () => {
    const shares = shareOut([claim(500), claim(500), claim(500, 8), claim(500)], 60);
    expect(shares.filter((share) => share > 0)).toHaveLength(2);
    expect(shares[2]).toBeGreaterThan(0);
    expect(shares[3]).toBe(0);
  });

  test.each([0, 10, 100, 1234])("the shares of a budget of %i never exceed it", (budget) => {
    const claims = Array.from({ length: 50 }, (_, index) =>
      claim((index * 37) % 101, 1 + (index % 8)),
    );
    const sum = shareOut(claims, budget).reduce((total, share) => total + share, 0);
    expect(sum).toBeLessThanOrEqual(budget + 1e-6);
  });
});

test.each([
  "The quick brown fox jumps over the lazy dog, and back again.",
  '<a id="canvas-tote.add-to-cart" href="/cart/add/17">Add to cart</a>',
  "<tr><td>A-17</td><td>$12.40</td><td>2026-11-22</td></tr>",
  "Зарегистрироваться на сайте бесплатно, чтобы получать новости",
  "カートに入れる今すぐ購入する",
])("the tokens of %j are estimated to within a third", (text) => {
  const tokens = countTokens(text);
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(Math.floor(tokens * 0.67));
  expect(estimateTokens(text)).toBeLessThanOrEqual(Math.ceil(tokens * 1.33));
});

const weightOf = (): number => 1;

test("hundreds of thousands of parts next to each other are left out like a few", () => {
  const unread = (): Part => ({ kind: "unread", tag: "li", count: 1, controls: 0 });
  const parts = [ownText("First"), ...Array.from({ length: 300_000 }, unread)];
  const kept = elide(parts, undefined, 100, { costs: new Costs(), weightOf });
  const left = kept.flatMap((part) => (part.kind === "elision" ? [...part.parts] : []));
  expect(left.length).toBeGreaterThanOrEqual(300_000);
});
