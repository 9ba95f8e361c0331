// Tests what counts as a change of a page that is being read in stretches.
import { fileURLToPath } from "node:url";

import type { Page } from "puppeteer";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import { moduleScript } from "../../../../support/browser/module-script.ts";

const entry = fileURLToPath(
  new URL("../../../../../extension/src/content/observe/walk/page-watch.ts", import.meta.url),
);
/** A picture of one px; none of its bytes is above 127. */
const GIF = atob("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=");

const SOURCE = `<!doctype html>
  <style>
    p { margin: 10px }
    input:checked + i { margin-left: 50px; transition: margin-left 60s }
    @keyframes turn { to { rotate: 1turn } }
  </style>
  <p id="read">Read <b>already</b></p>
  <div id="host"></div>
  <p id="last">Here the reading stands</p>
  <p id="rest">To be read</p>
  <div id="late"></div>
  <div popover="manual" id="popover">Menu</div>
  <input type="checkbox" id="box"><i>Box</i>
  <div id="scroller" style="height: 50px; overflow: auto"><div style="height: 500px"></div></div>
  <div style="height: 3000px"></div>`;

const TWO_FRAMES =
  "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";

let browser: ContentBrowser;
let script: string;

beforeAll(async () => {
  [browser, script] = await Promise.all([
    ContentBrowser.launch(),
    moduleScript(entry, "pageWatch"),
  ]);
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/** A page that is read up to `#last`, with the shadow root of `#host`; watched from now on. */
async function watched(source = SOURCE): Promise<Page> {
  const { page } = await browser.show(source);
  await page.addScriptTag({ content: script });
  // What begins with the page, such as an animation, is said to begin in its first frame.
  await page.evaluate(TWO_FRAMES);
  await page.evaluate(`
    var find = (id) => document.getElementById(id);
    var progress = { last: find("last"), roots: [] };
    var root = find("host")?.attachShadow({ mode: "closed" });
    if (root) root.innerHTML = "<i>Shadow</i>" + find("scroller").outerHTML;
    if (root) progress.roots.push(root);
    var watch = new pageWatch.PageWatch(document, progress);
  `);
  return page;
}

/** Resolves when the page has heard of the event; the watch hears of it before. */
async function happened(page: Page, type: string): Promise<void> {
  // The load of a picture never comes to the window, and only the window is told of its size.
  const target = type === "resize" ? "window" : "document";
  await page.evaluate(
    `new Promise((resolve) => ${target}.addEventListener("${type}", resolve, { capture: true, once: true }))`,
  );
}

function hasChanged(page: Page): Promise<unknown> {
  return page.evaluate("watch.hasChanged()");
}

test("a page at rest has not changed", async () => {
  const page = await watched();
  expect(await hasChanged(page)).toBe(false);
});

describe("a change of what was read", () => {
  test.each([
    ["a text becomes another", `find("read").firstChild.data = "Other"`],
    ["an attribute is set", `find("read").title = "Other"`],
    ["something is added", `find("read").append("more")`],
    ["something is taken away", `find("read").querySelector("b").remove()`],
    ["an element around all that was read is changed", `document.body.className = "dark"`],
    ["the element changes that was read last", `find("last").title = "Other"`],
    ["something changes in a shadow root", `root.firstChild.firstChild.data = "Other"`],
  ])("a page has changed if %s", async (_, change) => {
    const page = await watched();
    await page.evaluate(change);
    expect(await hasChanged(page)).toBe(true);
    expect(await hasChanged(page)).toBe(true);
  });
});

test("a change of what is still to be read does not count until the reading has come there", async () => {
  const page = await watched();
  await page.evaluate(`find("rest").firstChild.data = "Other"; find("late").title = "late"`);
  expect(await hasChanged(page)).toBe(false);
  // The reading has come further.
  await page.evaluate(`progress.last = find("late"); find("rest").firstChild.data = "Again"`);
  expect(await hasChanged(page)).toBe(true);
});

test("any change counts while nothing is known of how far the reading has come", async () => {
  const page = await watched();
  await page.evaluate(`progress.last = undefined; find("rest").firstChild.data = "Other"`);
  expect(await hasChanged(page)).toBe(true);
});

test("a shadow root is watched once it has been read", async () => {
  const page = await watched();
  await page.evaluate(`
    var later = find("late").attachShadow({ mode: "open" });
    later.innerHTML = "<i>Later</i>";
  `);
  expect(await hasChanged(page)).toBe(false);
  await page.evaluate("progress.roots.push(later)");
  expect(await hasChanged(page)).toBe(false);
  await page.evaluate(`progress.last = later.firstChild; later.firstChild.title = "Other"`);
  expect(await hasChanged(page)).toBe(true);
});

describe("a change without one of the document", () => {
  test.each([
    ["the page", "scrollTo(0, 500)"],
    ["a part of it", `find("scroller").scrollTop = 100`],
  ])("a page has changed if %s is scrolled", async (_, scroll) => {
    const page = await watched();
    const scrolled = happened(page, "scroll");
    await page.evaluate(scroll);
    await scrolled;
    expect(await hasChanged(page)).toBe(true);
  });

  test("a page has changed if a part within a shadow root is scrolled", async () => {
    const page = await watched();
    // It is heard of there alone.
    const scrolled = page.evaluate(
      `new Promise((resolve) => root.addEventListener("scroll", resolve, { capture: true, once: true }))`,
    );
    await page.evaluate("root.lastChild.scrollTop = 100");
    await scrolled;
    expect(await hasChanged(page)).toBe(true);
  });

  test("a page has changed if the window has another size", async () => {
    const page = await watched();
    const resized = happened(page, "resize");
    await page.setViewport({ width: 700, height: 500 });
    await resized;
    expect(await hasChanged(page)).toBe(true);
  });

  test.each([
    ["has come", "load", GIF],
    ["did not come", "error", "no picture"],
  ])("a page has changed if a picture %s", async (_, type, answer) => {
    const page = await watched(`${SOURCE}<script>
      addEventListener("load", () => { document.images[0].src = "/hold/picture"; });
    </script><img alt="A picture">`);
    const held = await browser.server.held("picture");
    expect(await hasChanged(page)).toBe(false);
    const heard = happened(page, type);
    held.end(answer);
    await heard;
    expect(await hasChanged(page)).toBe(true);
  });
});

describe("a change that no word in the document tells", () => {
  test.each([
    ["a popover is shown", `find("popover").showPopover()`],
    [
      "a part of the page fills the screen",
      `find("read").dispatchEvent(new Event("fullscreenchange", { bubbles: true }))`,
    ],
    ["letters have come", `document.fonts.dispatchEvent(new Event("loadingdone"))`],
    ["a rule is added", `document.styleSheets[0].insertRule("b { display: none }")`],
    ["a sheet is switched off", `document.styleSheets[0].disabled = true`],
    ["a sheet is adopted", `document.adoptedStyleSheets.push(new CSSStyleSheet())`],
    ["a shadow root adopts a sheet", `root.adoptedStyleSheets = [new CSSStyleSheet()]`],
    ["an adopted sheet is filled", `adopted.replaceSync("b { display: none }")`],
  ])("a page looks changed if %s", async (_, change) => {
    const page = await watched();
    await page.evaluate(`
      var adopted = new CSSStyleSheet();
      document.adoptedStyleSheets = [adopted];
      watch = new pageWatch.PageWatch(document, progress);
    `);
    expect(await hasChanged(page)).toBe(false);
    await page.evaluate(change);
    expect(await hasChanged(page)).toBe(true);
  });

  test("a page has changed if a transition begins", async () => {
    const page = await watched();
    const begun = happened(page, "transitionrun");
    await page.evaluate(`find("box").checked = true`);
    await begun;
    expect(await hasChanged(page)).toBe(true);
  });

  test.each([
    ["in the document", `find("read")`],
    ["in a shadow root", "root.firstChild"],
  ])(
    "a page changes while something %s is on its way to another place, and not once it is there",
    async (_, element) => {
      const page = await watched();
      await page.evaluate(`
      var way = ${element}.animate([{ translate: "0" }, { translate: "500px" }], { duration: 60000, fill: "forwards" });
      way.ready.then(() => { watch = new pageWatch.PageWatch(document, progress); });
    `);
      await page.evaluate(TWO_FRAMES);
      expect(await hasChanged(page)).toBe(true);
      await page.evaluate(`way.finish(); watch = new pageWatch.PageWatch(document, progress)`);
      await page.evaluate(TWO_FRAMES);
      expect(await hasChanged(page)).toBe(false);
    },
  );
});

test("what turns for ever is no change", async () => {
  const page = await watched(`${SOURCE}<b style="animation: turn 1s infinite">…</b>`);
  await page.evaluate(TWO_FRAMES);
  expect(await hasChanged(page)).toBe(false);
});

describe("a patient reading", () => {
  const patient = async (): Promise<Page> => {
    const page = await watched();
    await page.evaluate(`
      var texts = new Map();
      progress.readTexts = {
        change: (node) => texts.has(node),
        replace: (removed, added) => texts.delete(removed) && Boolean(texts.set(added, true)),
      };
      texts.set(find("read").firstChild, true).set(find("read").lastChild.firstChild, true);
    `);
    return page;
  };

  test.each([
    ["a text it knows becomes another", `find("read").firstChild.data = "Other"`],
    ["a text it knows is put in place of another", `find("read").lastChild.textContent = "Other"`],
  ])("a patient reading goes on if %s", async (_, change) => {
    const page = await patient();
    await page.evaluate(change);
    expect(await hasChanged(page)).toBe(false);
    await page.evaluate(change);
    expect(await hasChanged(page)).toBe(false);
  });

  test.each([
    ["a text that it does not know becomes another", `root.firstChild.firstChild.data = "Other"`],
    ["something is added", `find("read").append("more")`],
    ["an attribute is set", `find("read").title = "Other"`],
  ])("a patient reading is told of a change if %s", async (_, change) => {
    const page = await patient();
    await page.evaluate(change);
    expect(await hasChanged(page)).toBe(true);
  });

  test("a patient reading is told of a change if elements come before it has read any", async () => {
    const page = await patient();
    await page.evaluate(`progress.last = undefined; find("rest").firstChild.data = "Other"`);
    expect(await hasChanged(page)).toBe(false);
    await page.evaluate(`find("rest").append(document.createElement("b"))`);
    expect(await hasChanged(page)).toBe(true);
  });
});

test("nothing counts any more once the watch has ended", async () => {
  const page = await watched();
  await page.evaluate("watch.end()");
  const scrolled = happened(page, "scroll");
  const resized = happened(page, "resize");
  await page.evaluate(`
    find("read").title = root.firstChild.title = "Other";
    scrollTo(0, 500);
    document.dispatchEvent(new Event("load"));
    document.dispatchEvent(new Event("error"));
    root.dispatchEvent(new Event("scroll"));
  `);
  await page.setViewport({ width: 700, height: 500 });
  await Promise.all([scrolled, resized]);
  expect(await hasChanged(page)).toBe(false);
});
