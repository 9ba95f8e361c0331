// The cause goes with what the browser does aside: databases, files, promises.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/** `again(make)` waits for one after the other, much longer than what follows from a click of itself. */
const HEAD = `
  const again = async (make) => {
    const until = performance.now() + 250;
    while (performance.now() < until) { add("."); await make(); }
    soon();
  };
  const on = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve));
  const blob = new Blob(["text"]);
  const store = () => db.transaction("s").objectStore("s");
  const opened = new Promise((resolve) => {
    const request = indexedDB.open("db" + Math.random());
    request.onupgradeneeded = () => request.result.createObjectStore("s").put(1, 1);
    request.onsuccess = () => resolve(request.result);
  });
  let db; opened.then((found) => { db = found; out.title = "ready"; });`;

const WORKS = [
  ["a database that is opened", "on(indexedDB.open('x'), 'success')"],
  ["a database's request", "on(store().get(1), 'success')"],
  ["a database's transaction", "on(store().transaction, 'complete')"],
  ["a file's reader", "{ const r = new FileReader(); r.readAsText(blob); return on(r, 'load'); }"],
  ["a file's text", "blob.text()"],
  ["a file's piece", "blob.stream().getReader().read()"],
  ["a file that is piped", "blob.stream().pipeTo(new WritableStream())"],
  [
    "a compression",
    "new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).bytes()",
  ],
  ["a cache", "caches.open('c')"],
  ["a digest", "crypto.subtle.digest('SHA-256', new Uint8Array(9))"],
  ["a module of wasm", "WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))"],
  ["a picture's bits", "new Promise((r) => document.createElement('canvas').toBlob(r))"],
  ["a lock", "new Promise((r) => navigator.locks.request('l', r))"],
  [
    "a camera that is denied",
    "navigator.mediaDevices.getUserMedia({ video: true }).catch(() => 0)",
  ],
  ["fonts", "document.fonts.load('12px serif')"],
] as const;
/** Those that leave the page no time for anything else are not done for ever. */
const OTHERS = WORKS.filter(([name]) => name !== "a digest" && name !== "fonts");
const made = (work: string): string =>
  work.startsWith("{") ? `() => ${work}` : `() => { return ${work}; }`;

describe("what the browser does aside for a click", () => {
  test.each(WORKS)("settling after a click waits for %s", async (_, work) => {
    const page = await pageDoing(browser, `again(${made(work)})`, HEAD);
    await page.page.waitForFunction("out.title === 'ready'");
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });

  test("settling after a click waits for each step of a cursor", async () => {
    const page = await pageDoing(
      browser,
      `const until = performance.now() + 250;
       const cursor = store().openKeyCursor();
       cursor.onsuccess = () => {
         add(".");
         if (cursor.result && performance.now() < until) cursor.result.continue(); else soon();
       };`,
      `${HEAD} opened.then((db) => {
         const writing = db.transaction("s", "readwrite");
         for (let n = 0; n < 5_000; n++) writing.objectStore("s").put(1, n);
         writing.oncomplete = () => { out.className = "filled"; };
       });`,
    );
    await page.page.waitForFunction("out.className === 'filled'");
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

describe("what the browser does aside for others", () => {
  test.each(OTHERS)("settling does not wait for %s if it is not the click's", async (_, work) => {
    const page = await pageDoing(
      browser,
      "",
      `${HEAD}
       let due = 0;
       const tick = () => { if (due === 0) due = setTimeout(() => { due = 0; show(String(Math.random())); }, 30); };
       const work = ${made(work)};
       const loop = () => { tick(); work().then(loop); };
       opened.then(loop);`,
    );
    await page.page.waitForFunction("out.textContent !== ''");
    expect((await click(page)).report).toMatchObject({ status: "settled", waitedFor: [] });
  });
});
