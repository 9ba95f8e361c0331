// Answers that say no more than they must: what a layer covers, what sets like entries apart, and how full a budget is.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { diffObservation } from "@webserv/host/src/session/actions/page-diff.ts";
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

let at = 0;
const observed = async (page: ContentPage, options: ObserveOptions = {}): Promise<Observation> => {
  const { frames: _, budget: __, ...reading } = await page.call("frame.observe", options);
  return { ...reading, tabs: [], form: options.form ?? "html", at: String(++at) };
};

const times = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join("");

const SAYS = "this covers all else in view";

describe("a layer over the page", () => {
  const shop = `<main style="height:5000px">${times(
    12,
    (at) =>
      `<article><h3>Kettle ${at}</h3><button>Buy</button> <a href="/k/${at}">More</a></article>`,
  )}</main>`;
  const layer = (style: string, inside: string): string =>
    `<div id="layer" hidden><div style="position:fixed;background:#fff;${style}">${inside}</div></div>`;
  const form = "<h2>Delivery</h2><label>Post code <input></label> <button>Save</button>";
  const show = (page: ContentPage, isShown: boolean) =>
    page.page.evaluate((hide) => {
      const layer = document.querySelector("#layer");
      if (layer instanceof HTMLElement) layer.hidden = hide;
    }, !isShown);

  test("a layer over all controls says so once, and only what is in it is told as new", async () => {
    const page = await browser.show(`<!doctype html>${shop}${layer("inset:0", form)}`);
    const before = await observed(page);
    await show(page, true);
    const next = await observed(page, { diff: true });
    expect(next.html).toContain(`<!--${SAYS}-->`);
    expect(next.html).not.toMatch(/ covered[ =>]/);
    const told = diffObservation(before, next).html;
    expect(told).toContain("Post code");
    expect(told).not.toContain("kettle-3");
    await show(page, false);
    const last = await observed(page, { diff: true });
    expect(last.html).not.toContain(SAYS);
    expect(diffObservation(next, last).html).not.toContain("kettle-3");
  });

  test("an outline has it in brackets", async () => {
    const page = await browser.show(`<!doctype html>${shop}${layer("inset:0", form)}`);
    await show(page, true);
    expect((await observed(page, { form: "outline" })).html).toContain(`(${SAYS})`);
  });

  test("controls beside a layer that leaves others free say that they are covered", async () => {
    const page = await browser.show(
      `<!doctype html>${shop}${layer("left:0;right:0;bottom:0;height:200px", "<p>Cookies?</p><button>Accept</button>")}`,
    );
    await show(page, true);
    const { html } = await observed(page);
    expect(html).not.toContain(SAYS);
    expect(html).toMatch(/ covered[ =>]/);
  });

  test("a shade over the controls of a pane is told once, and the pane is no change", async () => {
    const pane = (name: string): string =>
      `<div style="position:relative;width:300px"><p>${name}</p><form>${times(6, (at) => `<button>${name} ${at}</button> `)}</form>
       <div class="shade" style="position:absolute;inset:0" onclick="end()" hidden></div></div>`;
    for (const html of [`${pane("Red")}${pane("Blue")}`, `<div>${pane("Red")}</div><p>End</p>`]) {
      const page = await browser.show(`<!doctype html>${html}<button>Free</button>`);
      const before = await observed(page);
      await page.page.evaluate(() => document.querySelector(".shade")?.removeAttribute("hidden"));
      const next = await observed(page);
      expect(next.html.match(/ covered[ =>]/g)).toHaveLength(1);
      expect(diffObservation(before, next).html.match(/^[+-]/gm)?.length).toBeLessThanOrEqual(4);
      const outline = await observed(page, { form: "outline" });
      expect(outline.html.match(/ covered=/g)).toHaveLength(1);
    }
  });

  test("a layer of which nothing is shown leaves it to the controls to say", async () => {
    const page = await browser.show(
      `<!doctype html>${shop}<div id="layer" style="position:fixed;inset:0;opacity:.9"></div>`,
    );
    const { html } = await observed(page);
    expect(html).not.toContain(SAYS);
    expect(html).toMatch(/ covered[ =>]/);
  });

  test("a menu that opens over other entries tells itself alone", async () => {
    const page = await browser.show(
      `<!doctype html><style>li:hover { background: #eee }</style>${shop}${layer("left:0;top:40px;width:300px;height:300px", "<ul role=menu><li role=menuitem tabindex=0>Orders<li role=menuitem tabindex=0>Sign out</ul>")}`,
    );
    const before = await observed(page);
    await show(page, true);
    const told = diffObservation(before, await observed(page, { diff: true })).html;
    expect(told).toContain("Sign out");
    expect(told).not.toMatch(/^[+-].*kettle-/m);
  });
});

