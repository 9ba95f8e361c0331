// Getting ready for a gesture in the same call that finds its point, in a real page.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import type { ContentPage } from "../../../../support/browser/content-page.ts";

const TWO = `<style>button { position: absolute; left: 20px; width: 120px; height: 40px } #other { top: 200px }</style>
  <input autofocus aria-label="Name"><button>Buy</button><button id="other">Other</button><output></output><script>
    addEventListener("click", ({ target }) => { document.querySelector("output").textContent += target.textContent + " "; });
  </script>`;

let browser: ContentBrowser;
let page: ContentPage;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
beforeEach(async () => {
  page = await browser.show(TWO);
  await page.observe();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const wish = { id: "buy", purpose: "click", timeoutMs: 60_000 } as const;
const guard = { forMs: 60_000 };

async function heardAfterClickAt(x: number, y: number): Promise<string | undefined> {
  await page.page.mouse.click(x, y);
  return await page.page.$eval("output", (output) => output.textContent);
}

test("a frame that gets ready guards the gesture, and tells what had the focus", async () => {
  await page.page.focus("input");
  const located = await page.call("frame.locate", { ...wish, ready: { guard } });
  expect(located.ready?.focused).toMatchObject({ id: null, element: "name" });
  // A press elsewhere is kept from the page.
  expect(await heardAfterClickAt(located.x, located.y + 180)).toBe("");
  expect(await page.call("frame.guarded", {})).toMatchObject({ landed: "elsewhere" });
});

test("a frame that is not asked to get ready guards nothing", async () => {
  const located = await page.call("frame.locate", wish);
  expect(located.ready).toBeUndefined();
  expect(await heardAfterClickAt(located.x, located.y + 180)).toBe("Other ");
  expect(await page.call("frame.guarded", {})).toEqual({ landed: "unwatched" });
});

test("the guard ends with the step, so that a person's click elsewhere is free", async () => {
  const located = await page.call("frame.locate", { ...wish, ready: { guard } });
  await page.call("frame.rest", {});
  expect(await heardAfterClickAt(located.x, located.y + 180)).toBe("Other ");
});

test("a press on an element that a script has moved since is kept from the page", async () => {
  const located = await page.call("frame.locate", {
    ...wish,
    ready: { guard: { ...guard, rest: "at-press" } },
  });
  await page.page.$eval("button", (button) => {
    button.style.left = "30px";
  });
  expect(await heardAfterClickAt(located.x, located.y)).toBe("");
  expect(await page.call("frame.guarded", {})).toEqual({ landed: "moved" });
});

test("an element that an animation moves comes to rest before its point is given", async () => {
  await page.page.$eval("button", (button) => {
    button.animate([{ left: "20px" }, { left: "220px" }], { duration: 300, fill: "forwards" });
  });
  const located = await page.call("frame.locate", {
    ...wish,
    ready: { guard: { ...guard, rest: "at-press" } },
  });
  expect(located.x).toBeGreaterThan(220);
});
