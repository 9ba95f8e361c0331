// What following causes keeps of one action is gone by the next.
import { afterAll, beforeAll, expect, test } from "vitest";

import { pageDoing } from "../../../support/pages/clicked-page.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";
import { rounds } from "../../../support/time/rounds.ts";

const ACTIONS = rounds({ short: 120, soak: 10_000 });
/** Before the first look at the heap: what is made once is made by then. */
const WARMING = 50;
/** More than the page and the browser's own caches take by chance, in bytes; an action's notes are some kB. */
const SLACK = 500_000;
/** What is kept by mistake grows in each stretch of actions; what the browser keeps for its own speed, in the first ones. */
const STRETCHES = 6;

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterAll(() => browser.close());

test(`the heap of a page comes to be no larger after ${ACTIONS} actions more`, async () => {
  const page = await pageDoing(
    browser,
    `for (let n = 0; n < 20; n++) {
       setTimeout(() => show(String(n)), n);
       requestAnimationFrame(() => show(String(n)));
       channel.port1.postMessage(null);
       fetch("/answer").then((answer) => answer.text());
       out.animate([{ opacity: 0 }, { opacity: 1 }], 20);
       AbortSignal.timeout(5).onabort = () => {};
     }
     worker.postMessage(1); broadcasts.postMessage(1);
     new Promise((resolve) => document.createElement("canvas").toBlob(resolve));`,
    `const channel = new MessageChannel(); channel.port2.onmessage = () => {};
     const broadcasts = new BroadcastChannel("b"); broadcasts.onmessage = () => {};
     const worker = new Worker(URL.createObjectURL(new Blob(["onmessage = () => postMessage(1)"])));
     worker.onmessage = () => {};`,
  );
  const devtools = await page.page.createCDPSession();
  const act = async (actionId: string): Promise<void> => {
    await page.call("frame.watch", { actionId });
    await page.page.evaluate("document.querySelector('button').click()");
    await page.settle({ mode: "none" });
  };
  const heapBytes = async (): Promise<number> => {
    // All is over, and the content script has heard of it.
    await page.settle({ mode: "network-idle", idleMs: 100 });
    await devtools.send("HeapProfiler.collectGarbage");
    await devtools.send("HeapProfiler.collectGarbage");
    return (await devtools.send("Runtime.getHeapUsage")).usedSize;
  };
  for (let turn = 0; turn < WARMING; turn++) await act(`warm ${turn}`);
  const grown: number[] = [];
  let before = await heapBytes();
  while (grown.length < STRETCHES && (grown.at(-1) ?? SLACK) >= SLACK) {
    for (let turn = 0; turn < ACTIONS; turn++) await act(`action ${grown.length}.${turn}`);
    const after = await heapBytes();
    grown.push(after - before);
    before = after;
  }
  expect(grown.at(-1), `grown by ${grown.join(", ")}`).toBeLessThan(SLACK);
});
