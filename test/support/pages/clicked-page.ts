// Shows a page that does something when its button is clicked, and reports what was waited for then.
import type { Result } from "@webserv/shared/protocol/methods.ts";

import type { ContentBrowser, ContentPage } from "../browser/content-page.ts";
import { inTime, TooEarly } from "../time/under-deadline.ts";

/**
 * Opens the page. `onClick` and `head` are scripts that may use four functions: `show(text)` puts a text on the
 * page, `add(text)` adds to it, `later(ms)` is a promise, and `soon()` shows "done" by a timer of its own. An
 * observer that has lost the cause by then misses "done".
 */
export async function pageDoing(
  browser: ContentBrowser,
  onClick: string,
  head = "",
  html = "",
): Promise<ContentPage> {
  return await browser.show(`<body><button>Go</button><p id="out"></p>${html}<script>
    const out = document.getElementById("out");
    const show = (text) => { out.textContent = text; };
    const add = (text) => { out.append(text); };
    const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const soon = () => { setTimeout(() => show("done"), 120); };
    ${head}
    document.querySelector("button").onclick = () => { ${onClick} };
  </script></body>`);
}

export interface Clicked {
  readonly report: Result<"frame.settle">;
  /** The page's text when the answer came. */
  readonly out: string;
}

export async function click(page: ContentPage, options: object = {}): Promise<Clicked> {
  await page.call("frame.watch", { actionId: "a1" });
  await page.page.click("button");
  const report = await page.settle({ mode: "causal", budgetMs: 60_000, ...options });
  return { report, out: await page.page.$eval("#out", (out) => out.textContent) };
}

/**
 * Clicks on a page that `open` opens, and returns an answer that has waited for something. On a busy machine the
 * work may end before the answer is requested, so it is requested at the same time as the button comes up. If
 * nothing was waited for, the page is opened and clicked again.
 */
export async function waitingClick(open: () => Promise<ContentPage>): Promise<Clicked> {
  return await inTime(async () => {
    const page = await open();
    await page.call("frame.watch", { actionId: "a1" });
    await page.page.hover("button");
    const { mouse } = page.page;
    const pressed = Promise.all([mouse.down(), mouse.up()]);
    const [report] = await Promise.all([
      page.settle({ mode: "causal", budgetMs: 60_000 }),
      pressed,
    ]);
    if (report.waitedFor.length === 0) throw new TooEarly("nothing was waited for");
    return { report, out: await page.page.$eval("#out", (out) => out.textContent) };
  });
}
