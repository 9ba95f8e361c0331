// Settling by the cause: what the click set in motion is waited for, and nothing else.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { click, pageDoing, waitingClick } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
// A request held open takes one of the few connections a browser makes to one host.
afterEach(() => browser.closePages());
afterAll(() => browser.close());

describe("what a click sets in motion", () => {
  test.each([
    ["a timer", "setTimeout(() => show('done'), 200)"],
    [
      "timers one after the other",
      "setTimeout(() => setTimeout(() => setTimeout(() => show('done'), 90), 80), 70)",
    ],
    ["awaits", "(async () => { await later(60); await null; await later(90); show('done'); })()"],
    [
      "a debounced answer",
      "clearTimeout(window.due); window.due = setTimeout(async () => { await (await fetch('/answer')).text(); show('done'); }, 250)",
    ],
    [
      "a request and what follows",
      "fetch('/answer').then((r) => r.text()).then(() => later(120)).then(() => show('done'))",
    ],
    [
      "an XHR",
      "{ const x = new XMLHttpRequest(); x.onreadystatechange = () => { if (x.readyState === 4) setTimeout(() => show('done'), 80); }; x.open('GET', '/answer'); x.send(); }",
    ],
    [
      "animation frames",
      "{ let n = 0; const next = () => { if (++n === 8) show('done'); else { out.style.left = n + 'px'; requestAnimationFrame(next); } }; requestAnimationFrame(next); }",
    ],
    [
      "frames that move something for most of a second",
      "{ const end = performance.now() + 800; const next = () => { out.style.left = Math.random() + 'px'; if (performance.now() < end) requestAnimationFrame(next); else soon(); }; next(); }",
    ],
    [
      "an interval that looks for something",
      "{ const end = performance.now() + 700; const t = setInterval(() => { if (performance.now() > end) { clearInterval(t); soon(); } }, 50); }",
    ],
    [
      "the first round of a slow interval, if a fetch has asked the server for something",
      "show('Started'); fetch('/answer', { method: 'POST', body: 'x' }); { const t = setInterval(() => { clearInterval(t); show('done'); }, 480); }",
    ],
    [
      "the first round of a slow interval, if an XHR has asked the server for something",
      "show('Started'); { const x = new XMLHttpRequest(); x.open('POST', '/answer'); x.send('x'); const t = setInterval(() => { clearInterval(t); show('done'); }, 480); }",
    ],
    ["a signal that aborts when its time is over", "AbortSignal.timeout(300).onabort = soon"],
    [
      "requests of one address, one after the other",
      "(async () => { for (let n = 0; n < 5; n++) await (await fetch('/answer')).text(); soon(); })()",
    ],
    [
      "requests that fail until one does not",
      "(async () => { for (let n = 1; n < 5; n++) { const { ok } = await fetch('/no-such-page'); await later(n * 60); } soon(); })()",
    ],
    [
      "what a message to itself leads to, after a long task",
      "addEventListener('message', soon); postMessage('on'); { const end = performance.now() + 120; while (performance.now() < end); }",
    ],
    ["a timer whose code is a text", "setTimeout('setTimeout(() => show(\\'done\\'), 90)', 150)"],
    ["an idle callback", "requestIdleCallback(() => setTimeout(() => show('done'), 60))"],
    [
      "tasks of the scheduler",
      "scheduler.postTask(async () => { await scheduler.yield(); await later(50); show('done'); }, { delay: 60 })",
    ],
  ])("settling after a click waits for %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick);
    expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
  });
});

test("a row of requests is none whose answers only write what stands there already", async () => {
  const head = `const field = document.createElement("input");
    document.body.append(field);
    const render = () => { field.type = "text"; field.name = "n"; field.placeholder = "p"; };
    render();`;
  // Requests of one address would wait for each other at the cache.
  const row =
    "(async () => { for (;;) { await (await fetch('/hold/row', { cache: 'no-store' })).text(); render(); } })()";
  const page = await pageDoing(browser, row, head);
  await page.call("frame.watch", { actionId: "a1" });
  await page.page.click("button");
  for (let round = 1; round < 8; round++) (await browser.server.held("row")).end("answer");
  // A row is followed for as long as it changes the page; what changes nothing, for eight rounds.
  const eighth = await browser.server.held("row");
  const early = await page.settle({ mode: "causal", budgetMs: 0 });
  expect(early.pending).toMatchObject([{ kind: "fetch" }]);
  eighth.end("answer");
  // The ninth is held back: it is not waited for, however many frames are drawn beside it.
  await browser.server.held("row");
  const report = await page.settle({ mode: "causal", budgetMs: 60_000 });
  expect(report).toMatchObject({ status: "settled", pending: [] });
  expect(report.waitedFor).toHaveLength(8);
});

