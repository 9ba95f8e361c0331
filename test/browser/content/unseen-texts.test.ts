// Texts that are left out as unseen are named up to a limit, those that the page itself hides last.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { MAX_UNSEEN, MAX_UNSEEN_TEXT } from "@webserv/shared/model/unseen-text.ts";

import { ContentBrowser } from "../../support/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

test("of very many, the first are named, and how many more there are", async () => {
  const hidden = '<p style="display: none">hidden</p>'.repeat(MAX_UNSEEN);
  const lost = `<p style="color: white">${"lost ".repeat(100)}</p>`.repeat(50);
  const page = await browser.show(`${hidden}${lost}`);
  const { unseen, html } = await page.read({ explain: true });
  expect(html).not.toContain("lost");
  expect(unseen?.texts.length).toBe(MAX_UNSEEN);
  expect(unseen?.more).toBe(50);
  const [first] = unseen?.texts ?? [];
  expect(first).toEqual({ text: "lost ".repeat(16), tag: "p", why: "same-colour" });
  expect(first?.text.length).toBe(MAX_UNSEEN_TEXT);
  expect(unseen?.texts.at(-1)?.why).toBe("not-drawn");
});

test("a reading that is not to be explained names none", async () => {
  const page = await browser.show('<p style="color: white">lost</p>');
  expect(await page.read({})).not.toHaveProperty("unseen");
});
