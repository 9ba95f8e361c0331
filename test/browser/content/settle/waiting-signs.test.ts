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
/** As long as the weakest sign makes count. */
const COUNTED = `setTimeout(() => show("done"), 2_900);`;
/** A timer that a click without an answer has waited for. */
const NEVER_AWAITED = `setTimeout(() => show("done"), 2_400);`;
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
    ["a text that ends in an ellipsis", `out.textContent = "Compiling the report…";`, "", ""],
    ["such a text in another language", `out.textContent = "Wird zusammengestellt ...";`, "", ""],
    [
      "something small that turns",
      `document.body.append(Object.assign(document.createElement("i"), { id: "wheel" }));`,
      "",
      `<style>#wheel { display: block; width: 24px; height: 24px; border: 3px dotted; animation: x 1s infinite }
       @keyframes x { to { transform: rotate(360deg) } }</style>`,
    ],
    [
      "a region that it empties",
      `document.querySelector("section").replaceChildren();`,
      "",
      "<section><p>Words</p></section>",
    ],
    [
      "a button that is made anew, and is disabled",
      `document.querySelector("form").innerHTML = "<button disabled>Send</button>";`,
      "",
      "<form><button>Send</button></form>",
    ],
    ["words of loading", `out.textContent = "Loading the list";`, "", ""],
    ["words that count what is done", `out.textContent = "Saving, 3 of 9 done";`, "", ""],
    [
      "a part of a drawing that is named after waiting, and moves",
      `document.body.append(document.querySelector("template").content);`,
      "",
      `<style>.busy { animation: x 1s infinite } @keyframes x { to { opacity: 0.2 } }</style>
       <template><svg width="300" height="300"><circle class="busy" r="280"></circle></svg></template>`,
    ],
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
      "a button that it moves and disables",
      `const button = document.querySelector("button");
       document.querySelector("footer").append(button); button.disabled = true;`,
      "",
      "<footer></footer>",
    ],
    [
      "a button that it puts into something new and disables",
      `const button = document.querySelector("button");
       const wrapped = document.body.appendChild(document.createElement("span"));
       wrapped.append(button); button.disabled = true;`,
      "",
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

describe("a click that has shown nothing yet", () => {
  const answer = { awaitsAnswer: true };

  test.each([
    ["sets it", LONG],
    ["waits for it", `(async () => { await later(1_500); show("done"); })()`],
    [
      "sets it after a promise",
      `Promise.resolve().then(() => later(1_500)).then(() => show("done"))`,
    ],
  ])("its long timer is waited for if the listener %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick);
    expect(await click(page, answer)).toMatchObject({ out: "done", report: { status: "settled" } });
  });

  test.each([
    ["something has shown", `show("Noted"); ${NEVER_AWAITED}`],
    [
      "only a look has changed",
      `document.querySelector("button").style.color = "red"; ${NEVER_AWAITED}`,
    ],
    ["another timer has set it", `setTimeout(() => { ${NEVER_AWAITED} }, 20)`],
    ["a field has the focus", `document.querySelector("input").focus(); ${NEVER_AWAITED}`],
    ["it is longer than anyone waits", COUNTED],
  ])("its long timer is not waited for if %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick, "", "<input>");
    const { out, report } = await click(page, answer);
    expect(report.status).toBe("settled");
    expect(out).not.toBe("done");
  });

  test("a timer that has brought nothing is not waited for again", async () => {
    const page = await pageDoing(
      browser,
      `setTimeout(() => { window.sent = (window.sent ?? 0) + 1; }, 1_500)`,
    );
    const sent = (): Promise<unknown> => page.page.evaluate("window.sent");
    await click(page, answer);
    expect(await sent()).toBe(1);
    await click(page, answer);
    expect(await sent()).toBe(1);
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
    ["words of waiting that say that it is over", `show("Saving completed")`, "", ""],
    [
      "a dot of a drawing that is named after waiting, and stands still",
      `document.body.insertAdjacentHTML("beforeend",
        "<svg width=20 height=20><circle class=icon-busy cx=9 cy=9 r=7></circle></svg>")`,
      "",
      "",
    ],
    [
      "a menu whose entries end in an ellipsis",
      `document.body.insertAdjacentHTML("beforeend", "<div><p><a href='/x'>Open…</a></p></div>")`,
      "",
      "",
    ],
    [
      "an example in a field",
      `document.body.insertAdjacentHTML("beforeend",
        "<div><div style='position:absolute'>Choose a town…</div><input style='position:absolute;width:200px'></div>")`,
      "",
      "",
    ],
    [
      "three texts that are cut short",
      `for (const word of ["Apples", "Pears", "Plums"])
        document.body.insertAdjacentHTML("beforeend", "<p>" + word + " are…</p>")`,
      "",
      "",
    ],
    [
      "a new control that is disabled",
      `document.body.insertAdjacentHTML("beforeend", "<div><button disabled>Send</button></div>")`,
      "",
      "",
    ],
    [
      "a new form of which it disables a field",
      `document.body.insertAdjacentHTML("beforeend", "<form><input id=delay value=0.1></form>");
       document.getElementById("delay").disabled = true`,
      "",
      "",
    ],
    [
      "a new tool bar of which it disables a tool in a shadow root, later on",
      `const bar = document.body.appendChild(document.createElement("div"));
       const tool = bar.appendChild(document.createElement("div"));
       const shadow = tool.attachShadow({ mode: "open" });
       shadow.innerHTML = "<button>Move up</button>";
       setTimeout(() => { shadow.querySelector("button").disabled = true; }, 60)`,
      "",
      "",
    ],
    [
      "a region that it empties to say something elsewhere",
      `document.querySelector("section").replaceChildren(); setTimeout(() => show("Nothing left"), 90)`,
      "",
      "<section><p>Words</p></section>",
    ],
  ])("a long timer is not waited for if the page shows %s", async (_, onClick, head, html) => {
    const page = await pageDoing(browser, `${onClick}; ${COUNTED}`, head, html);
    const { out, report } = await click(page);
    expect(report.status).toBe("settled");
    // If it had been waited for, it would be done.
    expect(out).not.toBe("done");
  });
});

describe("a document that an action opens", () => {
  const opened = async (html: string, doing: string): Promise<string> => {
    const page = await browser.show(
      `<body>${html}<script>const show = (text) => document.body.append(text); ${doing}</script></body>`,
    );
    await page.settle({ mode: "causal", budgetMs: 60_000 });
    return await page.page.$eval("body", (body) => body.innerText);
  };

  test.each([
    "<p>Contacting your bank…</p>",
    "<h1>One moment please</h1><p>If nothing happens, <a href='/x'>click here</a>.</p>",
    "<div><i></i><p>Vous allez être redirigé vers votre banque...</p></div>",
    "<form><input type=hidden name=t><p>Redirecting…</p><noscript><button>Go on</button></noscript></form>",
  ])("its long timer is waited for if it only says so: %s", async (html) => {
    expect(await opened(html, LONG)).toContain("done");
  });

  test.each([
    ["takes text too", "<p>Waiting for an agent…</p><label>Message <input></label>"],
    ["says more", `<p>Loading more…</p><p>${"Words of an article. ".repeat(12)}</p>`],
    ["says nothing of the kind", "<p>Thank you for your order.</p>"],
  ])("its long timer is not waited for if it %s", async (_, html) => {
    expect(await opened(html, COUNTED)).not.toContain("done");
  });
});
