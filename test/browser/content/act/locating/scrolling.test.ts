// Finds what scrolls in real pages, and tells how far it is scrolled and whether a turn of the wheel has moved anything.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import type { ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser, failure } from "../../../../support/browser/content-page.ts";
import { evaluateInContentWorld } from "../../../../support/browser/isolated-world.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

type Wanted = Partial<ParamsInput<"frame.scroller">>;

const find = (page: ContentPage, wanted: Wanted): Promise<Result<"frame.scroller">> =>
  page.call("frame.scroller", { id: null, direction: "down", ...wanted });

/** Turns the wheel as a person does, and tells how far the scroller is scrolled then. */
async function scroll(page: ContentPage, wanted: Wanted): Promise<Result<"frame.scrolled">> {
  const { x, y, deltaX, deltaY } = await find(page, wanted);
  await page.page.mouse.move(x, y);
  await page.page.mouse.wheel({ deltaX, deltaY });
  return await page.call("frame.scrolled", {});
}

/** Wide contents that are cut off, in what the browser scrolls downwards. */
const wide = `<div style="width: 2500px; height: 40px"><button>First</button>
  <button style="margin-left: 1900px">Far</button></div>`;
const long = `<div style="height: 3000px">Long</div>`;

test.each([
  ["a page", `<style>body { margin: 0; overflow-x: hidden }</style>${wide}${long}`, null],
  [
    "a page whose root cuts off",
    `<style>html { overflow-x: hidden; overflow-y: auto }</style>${wide}${long}`,
    null,
  ],
  [
    "a box",
    `<div style="width: 400px; height: 300px; overflow: hidden auto">${wide}${long}</div>`,
    "first",
  ],
  [
    "a box with a moved row",
    `<div style="width: 400px; height: 300px; overflow: hidden auto">
      <div style="transform: translateX(-30px)">${wide}</div>${long}</div>`,
    "first",
  ],
])("%s that cuts off its width is told by its height alone", async (_what, html, id) => {
  const page = await browser.show(html);
  await page.observe();
  const down = await scroll(page, { id, by: 150 });
  expect(down).toMatchObject({ x: 0, y: 150, maxX: 0 });
  expect(down.maxY).toBeGreaterThan(2_000);
});

const held = `<script>addEventListener("wheel", (event) => event.preventDefault(), { passive: false });</script>`;

test.each([
  ["a canvas beside", `<canvas width="100" height="80"></canvas>${long}`],
  ["a frame in its middle", `<iframe width="800" height="500" srcdoc="Frame"></iframe>${long}`],
  ["a video far below", `${long}<video></video>`],
])("on a page that keeps still, with %s, a scroll has moved nothing", async (_what, html) => {
  const page = await browser.show(`${html}${held}`);
  await page.observe();
  const error = await failure(scroll(page, {}));
  expect(error).toMatchObject({ code: "not-scrollable" });
  expect(error.message).toContain("nothing has moved");
});

test("a page is scrolled beside the frame in its middle, which scrolls by itself", async () => {
  const frame = `<iframe style="display: block; margin: auto" width="600" height="500" srcdoc='${long}'></iframe>`;
  const page = await browser.show(`${frame}${long}`);
  await page.observe();
  expect(await scroll(page, { by: 200 })).toMatchObject({ y: 200 });
});

test("a scroll over a canvas that fills its box may have moved what the canvas shows", async () => {
  const page = await browser.show(
    `<div style="height: 300px; overflow: auto"><div style="height: 0"><button>Zoom</button></div>
      <canvas style="display: block" width="900" height="900"></canvas></div>${held}`,
  );
  await page.observe();
  expect(await scroll(page, { id: "zoom" })).toMatchObject({ y: 0 });
});

test.each([
  ["below", "top: 100%; left: 0"],
  ["above", "bottom: 100%; left: 0"],
  ["at the left", "top: 0; right: 100%"],
])("a sheet that is closed %s of the view is refused as outside", async (_where, at) => {
  const page = await browser.show(
    `<div style="position: fixed; ${at}; width: 300px; height: 200px; overflow: auto">
      <button>Close</button>${long}</div>${long}`,
  );
  await page.observe();
  const error = await failure(find(page, { id: "close" }));
  expect(error).toMatchObject({ code: "outside", details: { id: "close" } });
});

test("to scroll a large page costs no more than to scroll a small one", async () => {
  const counts: unknown[] = [];
  for (const rows of [200, 20_000]) {
    const row = `<p><b>Row</b> <i>of many</i></p>`;
    const page = await browser.show(`<div>${row.repeat(rows)}</div>`);
    await page.observe();
    await find(page, {});
    await evaluateInContentWorld(page.page, COUNTED);
    await page.page.mouse.wheel({ deltaY: 300 });
    await page.call("frame.scrolled", {});
    counts.push(await evaluateInContentWorld(page.page, "mostAsked"));
  }
  const [small, large] = counts;
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThanOrEqual(Number(small) * 2);
});

/** Counts the elements that are measured, or found by selectors, in one look at the page. */
const COUNTED = `
  globalThis.mostAsked = 0;
  let asked = 0;
  const note = (more) => {
    if (asked === 0) queueMicrotask(() => { asked = 0; });
    asked += more;
    mostAsked = Math.max(mostAsked, asked);
  };
  const { getBoundingClientRect, querySelectorAll } = Element.prototype;
  Element.prototype.getBoundingClientRect = function () { note(1); return getBoundingClientRect.call(this); };
  Element.prototype.querySelectorAll = function (selector) {
    const found = querySelectorAll.call(this, selector);
    note(found.length);
    return found;
  };
  undefined`;
