// Tests what is waited for from outside, told by a browser and by frames of the test's own.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { OutsideLoads } from "../../../../../../extension/src/background/watch/outside-loads.ts";
import type { OutsideWait } from "../../../../../../extension/src/background/step/settle/outside-waits.ts";
import { waitOutside } from "../../../../../../extension/src/background/step/settle/outside-waits.ts";
import type { RequestEvents } from "../../../../../../extension/src/background/watch/worker-requests.ts";
import { WorkerRequests } from "../../../../../../extension/src/background/watch/worker-requests.ts";

type Listeners = Parameters<RequestEvents["listen"]>;

class Outside {
  readonly loads = new OutsideLoads();
  #listeners: Listeners | undefined;
  isListened = false;
  readonly workers = new WorkerRequests({
    listen: (...listeners) => {
      this.#listeners = listeners;
      this.isListened = true;
      return () => {
        this.isListened = false;
      };
    },
  });
  /** Addresses that elements have. */
  readonly explained = new Set<string>();

  loadBegins(url: string, frameId = 0): void {
    const documentId = `d${frameId}`;
    this.loads.began(1, { requestId: url, kind: "script", url, frameId, documentId });
  }

  requestBegins(url: string, initiator: string, tabId = -1): void {
    this.#listeners?.[0]({ tabId, requestId: url, url, initiator });
  }

  requestEnds(url: string): void {
    this.#listeners?.[1]({ tabId: -1, requestId: url });
  }

  wait(more: Partial<OutsideWait> = {}): ReturnType<typeof waitOutside> {
    return waitOutside({
      unexplained: (loads) =>
        Promise.resolve(loads.map(({ url }) => url).filter((url) => !this.explained.has(url))),
      watch: { loads: this.loads, workers: this.workers },
      tabId: 1,
      rested: [{ frameId: 0, url: "https://a.test/page" }],
      unanswered: false,
      known: new Set(),
      sinceMs: 0,
      leftMs: 10_000,
      signal: new AbortController().signal,
      ...more,
    });
  }
}

// No timer fires by itself: a load's end must end the wait, also if it comes while the frame is asked.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a script that no element has asked for is waited for until it has come", async () => {
  const outside = new Outside();
  outside.loadBegins("/chunk.js");
  const waited = outside.wait();
  outside.loads.ended(1, "/chunk.js");
  const endedAt = performance.now();
  expect(await waited).toEqual({ kind: "load", requestId: "/chunk.js", endedAt });
  expect(await outside.wait({ known: new Set(["/chunk.js"]) })).toEqual({ kind: "nothing" });
});

test("a script that no element has asked for is told once if it came a moment before anybody looked", async () => {
  const outside = new Outside();
  for (const url of ["/chunk.js", "/jsonp.js"]) {
    outside.loadBegins(url);
    outside.loads.ended(1, url);
  }
  outside.explained.add("/jsonp.js");
  const endedAt = performance.now();
  vi.advanceTimersByTime(199);
  expect(await outside.wait()).toEqual({ kind: "come", requestId: "/chunk.js", endedAt });
  expect(await outside.wait({ known: new Set(["/chunk.js"]) })).toEqual({ kind: "nothing" });
  vi.advanceTimersByTime(1);
  expect(await outside.wait()).toEqual({ kind: "nothing" });
});

test("a page that loads scripts for ever is not waited for after five of them", async () => {
  const outside = new Outside();
  const known = new Set<string>();
  for (let count = 0; count < 5; count++) {
    outside.loadBegins(`/${count}.js`);
    outside.loads.ended(1, `/${count}.js`);
    const waited = await outside.wait({ known });
    expect(waited).toMatchObject({ kind: "come", requestId: `/${count}.js` });
    known.add(`/${count}.js`);
  }
  outside.loadBegins("/6.js");
  outside.loads.ended(1, "/6.js");
  expect(await outside.wait({ known })).toEqual({ kind: "nothing" });
});

test("a load of an element is followed by its cause, not from outside", async () => {
  const outside = new Outside();
  outside.loadBegins("/jsonp.js");
  outside.explained.add("/jsonp.js");
  expect(await outside.wait()).toEqual({ kind: "nothing" });
});

test("a load of a frame that takes no part is not waited for", async () => {
  const outside = new Outside();
  outside.loadBegins("/ad.js", 7);
  expect(await outside.wait()).toEqual({ kind: "nothing" });
  const rested = [
    { frameId: 0, url: "https://a.test/" },
    { frameId: 7, url: "https://b.test/" },
  ];
  const waited = outside.wait({ rested });
  outside.loads.ended(1, "/ad.js");
  expect(await waited).toMatchObject({ kind: "load" });
});

test("a worker's request is waited for only if a worker has still to answer the page", async () => {
  const outside = new Outside();
  const end = outside.workers.watch();
  outside.requestBegins("/data", "https://a.test");
  outside.requestBegins("/elsewhere", "https://other.test");
  expect(await outside.wait()).toEqual({ kind: "nothing" });
  const waited = outside.wait({ unanswered: true });
  outside.requestEnds("/data");
  expect(await waited).toEqual({ kind: "worker" });
  // Its reply is on its way for a while.
  expect(await outside.wait({ unanswered: true })).toEqual({ kind: "worker" });
  end();
});

test("the browser is listened to while steps are taken, and a minute longer", () => {
  const outside = new Outside();
  const first = outside.workers.watch();
  const second = outside.workers.watch();
  first();
  first();
  expect(outside.isListened).toBe(true);
  second();
  vi.advanceTimersByTime(59_000);
  outside.workers.watch()();
  vi.advanceTimersByTime(59_000);
  expect(outside.isListened).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(outside.isListened).toBe(false);
});

test("requests of tabs are not taken for workers'", async () => {
  const outside = new Outside();
  const end = outside.workers.watch();
  outside.requestBegins("/data", "https://a.test", 1);
  expect(await outside.wait({ unanswered: true })).toEqual({ kind: "nothing" });
  end();
});
