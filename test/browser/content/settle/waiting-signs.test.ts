// What a page shows while it waits: a timer longer than a person would wait for unasked is waited for by it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/** Long enough to count only where the page shows that it waits. */
const LONG = `setTimeout(() => show("done"), 1500);`;
/** No wait that counts it in ends within its budget. */
const ENDLESS = `setTimeout(() => show("done"), 3_600_000);`;
/** Elements with shadow roots, made by a script, whose contents `shadow` is. */
const SHADOWS = (mode: string, html: string): string => `
  const host = document.body.appendChild(document.createElement("div"));
  const shadow = host.attachShadow({ mode: "${mode}" });
  shadow.innerHTML = ${JSON.stringify(html)};`;
const BUSY = `<style>.spinner { width: 20px; height: 20px; }</style>`;

describe("a sign of waiting that a click brings", () => {
  test.each([
    ["a wait cursor", `document.body.style.cursor = "wait";`, "", ""],
    ["a cursor of progress", `document.documentElement.style.cursor = "progress";`, "", ""],
    ["a busy region", `out.setAttribute("aria-busy", "true"); out.textContent = "old";`, "", ""],
    [
      "a progress bar without a value",
      `document.body.append(document.createElement("progress"));`,
      "",
      "",
    ],
    ["a disabled button", `document.querySelector("button").disabled = true;`, "", ""],
    [
      "a skeleton",
      `out.innerHTML = '<div class="skeleton-row" style="width:90px;height:20px"></div>';`,
      "",
      "",
    ],
    ["words of loading", `out.textContent = "Loading the list";`, "", ""],
    [
      "a spinner in an open shadow root",
      `shadow.append(Object.assign(document.createElement("div"), { className: "spinner" }));`,
      SHADOWS("open", BUSY),
      "",
    ],
    [
      "a spinner in a closed shadow root",
      `shadow.append(Object.assign(document.createElement("div"), { className: "spinner" }));`,
      SHADOWS("closed", BUSY),
      "",
    ],
    [
      "a spinner in a shadow root that the click itself makes",
      SHADOWS("closed", `${BUSY}<div class="spinner"></div>`),
      "",
      "",
    ],
    [
      "words in a closed shadow root",
      `shadow.querySelector("p").textContent = "Saving";`,
      SHADOWS("closed", "<p>Draft</p>"),
      "",
    ],
    [
      "a button disabled in a closed shadow root",
      `shadow.querySelector("button").disabled = true;`,
      SHADOWS("closed", "<button>Inside</button>"),
      "",
    ],
  ])("a long timer is waited for if the click brings %s", async (_, onClick, head, html) => {
    const page = await pageDoing(browser, `${onClick} ${LONG}`, head, html);
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

describe("what says nothing of waiting", () => {
  test.each([
    ["nothing", "", "", ""],
    ["a spinner that was there before", "", "", `<div class="spinner">o</div>`],
    [
      "a spinner in a shadow root that was there before",
      "",
      SHADOWS("closed", `${BUSY}<div class="spinner"></div>`),
      "",
    ],
    [
      "a progress bar with a value",
      `document.body.insertAdjacentHTML("beforeend", "<progress value=1>")`,
      "",
      "",
    ],
    [
      "a region that is hidden",
      `document.body.insertAdjacentHTML("beforeend", "<p aria-busy=true hidden>x</p>")`,
      "",
      "",
    ],
  ])("a long timer is not waited for if the page shows %s", async (_, onClick, head, html) => {
    const page = await pageDoing(browser, `${onClick}; ${ENDLESS}`, head, html);
    expect((await click(page)).report).toMatchObject({ status: "settled", pending: [] });
  });
});
