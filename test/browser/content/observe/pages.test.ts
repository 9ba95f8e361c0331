// Reads every page of test/pages and compares with what its expected.json says.
import { readFileSync } from "node:fs";

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import type { FrameReading } from "@webserv/shared/model/page/observation.ts";
import { DEFAULT_MAX_TOKENS, observeOptions } from "@webserv/shared/model/page/observation.ts";
import { unseenReason } from "@webserv/shared/model/page/unseen-text.ts";

import type { ContentPage } from "../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";
import { expectedPages, pageFile } from "../../../support/pages/test-pages.ts";

const expectedSchema = z.strictObject({
  /** Exactly these ids, in this order. */
  clickable: z.optional(z.array(z.string())),
  /** Exactly these ids; none where left out. */
  hoverable: z._default(z.array(z.string()), []),
  /** The whole html. */
  html: z.optional(z.string()),
  /** Parts of the html, in this order. */
  contains: z._default(z.array(z.string()), []),
  absent: z._default(z.array(z.string()), []),
  /** Some members of the state of some fields; null for those that are not told. */
  inputs: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
  selects: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
  /** Further readings, each with its options and parts of its html, in this order. */
  reads: z._default(
    z.array(
      z.strictObject({
        options: observeOptions,
        contains: z._default(z.array(z.string()), []),
        absent: z._default(z.array(z.string()), []),
        /** Exactly these ids, in this order. */
        clickable: z.optional(z.array(z.string())),
        omitted: z._default(z.array(z.string()), []),
      }),
    ),
    [],
  ),
  /** Readings that are refused, with parts of the messages. */
  refused: z._default(z.array(z.strictObject({ options: observeOptions, says: z.string() })), []),
  /** What speaks for some elements, by their ids. */
  evidence: z._default(z.record(z.string(), z.array(z.string())), {}),
  /** Elements without an id that yet something speaks for, all of them. */
  rejected: z.optional(
    z.array(z.strictObject({ tag: z.string(), evidence: z.array(z.string()), not: z.string() })),
  ),
  /** Why some texts are left out as unseen, by their beginnings. */
  unseen: z._default(z.record(z.string(), unseenReason), {}),
  /** What is left out, all of it, without the reasons. */
  omitted: z._default(z.array(z.strictObject({ what: z.string(), where: z.string() })), []),
});

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

describe("a reading", () => {
  test.each(expectedPages())("a reading of %s is as its expected.json says", async (slug) => {
    const source: unknown = JSON.parse(readFileSync(pageFile(slug, "expected.json"), "utf8"));
    const expected = expectedSchema.parse(source);
    const page = await browser.open(`/${slug}/`);
    const before = await page.page.evaluate(() => document.documentElement.outerHTML);
    const reading = await page.observe();
    compare(reading, expected);
    compareReasons(await page.read({ form: "html", explain: true }), expected);
    const again = await page.observe();
    expect(again.html, "a second reading of the same page").toBe(reading.html);
    const paper = await page.observe("paper");
    // What is left out of either form depends on what each costs.
    const clickable = reading.expandable.length === 0 ? reading.clickable : [];
    for (const id of clickable) {
      expect(paper.html).toContain(`data-semantic-id="${id}" data-clickable="true"`);
    }
    for (const read of expected.reads) await compareRead(page, read);
    for (const { options, says } of expected.refused) {
      await expect(page.read(options)).rejects.toThrow(says);
    }
    const after = await page.page.evaluate(() => document.documentElement.outerHTML);
    expect(after, "the page's own document").toBe(before);
  });
});

type Expected = z.infer<typeof expectedSchema>;

async function compareRead(
  page: ContentPage,
  { options, omitted, ...expected }: Expected["reads"][number],
): Promise<void> {
  const reading = await page.read(options);
  compareText(reading.html, expected);
  expect(reading.clickable).toEqual(expected.clickable ?? reading.clickable);
  expect(reading.omitted.map(({ what }) => what)).toEqual(omitted);
  const { maxTokens = DEFAULT_MAX_TOKENS } = options;
  expect(reading.tokens).toBeLessThanOrEqual(maxTokens);
  // The reading estimates as well as one can without the model's vocabulary.
  expect(countTokens(reading.html)).toBeLessThanOrEqual(maxTokens * 1.1);
  for (const id of reading.expandable) expect(reading.html).toContain(id);
}

function compareText(
  html: string,
  {
    contains,
    absent,
  }: { readonly contains: readonly string[]; readonly absent: readonly string[] },
): void {
  let from = 0;
  for (const part of contains) {
    const at = html.indexOf(part, from);
    expect(at, `"${part}" in its place in\n${html}`).toBeGreaterThanOrEqual(0);
    from = at + part.length;
  }
  for (const part of absent) expect(html).not.toContain(part);
}

function compare(reading: FrameReading, expected: Expected): void {
  expect(reading.clickable).toEqual(expected.clickable ?? reading.clickable);
  expect(reading.hoverable).toEqual(expected.hoverable);
  expect(reading.html).toBe(expected.html ?? reading.html);
  compareText(reading.html, expected);
  for (const [id, state] of Object.entries(expected.inputs)) {
    const input = reading.inputs.find((input) => input.id === id);
    const told: Record<string, unknown> = { ...input };
    for (const name of Object.keys(state)) told[name] ??= null;
    expect(told, `state of ${id}`).toMatchObject(state);
  }
  for (const [id, state] of Object.entries(expected.selects)) {
    expect(reading.selects.find((select) => select.id === id)).toMatchObject(state);
  }
  expect(reading.omitted.map(({ what, where }) => ({ what, where }))).toEqual(expected.omitted);
  const ids = [...reading.html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]);
  expect(new Set(ids).size, "every id is unique").toBe(ids.length);
}

function compareReasons({ explained = [], unseen }: FrameReading, expected: Expected): void {
  for (const [text, why] of Object.entries(expected.unseen)) {
    expect(
      unseen?.texts.find((each) => each.text.startsWith(text))?.why,
      `why "${text}" is left out`,
    ).toBe(why);
  }
  for (const [id, evidence] of Object.entries(expected.evidence)) {
    expect(explained.find((each) => each.id === id)?.evidence, `for ${id}`).toEqual(evidence);
  }
  if (expected.rejected === undefined) return;
  const rejected = explained.filter(({ id }) => id === "");
  expect(rejected.map(({ tag, evidence, not }) => ({ tag, evidence, not }))).toEqual(
    expected.rejected,
  );
}
