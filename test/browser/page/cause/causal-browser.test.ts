// The cause goes with what the browser tells of the page: its history, sizes, what is in view.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const BOX = `<div id="box" style="width: 40px">box</div><div style="height: 3000px"></div><p id="low">low</p>`;
const HEAD = `const box = document.querySelector("#box"); const low = document.querySelector("#low");`;

describe("what the browser tells of a click's doing", () => {
  test.each([
    ["going back", "history.pushState(1, ''); onpopstate = soon; history.back()"],
    ["another fragment", "onhashchange = soon; location.hash = 'x'"],
    [
      "a navigation that the page itself carries out",
      "navigation.addEventListener('navigate', (e) => e.intercept({ handler: () => later(150) }), { once: true }); navigation.navigate('/other').finished.then(soon)",
    ],
    [
      "a navigation that is followed by its transition",
      "navigation.addEventListener('navigate', (e) => e.intercept({ handler: () => later(150) }), { once: true }); navigation.navigate('/other'); navigation.transition.finished.then(soon)",
    ],
    [
      "something that comes into view",
      "new IntersectionObserver((e) => e[0].isIntersecting && soon()).observe(low); low.scrollIntoView()",
    ],
    [
      "scrolling that takes its time",
      "document.addEventListener('scrollend', soon, { once: true }); low.scrollIntoView({ behavior: 'smooth' })",
    ],
    [
      "another size of an element",
      "new ResizeObserver(([e]) => e.contentRect.width > 40 && soon()).observe(box); box.style.width = '90px'",
    ],
  ])("settling after a click waits for %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick, HEAD, BOX);
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

test("going back with nowhere to go holds no answer up to its budget", async () => {
  const page = await pageDoing(
    browser,
    "navigation.back().finished.catch(() => {}); history.go(50)",
  );
  expect((await click(page)).report).toMatchObject({ status: "settled" });
});