test("what a loop of frames takes up for a click is waited for", async () => {
  const loop = `const queue = []; const next = (n) => { queue.shift()?.(); out.style.left = n + "px"; requestAnimationFrame(next); };
    requestAnimationFrame(next);`;
  const page = await pageDoing(browser, "queue.push(() => later(200).then(soon))", loop);
  expect(await click(page)).toMatchObject({ out: "done", report: { status: "settled" } });
});

test("a click's work in a loop of frames is waited for if a frame comes between press and release", async () => {
  const loop = `const queue = [];
    const next = () => {
      const until = performance.now() + 25;
      while (performance.now() < until);
      queue.shift()?.();
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);`;
  const page = await pageDoing(browser, "queue.push(() => later(200).then(soon))", loop);
  await page.call("frame.watch", { actionId: "a1" });
  const { mouse } = page.page;
  await page.page.hover("button");
  await Promise.all([mouse.down(), mouse.up()]);
  const report = await page.settle({ mode: "causal", budgetMs: 5000 });
  const out = await page.page.$eval("#out", (element) => element.textContent);
  expect({ out, report }).toMatchObject({ out: "done", report: { status: "settled" } });
});

test("a loop of frames that awaits each of them takes up too, and is not followed itself", async () => {
  const loop = `const queue = [];
    (async () => { for (;;) { await new Promise(requestAnimationFrame); queue.shift()?.(); } })();`;
  const { out, report } = await waitingClick(() =>
    pageDoing(browser, "queue.push(() => later(200).then(soon))", loop),
  );
  expect({ out, ...report }).toMatchObject({ out: "done", status: "settled", pending: [] });
  expect(report.waitedFor.map(({ kind }) => kind)).toEqual(["timer"]);
});

test("what a fast interval does for each click is waited for", async () => {
  const interval = "const queue = []; setInterval(() => queue.shift()?.(), 95);";
  const page = await pageDoing(
    browser,
    "queue.push(() => { const n = Number(out.textContent); show(`${n + 1}`); })",
    interval,
  );
  for (const clicks of ["1", "2", "3", "4", "5", "6"]) {
    const { out, report } = await click(page, { awaitsAnswer: true });
    expect({ out, status: report.status }).toEqual({ out: clicks, status: "settled" });
  }
});

const FOCUSING_CLOCK =
  "const field = document.body.appendChild(document.createElement('input')); field.onfocus = () => setTimeout(() => show(String(Math.random())), 60); setInterval(() => { field.focus(); field.blur(); }, 40)";

describe("what goes on by itself", () => {
  test.each([
    [
      "a carousel that presses its own button",
      "const next = document.body.appendChild(document.createElement('button')); next.onclick = () => setTimeout(() => show(String(Math.random())), 60); setInterval(() => next.click(), 40)",
    ],
    ["what a clock does to the focus", FOCUSING_CLOCK],
    [
      "what a clock does to the focus of a page without stacks",
      `Error.stackTraceLimit = 0; ${FOCUSING_CLOCK}`,
    ],
    [
      "what a clock does to the focus of a page whose stacks have no limit",
      `delete Error.stackTraceLimit; ${FOCUSING_CLOCK}`,
    ],
    [
      "what a clock does to the focus of a page that writes stacks itself",
      `Error.prepareStackTrace = () => "Error"; ${FOCUSING_CLOCK}`,
    ],
    [
      "what a clock does to the focus after much work",
      "const field = document.body.appendChild(document.createElement('input')); field.onfocus = () => setTimeout(() => show(String(Math.random())), 60); setInterval(() => { const end = performance.now() + 12; while (performance.now() < end); field.focus(); field.blur(); }, 40)",
    ],
    ["a clock", "setInterval(() => show(String(Date.now())), 40)"],
    ["a poll", "setInterval(() => fetch('/answer').then((r) => r.text()), 40)"],
    [
      "an animation",
      "{ const next = () => { out.style.left = Math.random() + 'px'; requestAnimationFrame(next); }; next(); }",
    ],
  ])("settling after a click does not wait for %s", async (_, head) => {
    const page = await pageDoing(browser, "", head);
    expect((await click(page)).report).toMatchObject({
      status: "settled",
      pending: [],
      waitedFor: [],
    });
  });

  test.each([
    ["a slow clock that the click starts", "setInterval(() => show(String(Date.now())), 1000)"],
    [
      "a poll that the click starts",
      "setInterval(() => fetch('/answer').then((r) => r.text()), 300)",
    ],
    [
      "an animation that the click starts",
      "{ const next = () => { out.style.left = Math.random() + 'px'; requestAnimationFrame(next); }; next(); }",
    ],
    ["a timer of four seconds", "show('done'); setTimeout(() => show('gone'), 4000)"],
  ])("a click settles in spite of %s", async (_, onClick) => {
    const page = await pageDoing(browser, onClick);
    expect((await click(page)).report).toMatchObject({ status: "settled" });
  });
});