describe("entries that are shown in brief", () => {
  const sets = {
    "texts that begin alike": (at: number) =>
      `<div class="b"><p>Your booking is confirmed, please bring your identity card and arrive early at the counter.</p>
       <p>Room ${100 + at}</p><button>Book now</button><p>${"Breakfast is from seven. ".repeat(4)}</p></div>`,
    "headings that are the same": (at: number) =>
      `<article><h3>Standard single room with a view of the garden</h3><p>${"Quiet, with breakfast. ".repeat(5)}</p>
       <p>Room ${100 + at}</p><button>Book</button></article>`,
    "rows whose names repeat": (at: number) =>
      `<tr><td><a href="/o/${at}">Repair</a></td><td>${"open for review by someone of the team ".repeat(3)}</td><td>Room ${100 + at}</td></tr>`,
  };

  test.each(Object.entries(sets))("%s keep what sets each apart", async (name, entry) => {
    const entries = times(60, entry);
    const body = name.startsWith("rows") ? `<table>${entries}</table>` : `<main>${entries}</main>`;
    // None of them is in view, so none of them matters more.
    const page = await browser.show(`<!doctype html><div style="height:3000px"></div>${body}`);
    // Only what was read once is known by name.
    await observed(page, { maxTokens: 12_000 });
    const { html } = await observed(page, { maxTokens: 1500 });
    const brief = html.split("<!--…-->").length - 1;
    expect(brief).toBeGreaterThan(4);
    expect(new Set(html.match(/Room \d+/g)).size).toBeGreaterThanOrEqual(brief);
    // It is the same the next time.
    expect((await observed(page, { maxTokens: 1500 })).html).toBe(html);
  });

  test("names that differ are enough", async () => {
    const entries = times(
      30,
      (at) =>
        `<li><h3>Kettle ${at}</h3><p>${"Sewn by hand. ".repeat(9)}</p><p>Shelf ${at}</p></li>`,
    );
    const page = await browser.show(
      `<!doctype html><div style="height:3000px"></div><ul>${entries}</ul>`,
    );
    await observed(page, { maxTokens: 12_000 });
    const { html } = await observed(page, { maxTokens: 1000 });
    expect(html).toMatch(/<h3>Kettle 20<\/h3><!--…-->/);
  });
});

describe("a page that is cut", () => {
  const words = (count: number): string => "kettle lamp tote ".repeat(Math.ceil(count / 3));
  const pages = {
    "an article": times(
      40,
      (at) =>
        `<h2>Chapter ${at}</h2>${times(1 + (at % 5), (n) => `<p>${words(10 + ((at * 7 + n * 31) % 110))} <a href="/x">${n}</a></p>`)}`,
    ),
    "a table": `<table>${times(
      300,
      (at) =>
        `<tr><td><a href="/o/${at}">O-${at}</a><td>Anna B.<td>2026-01-02<td>${at}.00<td>open<td><button>Edit</button><button>Delete</button>`,
    )}</table>`,
    "groups of links beside a form": `<aside>${times(14, (group) => `<section><h3>Group ${group}</h3><ul>${times(15, (at) => `<li><a href="/${group}/${at}">Link ${group} ${at}</a>`)}</ul></section>`)}</aside>
      <form>${times(30, (at) => `<label>Field ${at} <input></label>`)}</form><footer>${words(400)}</footer>`,
  };

  test.each(Object.entries(pages))("%s uses most of its budget, and no more", async (_, html) => {
    const page = await browser.show(`<!doctype html>${html}`);
    for (const maxTokens of [1500, 3000]) {
      const { tokens } = await observed(page, { maxTokens });
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(tokens).toBeGreaterThan(0.7 * maxTokens);
    }
  });

  test("a page of long titles that is a bit too long is cut, and not left out", async () => {
    const title =
      "Kind: folder, size: 17 kB, made on 11/28/26 at 6:14, changed on 11/28/26 at 6:15";
    const page = await browser.show(
      `<!doctype html><ul>${times(60, (at) => `<li title="No ${at}. ${title}" onclick="act()" style="cursor:pointer">note ${at}</li>`)}</ul>`,
    );
    const { tokens: whole } = await observed(page, { maxTokens: 16_000 });
    for (const share of [0.98, 0.95, 0.9, 0.8]) {
      const { tokens } = await observed(page, { maxTokens: Math.floor(share * whole) });
      expect(tokens, `of ${share}`).toBeGreaterThan(whole / 2);
    }
  });

  test("no mark takes more room than what it stands for", async () => {
    const short = times(400, (at) => `<p>${words(60)}</p><p>Ok ${at}</p><hr>`);
    const page = await browser.show(`<!doctype html><main>${short}</main>`);
    const { html, expandable } = await observed(page, { maxTokens: 2000 });
    expect(expandable.length).toBeGreaterThan(0);
    for (const id of expandable.slice(0, 20)) {
      const mark = new RegExp(`<!--${id} [^>]*-->`).exec(html)?.[0] ?? "";
      const part = await observed(page, { expand: id });
      expect(part.html.length, `${mark} stands for ${part.html}`).toBeGreaterThan(mark.length);
    }
  });
});
