// An answer that comes by a way that was open before: a socket beside what it tells anyhow, a poll, a stream.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser } from "../../../support/browser/content-page.ts";
import { click, pageDoing } from "../../../support/pages/clicked-page.ts";
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

let topics = 0;
/** Puts the server's address and a topic of its own into the code of a page. */
function inPlace(): (code: string) => string {
  const topic = `topic${++topics}`;
  return (code) => code.replaceAll("HOST", late.host).replaceAll("TOPIC", topic);
}

describe("a reply beside what the page has asked for by itself", () => {
  /** @param data turns a text into what is sent */
  const beating = (data: string, text: string): string => `
    const socket = new WebSocket("ws://HOST/beats");
    const encoded = (text) => ${data};
    const decoded = (data) => ${text};
    let beats = 0;
    socket.onopen = () => setInterval(() => socket.send(encoded("beat " + ++beats)), 90);
    socket.onmessage = ({ data }) => {
      if (decoded(data).startsWith("beat")) document.title = "beating"; else soon();
    };`;

  test.each([
    ["a heartbeat", beating("text", "data"), "document.title === 'beating'"],
    [
      "a heartbeat of bytes",
      `${beating("new TextEncoder().encode(text)", "new TextDecoder().decode(data)")}
       socket.binaryType = "arraybuffer";`,
      "document.title === 'beating'",
    ],
    [
      "a heartbeat whose first echo is still to come",
      beating("text", "data"),
      "socket.readyState === 1",
    ],
  ])("settling after a click waits for a reply beside %s", async (_, head, isReady) => {
    const page = await pageDoing(browser, "socket.send(encoded('asked'))", inPlace()(head));
    await page.page.waitForFunction(isReady);
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });

  test("settling after a click waits for a reply that comes after a receipt", async () => {
    const head = inPlace()(`
      const socket = new WebSocket("ws://HOST/150");
      socket.onmessage = ({ data }) => {
        if (data === "asked") setTimeout(() => {}, 0); else soon();
      };`);
    const onClick = "socket.send('asked'); setTimeout(() => socket.send('answered'), 100)";
    const page = await pageDoing(browser, onClick, head);
    await page.page.waitForFunction("socket.readyState === 1");
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });

  test("a server's ticks that went on before the click are none of its works", async () => {
    const head = inPlace()(`
      const socket = new WebSocket("ws://HOST/ticks/40");
      let ticks = 0;
      socket.onmessage = () => { document.title = String(++ticks); add("."); };`);
    const page = await pageDoing(browser, "socket.send('anything')", head);
    await page.page.waitForFunction("ticks > 3");
    const { report } = await click(page);
    expect(report).toMatchObject({ status: "settled", pending: [] });
    // What was asked is waited for, and no tick is taken for its answer.
    expect(report.waitedFor.map(({ kind }) => kind)).not.toContain("socket");
  });
});

describe("what the server tells of a request by another way", () => {
  const ASK = "fetch('http://HOST/tell/250/TOPIC', { method: 'POST', body: 'x' })";

  test.each([
    [
      "a long poll",
      ASK,
      `let asked = performance.now();
       (async () => { for (;;) {
         asked = performance.now();
         await (await fetch("http://HOST/poll/0/TOPIC")).text(); soon();
       } })();
       const isReady = () => performance.now() - asked > 300;`,
    ],
    [
      "a long poll by an XHR",
      "{ const x = new XMLHttpRequest(); x.open('POST', 'http://HOST/tell/250/TOPIC'); x.send('x'); }",
      `let asked;
       const ask = () => {
         const x = new XMLHttpRequest();
         asked = performance.now();
         x.onload = () => { soon(); ask(); };
         x.open("GET", "http://HOST/poll/0/TOPIC");
         x.send();
       };
       ask();
       const isReady = () => performance.now() - asked > 300;`,
    ],
    [
      "an event source",
      ASK,
      `const source = new EventSource("http://HOST/news/0/TOPIC");
       source.onmessage = soon;
       const isReady = () => source.readyState === 1;`,
    ],
    [
      "a web socket",
      ASK,
      `const socket = new WebSocket("ws://HOST/news/TOPIC");
       socket.onmessage = soon;
       const isReady = () => socket.readyState === 1;`,
    ],
    [
      "a stream that is being read",
      ASK,
      `let isOpen = false;
       (async () => {
         const reader = (await fetch("http://HOST/news/0/TOPIC")).body.getReader();
         isOpen = true;
         for (;;) { const { done } = await reader.read(); if (done) break; soon(); }
       })();
       const isReady = () => isOpen;`,
    ],
  ])("settling after a click waits for news by %s", async (_, onClick, head) => {
    const placed = inPlace();
    const page = await pageDoing(browser, placed(onClick), placed(head));
    await page.page.waitForFunction("isReady()");
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });

  test("news are not waited for after a request that only reads", async () => {
    const placed = inPlace();
    const page = await pageDoing(
      browser,
      "fetch('/answer').then((answer) => answer.text())",
      placed(
        `const source = new EventSource("http://HOST/news/0/TOPIC"); source.onmessage = soon;`,
      ),
    );
    await page.page.waitForFunction("source.readyState === 1");
    const { report } = await click(page);
    expect(report.waitedFor.map(({ kind }) => kind)).not.toContain("push");
  });
});

describe("a job that the page asks for until it is ready", () => {
  const answer = (body: string): string =>
    `"http://HOST/10/a.txt?body=" + encodeURIComponent(JSON.stringify(${body}))`;

  test.each([
    [
      "says that it is running",
      `(async () => { for (let n = 0; n < 5; n++) {
         await later(260);
         await (await fetch(${answer('{ status: n < 4 ? "running" : "done" }')})).json();
       } soon(); })()`,
    ],
    [
      "is not done, as an interval finds",
      `{ let n = 0; const t = setInterval(async () => {
         const text = await (await fetch(${answer("{ job: { done: ++n > 3 } }")})).text();
         if (JSON.parse(text).job.done) { clearInterval(t); soon(); }
       }, 300); }`,
    ],
    [
      "is at a part of its progress",
      `{ let n = 0; const ask = () => {
         const x = new XMLHttpRequest();
         x.onload = () => { if (JSON.parse(x.responseText).progress === 100) soon(); else setTimeout(ask, 280); };
         x.open("GET", ${answer("{ progress: ++n * 25 }")});
         x.send();
       }; ask(); }`,
    ],
  ])("settling after a click waits while the job %s", async (_, onClick) => {
    const page = await pageDoing(browser, inPlace()(onClick));
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});
