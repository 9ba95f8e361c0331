// Texts that are left out as unseen are named up to a limit, those that the page itself hides last.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { MAX_UNSEEN, MAX_UNSEEN_TEXT } from "@webserv/shared/model/page/unseen-text.ts";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

test("of very many unseen texts the first are named, and how many more there are", async () => {
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

test("a reading that is not to be explained names no unseen texts", async () => {
  const page = await browser.show('<p style="color: white">lost</p>');
  expect(await page.read({})).not.toHaveProperty("unseen");
});

test("of the texts around a lid, those under it are named, and none after it, which is told", async () => {
  const page = await browser.show(
    `<div style="position: relative; height: 40px; width: 300px">Under the lid
      <div style="position: absolute; inset: 0; background: white">The lid</div>
      after the lid</div>`,
  );
  const { unseen, html } = await page.read({ explain: true });
  expect(html).not.toContain("Under the lid");
  const named = unseen?.texts.map(({ text, why }) => [text, why]);
  expect(named).toEqual([["Under the lid", "covered"]]);
  expect(html).toContain("after the lid");
});

test("a formula that nobody sees is named", async () => {
  const formula = "<math><mi>x</mi><mo>+</mo><mn>1</mn></math>";
  const page = await browser.show(
    `<p>Seen</p><div style="opacity: 0">${formula}</div><div style="visibility: hidden">${formula}</div>`,
  );
  const { unseen, html } = await page.read({ explain: true });
  expect(html).not.toContain("+");
  const named = unseen?.texts.map(({ text, why }) => `${text} ${why}`);
  expect(named).toEqual(["x faded", "+ faded", "1 faded", "x hidden", "+ hidden", "1 hidden"]);
});

test("of an element with more children than a call takes arguments, all texts are counted", async () => {
  const script = `const holder = document.querySelector("div");
    for (let at = 0; at < 200_000; at++) holder.append("hidden", document.createElement("b"));`;
  const page = await browser.show(`<div style="display: none"></div><script>${script}</script>`);
  const { unseen } = await page.read({ explain: true });
  expect(unseen?.more).toBe(200_000 - MAX_UNSEEN);
});
