// A page that does something when its button is clicked, and what was waited for then.
import type { SettleReport } from "@webserv/shared/model/settle.ts";

import type { ContentBrowser, ContentPage } from "./content-page.ts";

/**
 * `onClick` and `head` are scripts: `show(text)` puts a text on the page, `add(text)` adds to it, `later(ms)`
 * is a promise, `soon()` shows "done" by a timer of its own: whoever has lost the cause by then misses it.
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
  readonly report: SettleReport;
  /** What the page said when the answer came. */
  readonly out: string;
}

export async function click(page: ContentPage, options: object = {}): Promise<Clicked> {
  await page.call("frame.watch", { actionId: "a1" });
  await page.page.click("button");
  const report = await page.settle({ mode: "causal", budgetMs: 60_000, ...options });
  return { report, out: await page.page.$eval("#out", (out) => out.textContent) };
}
