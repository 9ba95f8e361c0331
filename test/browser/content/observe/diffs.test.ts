// Changes pages at random and sees whether the diffs of their readings give the pages.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { diffObservation } from "@webserv/host/src/session/actions/page-diff.ts";
import type { ObservationForm } from "@webserv/shared/model/page/observation.ts";

import { applyDiff, withoutCues } from "../../../support/reading/apply-diff.ts";
import { applyUnchanged } from "../../../support/reading/apply-unchanged.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";

const MUTATIONS = 100;

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

describe("diffs of pages that change at random", () => {
  test.each([
    ["shop", "html"],
    ["table", "html"],
    ["virtual", "html"],
    ["form", "outline"],
    ["tabs", "paper"],
  ] as const)("an agent that applies the diffs of %s, as %s, has the page", async (name, form) => {
    const page = await browser.open(`/ids-${name}/`);
    await page.page.evaluate("seed(3)");
    const read = async (at: number, form: ObservationForm) => {
      const reading = await page.read({ form, maxTokens: 20_000 });
      return { ...reading, tabs: [], form, at: String(at) };
    };
    let before = await read(0, form);
    let had = before.html;
    const tokens = { whole: 0, told: 0 };
    for (let change = 1; change <= MUTATIONS; change++) {
      await page.page.evaluate("mutate(1)");
      const next = await read(change, form);
      const told = diffObservation(before, next);
      if (told.unchangedSince !== undefined) had = applyUnchanged(had, told.html);
      else had = told.since === undefined ? told.html : applyDiff({ form, html: had }, told.html);
      expect(withoutCues({ form, html: had })).toBe(withoutCues(next));
      tokens.whole += next.tokens;
      tokens.told += told.tokens;
      before = next;
    }
    expect(tokens.told).toBeLessThan(tokens.whole / 2);
  });
});
