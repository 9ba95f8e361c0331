// Settling by requests, the rule of the paper, in a real page with answers held back by the test.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { ContentPage } from "../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
// A request held open takes one of the few connections a browser makes to one host.
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const IDLE_MS = 100;

/** Runs `script` in the page after the watch has begun. */
async function act(page: ContentPage, script: string): Promise<void> {
  await page.call("frame.watch", { actionId: "a1" });
  // With a value of its own: a promise would be waited for.
  await page.page.evaluate(`${script}; 0`);
}

describe("a settle", () => {
  test("a settle of a quiet page waits for nothing", async () => {
    const page = await browser.show("<p>Quiet</p>");
    await act(page, "0");
    expect(await page.settle({ mode: "network-idle", idleMs: IDLE_MS })).toMatchObject({
      status: "settled",
      mode: "network-idle",
      waitedFor: [],
      pending: [],
    });
  });

  test.each([
    ["fetch", "fetch('/hold/NAME').then((r) => r.text())"],
    ["xhr", "{ const x = new XMLHttpRequest(); x.open('GET', '/hold/NAME'); x.send(); }"],
  ])("a settle waits for a %s until its body is there", async (kind, script) => {
    const page = await browser.show("<p>x</p>");
    const name = `wait-${kind}`;
    await act(page, script.replace("NAME", name));
    const answer = await browser.server.held(name);
    answer.headers();
    answer.write("first ");
    const early = await page.settle({ mode: "network-idle", idleMs: IDLE_MS, budgetMs: 600 });
    expect(early).toMatchObject({
      status: "timeout",
      pending: [{ kind, url: `${browser.server.origin}/hold/${name}` }],
      reasons: ["1 request is still under way"],
    });
    const settled = page.settle({ mode: "network-idle", idleMs: IDLE_MS });
    answer.end("last");
    expect(await settled).toMatchObject({ status: "settled", waitedFor: [{ kind }], pending: [] });
  });

  test.each([
    ["a fetch whose body no one reads", "fetch('/hold/NAME')", "open"],
    ["a fetch without a body", "fetch('/no-content')", "none"],
    ["a fetch that fails", "fetch('http://127.0.0.1:1/').catch(() => {})", "none"],
    [
      "a fetch that is aborted",
      "{ const c = new AbortController(); fetch('/hold/NAME', { signal: c.signal }).catch(() => {}); c.abort(); }",
      "none",
    ],
    [
      "an XHR that is aborted",
      "{ const x = new XMLHttpRequest(); x.open('GET', '/hold/NAME'); x.send(); x.abort(); }",
      "none",
    ],
    [
      "an XHR that is opened again",
      "{ const x = new XMLHttpRequest(); x.open('GET', '/hold/NAME'); x.send(); x.open('GET', '/answer'); }",
      "none",
    ],
    [
      "an XHR that times out",
      "{ const x = new XMLHttpRequest(); x.open('GET', '/hold/NAME'); x.timeout = 50; x.send(); }",
      "none",
    ],
  ] as const)("a settle does not hang on %s", async (title, script, server) => {
    const page = await browser.show("<p>x</p>");
    const name = title.replaceAll(" ", "-");
    await act(page, script.replace("NAME", name));
    if (server !== "none") {
      const answer = await browser.server.held(name);
      answer.headers();
      answer.write("and more to come");
    }
    expect(
      await page.settle({ mode: "network-idle", idleMs: IDLE_MS, budgetMs: 5000 }),
    ).toMatchObject({
      status: "settled",
      pending: [],
    });
  });

  test("a settle waits for a streamed body until its transfer is complete", async () => {
    const page = await browser.show("<p>x</p>");
    await act(
      page,
      `fetch("/hold/stream").then(async (r) => {
        const reader = r.body.getReader();
        while (!(await reader.read()).done);
      })`,
    );
    const answer = await browser.server.held("stream");
    answer.write("token ");
    expect(
      await page.settle({ mode: "network-idle", idleMs: IDLE_MS, budgetMs: 600 }),
    ).toMatchObject({
      status: "timeout",
      pending: [{ kind: "fetch" }],
    });
    const settled = page.settle({ mode: "network-idle", idleMs: IDLE_MS });
    answer.end("end");
    expect(await settled).toMatchObject({ status: "settled" });
  });

  test("a settle waits for requests that follow one another", async () => {
    const page = await browser.show("<p>x</p>");
    await act(
      page,
      "fetch('/hold/chain-1').then((r) => r.text()).then(() => fetch('/hold/chain-2')).then((r) => r.text())",
    );
    const settled = page.settle({ mode: "network-idle", idleMs: IDLE_MS });
    (await browser.server.held("chain-1")).end();
    (await browser.server.held("chain-2")).end();
    const report = await settled;
    expect(report.status).toBe("settled");
    expect(report.waitedFor.map((work) => new URL(work.url).pathname)).toEqual([
      "/hold/chain-1",
      "/hold/chain-2",
    ]);
  });

  test("a settle does not wait for what began before the action", async () => {
    const page = await browser.show("<script>fetch('/hold/poll').then((r) => r.text())</script>");
    await browser.server.held("poll");
    await act(page, "0");
    expect(await page.settle({ mode: "network-idle", idleMs: IDLE_MS })).toMatchObject({
      status: "settled",
      pending: [],
    });
  });

  test("a settle of a page that loads for ever names the document", async () => {
    const page = await browser.show("<p>x</p>");
    const url = browser.server.page(`<p>Here</p><img src="/hold/picture">`);
    await page.page.goto(url, { waitUntil: "domcontentloaded" });
    for (const mode of ["network-idle", "load"] as const) {
      expect(await page.settle({ mode, budgetMs: 300 })).toMatchObject({
        status: "timeout",
        mode,
        pending: [{ kind: "document", url }],
      });
    }
    expect(await page.settle({ mode: "none" })).toMatchObject({
      status: "settled",
    });
    const settled = page.settle({ mode: "load" });
    (await browser.server.held("picture")).end();
    expect(await settled).toMatchObject({ status: "settled" });
  });

  test("a settle counts the idle window from the end of a late load", async () => {
    const page = await browser.show("<p>x</p>");
    const url = browser.server.page(
      `<script>addEventListener("load", () => setTimeout(() => document.body.append("late"), 50))</script>
       <img src="/hold/late-picture">`,
    );
    await page.page.goto(url, { waitUntil: "domcontentloaded" });
    // Longer than the idle window, so that only the load can have begun it anew.
    expect(await page.settle({ mode: "network-idle", budgetMs: 600 })).toMatchObject({
      status: "timeout",
    });
    const settled = page.settle({ mode: "network-idle", idleMs: 300 });
    await page.settle({ mode: "network-idle", budgetMs: 400 });
    (await browser.server.held("late-picture")).end();
    expect((await settled).waitedFor).toMatchObject([{ kind: "document" }]);
    expect((await page.observe()).html).toContain("late");
  });

  test("a settle of a document that a script writes anew does not hang", async () => {
    const page = await browser.show("<p>x</p>");
    await act(page, "document.open(); document.write('<p>Written</p>')");
    const settled = page.settle({ mode: "network-idle", idleMs: IDLE_MS });
    await page.page.evaluate(() => document.close());
    expect(await settled).toMatchObject({ status: "settled" });
    expect((await page.observe()).html).toBe("<p>Written</p>");
  });
});
