// How far a reading goes between two looks at the clock, in questions: a large page must not be kept from its work.
import { fileURLToPath } from "node:url";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import { moduleScript } from "../../../../support/browser/module-script.ts";

const entry = fileURLToPath(new URL("../../../../support/stretches/reader.ts", import.meta.url));

/** Styles and boxes: each takes the browser some µs. */
const MOST_QUESTIONS = 150;

let browser: ContentBrowser;
let script: string;

beforeAll(async () => {
  [browser, script] = await Promise.all([ContentBrowser.launch(), moduleScript(entry, "reader")]);
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const tag = at % 2 === 0 ? "p" : "div";
    return `<${tag} class="c${at}">Paragraph ${at} <b>bold</b></${tag}>`;
  }).join("");

test.each([
  ["all of which is read", `<main>${paragraphs(5000)}</main>`],
  [
    "most of which is passed over",
    `<table>${Array.from({ length: 5000 }, (_, at) => `<tr><td>${at}</td><td><a href="/${at}">Order</a></td></tr>`).join("")}</table>`,
  ],
  ["that is one flat text", `<p>${"Word <br>".repeat(20_000)}</p>`],
  ["that no one sees", `<main style="display: none">${paragraphs(5000)}</main><div hidden></div>`],
])("a page %s is read in stretches of a few nodes", async (_, source) => {
  const { questions, scans, stretches } = await read(source);
  expect(questions).toBeLessThanOrEqual(MOST_QUESTIONS);
  // The beginning, and one more.
  expect(scans).toBeLessThanOrEqual(2);
  expect(stretches).toBeGreaterThan(5);
});

test("of a series far below another one no more is read than its share of the budget can show", async () => {
  const series = (tag: string, words: string): string =>
    Array.from(
      { length: 400 },
      (_, at) =>
        `<${tag}><p>${words} ${at}</p><p>Sewn by hand from old sails</p><a href="/${at}">Open</a></${tag}>`,
    ).join("");
  const first = `<ul>${series("li", "Bag")}</ul>`;
  const far = `<div>${series("article", "Order")}</div>`;
  const one = await read(`<main>${first}</main>`);
  const both = await read(`<main>${first}${far}</main>`);
  const alone = await read(`<main>${far}</main>`);
  expect(both.allQuestions - one.allQuestions).toBeLessThan(alone.allQuestions * 0.6);
});

test("of what sticks in another row than a text no more is asked the more rows there are", async () => {
  const table = (rows: number): string =>
    `<table>${Array.from(
      { length: rows },
      (_, at) =>
        `<tr><th style="position: sticky; left: 0; background: #ddd">${at}</th><td style="color: white">lost</td></tr>`,
    ).join("")}</table>`;
  const [few, many] = [await read(table(50)), await read(table(200))];
  expect(many.allQuestions).toBeLessThan(few.allQuestions * 6);
});

async function read(source: string): Promise<z.infer<typeof told>> {
  const { page } = await browser.show(source);
  await page.addScriptTag({ content: script });
  return told.parse(await page.evaluate("reader.longestStretch()"));
}

const told = z.object({
  questions: z.number(),
  allQuestions: z.number(),
  scans: z.number(),
  stretches: z.number(),
});
