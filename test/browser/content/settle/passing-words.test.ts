// Words that come and go while a click's work is waited for are told; what else comes and goes is not.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser } from "../../../support/browser/content-page.ts";
import { pageDoing, waitingClick } from "../../../support/pages/clicked-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/** Puts this on the page and takes it off again once it has been drawn for a while, all by the click. */
const briefly = (html: string): string => `
  document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(html)});
  const it = document.body.lastElementChild;
  later(500).then(() => it.remove()).then(() => later(60)).then(() => show("done"));`;

async function passedBy(onClick: string, html: string): Promise<readonly string[]> {
  const { out, report } = await waitingClick(() => pageDoing(browser, onClick, "", html));
  expect(out).toBe("done");
  return report.passed;
}

describe("words that came and went", () => {
  test.each([
    ["a toast's", briefly("<div style='position:fixed;top:0'>That name is taken</div>"), ""],
    ["an alert's", briefly("<div role=alert><b>That name</b> is taken</div>"), ""],
    ["a paragraph's", briefly("<p>That name is taken</p>"), ""],
    [
      "those of a region that was there, and says something else by now",
      `{ const region = document.querySelector("[role=status]");
         region.textContent = "That name is taken";
         later(500).then(() => { region.textContent = "Choose another"; }).then(() => later(60)).then(() => show("done")); }`,
      "<div role=status></div>",
    ],
    [
      "a toast's that was hidden before, and is again",
      `{ const toast = document.querySelector(".toast");
         toast.hidden = false;
         later(500).then(() => { toast.hidden = true; }).then(() => later(60)).then(() => show("done")); }`,
      "<div class=toast hidden>That name is taken</div>",
    ],
  ])("%s words are told", async (_, onClick, html) => {
    expect(await passedBy(onClick, html)).toEqual(["That name is taken"]);
  });

  test.each([
    ["words of waiting", briefly("<div role=status>Preparing the list…</div>")],
    ["what is hidden", briefly("<div role=alert style='visibility:hidden'>Not seen</div>")],
    [
      "a list to choose from",
      briefly("<div role=listbox style='position:absolute'><div>Apples</div></div>"),
    ],
    [
      "a menu of controls",
      briefly(
        "<div style='position:absolute'><button>A1</button><button>Bb</button><button>Cc</button></div>",
      ),
    ],
    [
      "a count",
      `(async () => { for (let n = 1; n < 5; n++) { document.querySelector("output").textContent = n + " of 4 files"; await later(90); } show("done"); })()`,
    ],
    ["a step on the way to the next", "show('First step'); later(400).then(() => show('done'))"],
    [
      "what the page dots out",
      briefly("<div role=alert style='-webkit-text-security:disc'>hunter22</div>"),
    ],
  ])("%s is not told", async (_, onClick) => {
    expect(await passedBy(onClick, "<output></output>")).toEqual([]);
  });
});
