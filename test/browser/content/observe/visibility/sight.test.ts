// No text that a person sees is left out of a reading: each that is left out is scrolled to and looked at, with and without it.
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { SightCheck } from "../../../../support/sight/sight-check.ts";
import type { Asked, SightFinding } from "../../../../support/sight/sight-check.ts";
import { pageNames, testPages } from "../../../../support/sight/sighted-pages.ts";
import type { SightedSite } from "../../../../support/sight/sighted-pages.ts";

/** All pages take minutes: `SIGHT_PAGES=all` asks for them. */
const WHICH = process.env.SIGHT_PAGES === "all" ? "all" : "some";

let check: SightCheck;
let site: SightedSite;
beforeAll(async () => {
  check = await SightCheck.launch();
  site = await testPages(WHICH);
});
afterAll(async () => {
  await check.close();
  await site.close();
});

test.each(pageNames(WHICH))("nothing that a person sees is left out of %s", async (name) => {
  const { wrong } = await check.check(site.pages[name] ?? "", "left-out");
  expect(wrong.map(inWords)).toEqual([]);
});

function inWords({ text, why, pixels }: SightFinding): string {
  return `"${text}" (${why}): ${pixels} px`;
}

describe("the check of what is seen", () => {
  let server: ContentServer;
  beforeAll(async () => {
    server = await new ContentServer().listen();
  });
  afterAll(() => server.close());

  const shown = (html: string): Promise<Page> => check.open(server.page(html));

  /** A reading of the page, then the page as it is when a person looks at it. */
  async function wrongAfter(html: string, change: string, asked: Asked): Promise<string[]> {
    const page = await shown(html);
    await page.evaluate(`addEventListener("scroll", () => { ${change} }, { once: true })`);
    const { wrong } = await check.checkPage(page, asked);
    await page.close();
    return wrong.map(({ text }) => text);
  }

  const FAR = '<div style="height: 3000px"></div>';

  test("the check of what is seen finds a text that is left out and seen", async () => {
    const html = `${FAR}<p style="color: white">Lost</p><p style="color: white">Found</p>`;
    const change = "document.querySelectorAll('p')[1].style.color = 'black'";
    expect(await wrongAfter(html, change, "left-out")).toEqual(["Found"]);
  });

  test("the check of what is seen finds a text that is told and not seen", async () => {
    const html = `${FAR}<p>Seen</p><p>Gone</p>`;
    const change = "document.querySelectorAll('p')[1].style.color = 'white'";
    expect(await wrongAfter(html, change, "told")).toEqual(["Gone"]);
  });

  test("the check of what is seen looks into scrollers, shadow trees, drawings and frames", async () => {
    const box = `<div style="height: 50px; overflow: auto">${FAR}<p style="color: white">In a box</p></div>`;
    const drawing = `<svg><text y="20" fill="white">In a drawing</text></svg>`;
    const frame = `<iframe srcdoc="<div style='height: 900px'></div><p style='color: white'>In a frame"></iframe>`;
    const shadow = `<div><template shadowrootmode="open"><p style="color: white">In a shadow tree</p></template></div>`;
    const page = await shown(`${FAR}${box}${drawing}${frame}${shadow}`);
    const dark = (): void => {
      const turn = (root: ParentNode): void => {
        for (const each of root.querySelectorAll<HTMLElement>("p, text, div, iframe")) {
          each.style.setProperty("color", "black");
          each.style.setProperty("fill", "black");
          if (each.shadowRoot !== null) turn(each.shadowRoot);
          if (each instanceof HTMLIFrameElement && each.contentDocument !== null) {
            turn(each.contentDocument);
          }
        }
      };
      addEventListener("scroll", () => turn(document), { once: true });
    };
    await page.evaluate(dark);
    const { wrong, checked } = await check.checkPage(page, "left-out");
    await page.close();
    expect(checked).toBe(4);
    expect(wrong.map(({ text }) => text).sort()).toEqual([
      "In a box",
      "In a drawing",
      "In a frame",
      "In a shadow tree",
    ]);
  });
});
