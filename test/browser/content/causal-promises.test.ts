// The cause goes with what the browser does aside: databases, files, promises.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing } from "../../support/clicked-page.ts";
import { ContentBrowser } from "../../support/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/**
 * Each is held up until whatever else is in the way: so long that nobody takes what follows for the
 * click's own doing. `busy` keeps the page from hearing of anything.
 */
const HEAD = `
  const busy = () => { const until = performance.now() + 150; while (performance.now() < until); };
  const blob = new Blob(["text"]);
  const opened = new Promise((resolve) => {
    const request = indexedDB.open("db" + Math.random());
    request.onupgradeneeded = () => request.result.createObjectStore("s").put(1, 1);
    request.onsuccess = () => resolve(request.result);
  });
  let db; opened.then((found) => { db = found; out.title = "ready"; });
  setInterval(() => { if (window.held) { window.held = false; busy(); } }, 1);`;

describe("what the browser does aside for a click is waited for", () => {
  test.each([
    ["a database that is opened", "indexedDB.open('x' + Math.random()).onsuccess = soon"],
    ["a database's request", "db.transaction('s').objectStore('s').get(1).onsuccess = soon"],
    ["a database's transaction", "db.transaction('s').oncomplete = soon"],
    [
      "a cursor's next step",
      "db.transaction('s').objectStore('s').openCursor().onsuccess = ({ target }) => { if (target.result) target.result.continue(); else soon(); }",
    ],
    ["a file's reader", "{ const r = new FileReader(); r.onload = soon; r.readAsText(blob); }"],
    ["a file's text", "blob.text().then(soon)"],
    ["a cache", "caches.open('c').then((c) => c.match('/x')).then(soon)"],
    ["a digest", "crypto.subtle.digest('SHA-256', new Uint8Array(9)).then(soon)"],
    [
      "a module of wasm",
      "WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(soon)",
    ],
    ["a picture's bits", "document.createElement('canvas').toBlob(soon)"],
    ["a lock", "navigator.locks.request('l', soon)"],
    ["fonts", "document.fonts.load('12px serif').then(soon)"],
  ])("%s", async (_, onClick) => {
    const page = await pageDoing(browser, `${onClick}; window.held = true;`, HEAD);
    await page.page.waitForFunction("out.title === 'ready'");
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

describe("what it does aside for others is not", () => {
  test.each([
    ["a digest", "crypto.subtle.digest('SHA-256', new Uint8Array(9)).then(tick)"],
    ["a file's reader", "{ const r = new FileReader(); r.onload = tick; r.readAsText(blob); }"],
    [
      "a database",
      "db?.transaction('s').objectStore('s').get(1).addEventListener('success', tick)",
    ],
  ])("%s", async (_, work) => {
    const head = `const tick = () => setTimeout(() => show(String(Math.random())), 30); setInterval(() => { ${work}; }, 7);`;
    const page = await pageDoing(browser, "", HEAD + head);
    await page.page.waitForFunction("out.textContent !== ''");
    expect((await click(page)).report).toMatchObject({ status: "settled", waitedFor: [] });
  });
});
