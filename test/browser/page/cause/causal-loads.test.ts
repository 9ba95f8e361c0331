// The cause goes with what elements load: scripts, stylesheets, pictures, frames.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";
import { LateServer } from "../../../support/pages/late-server.ts";

let browser: ContentBrowser;
let late: LateServer;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
  late = await new LateServer().listen();
});
afterEach(() => browser.closePages());
afterAll(async () => {
  await browser.close();
  await late.close();
});

/** `make` makes an element; `at` is the address of something that comes late. */
const MAKE = `
  const at = (name, ms = 250) => "http://HOST/" + ms + "/" + name;
  const make = (name, members) => Object.assign(document.createElement(name), members);`;
const inPlace = (code: string): string => code.replaceAll("HOST", late.host);

describe("what a click has loaded", () => {
  test.each([
    ["a script", `document.head.append(make("script", { src: at("a.js"), onload: soon }))`],
    [
      "what a script itself does",
      `document.head.append(make("script", { src: at("a.js?body=soon()") }))`,
    ],
    [
      "a module script",
      `document.head.append(make("script", { type: "module", src: at("a.js"), onload: soon }))`,
    ],
    [
      "a stylesheet",
      `document.head.append(make("link", { rel: "stylesheet", href: at("a.css"), onload: soon }))`,
    ],
    ["a picture", `document.body.append(make("img", { src: at("a.svg"), onload: soon }))`],
    [
      "a picture in something that is put on the page",
      `out.innerHTML = "<div><img></div>"; out.querySelector("img").onload = soon; out.querySelector("img").src = at("a.svg")`,
    ],
    [
      "a picture that is there already",
      `document.querySelector("img").addEventListener("load", soon); document.querySelector("img").src = at("b.svg")`,
    ],
    ["a picture outside of the page", `make("img", { onload: soon, src: at("a.svg") })`],
    [
      "a picture that is listened to later",
      `{ const i = new Image(); i.src = at("a.svg"); i.addEventListener("load", soon); }`,
    ],
    [
      "a picture that is to be decoded",
      `{ const i = new Image(); i.src = at("a.svg"); i.decode().then(soon); }`,
    ],
    [
      "a picture that fails",
      `document.body.append(make("img", { src: at("a.txt"), onerror: soon }))`,
    ],
    ["a frame", `document.body.append(make("iframe", { src: at("a.html"), onload: soon }))`],
  ])("settling after a click waits for %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick, inPlace(MAKE), `<img alt="x">`);
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

describe("what nobody looks for", () => {
  test.each([
    ["a picture that nobody listens to", `new Image().src = at("a.svg", 4000)`],
    ["a beacon", `navigator.sendBeacon(at("a.txt", 4000), "x")`],
    [
      "what may be needed later",
      `document.head.append(make("link", { rel: "prefetch", href: at("a.js", 4000) }))`,
    ],
    [
      "a picture below what is in view",
      `document.body.append(make("div", { style: "height: 800px" }), make("img", { loading: "lazy", src: at("a.svg", 4000) }))`,
    ],
  ])("settling after a click does not wait for %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick, inPlace(MAKE));
    // Pictures are given up after three seconds at the latest.
    const { report } = await click(page, { budgetMs: 2000 });
    expect(report).toMatchObject({ status: "settled", waitedFor: [], pending: [] });
  });

  test.each([
    ["on the page", `document.querySelector("img")`],
    ["outside of the page", "new Image()"],
  ])("settling does not wait for pictures %s that load over and over", async (_, picture) => {
    const page = await pageDoing(
      browser,
      "",
      inPlace(`${MAKE}
        const picture = ${picture};
        picture.onload = () => { setTimeout(() => show("shown"), 30); next(); };
        const next = () => { picture.src = at("a.svg?" + Math.random(), 1); };`),
      `<img alt="x">`,
    );
    // While a document is loaded all that it does counts.
    await click(page);
    await page.page.evaluate("next()");
    await page.page.waitForFunction("out.textContent !== ''");
    expect((await click(page)).report).toMatchObject({ waitedFor: [], pending: [] });
  });
});
