// Tests that a control which looks otherwise than before is told, and that a pointer on it is no state.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

describe("the look of a control", () => {
  test("a heart that turns red is told until it is as before", async () => {
    const page = await browser.open("/liked/");
    const before = await page.observe();
    expect(before.html).not.toContain("look=");
    await page.page.click(".heart");
    expect((await page.observe()).html).toContain('id="harbour.like" focused look="red">');
    await page.page.click(".heart");
    expect((await page.observe()).html).not.toContain("look=");
  });

  test("an icon that becomes another one is told", async () => {
    const page = await browser.open("/liked/");
    await page.observe();
    await page.page.click(".bell");
    expect((await page.observe()).html).toContain('id="harbour.bell" focused look="icon changed">');
  });

  test.each([
    ["a button", "<button class=inner>Alarm</button>"],
    ["an editor", "<div class=inner contenteditable>Words</div>"],
  ])("what is drawn in %s changes nothing of the panel around it", async (_, inner) => {
    const page = await browser.open("/liked/");
    const panel = `<div aria-label="Panel" tabindex="0" onclick="1" style="cursor: pointer; padding: 40px"><b>Engine room</b> ${inner}</div>`;
    await page.page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), panel);
    expect((await page.observe()).html).toContain(".panel");
    await page.page.evaluate(() =>
      document
        .querySelector(".inner")
        ?.insertAdjacentHTML(
          "beforeend",
          `<svg class="mark" width="9" height="9" fill="red"><rect width="9" height="9"></rect></svg>`,
        ),
    );
    expect((await page.observe()).html).not.toMatch(/panel"[^>]* look=/);
  });

  test("a pointer on it, and a class for the focus, are no state", async () => {
    const page = await browser.open("/liked/");
    await page.observe();
    await page.page.click(".note");
    await page.page.hover(".heart");
    expect((await page.observe()).html).not.toContain("look=");
  });

  test("a theme that changes all controls is no state of one", async () => {
    const page = await browser.open("/liked/");
    await page.observe();
    await page.page.evaluate(() => document.documentElement.classList.add("dark"));
    expect((await page.observe()).html).not.toContain("look=");
  });
});
