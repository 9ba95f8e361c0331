// One watch hears each event of the browser once, and hands it to the watchers that it concerns.
import { expect, test } from "vitest";

import { Downloads } from "../../../../../extension/src/background/watch/downloads.ts";
import { TabWatch } from "../../../../../extension/src/background/watch/tab-watch.ts";
import { WorkerRequests } from "../../../../../extension/src/background/watch/worker-requests.ts";

const TAB = 1;
const INNER = 7;

function makeWatch(): TabWatch {
  return new TabWatch({
    workers: new WorkerRequests({ listen: () => () => {} }),
    downloads: new Downloads({
      sessionOf: () => "session",
      find: () => Promise.resolve(null),
      keep: () => {},
      tell: () => {},
    }),
  });
}

test("a document of the main frame is a navigation, and one of an inner frame is a load in it", () => {
  const watch = makeWatch();
  watch.documentBegan({ tabId: TAB, frameId: 0, parentFrameId: -1, url: "/page" });
  watch.documentBegan({ tabId: TAB, frameId: INNER, parentFrameId: 0, url: "/frame" });
  expect(watch.navigations.pending(TAB)?.url).toBe("/page");
  expect(watch.innerLoads.pending(TAB, INNER)?.url).toBe("/frame");
  watch.documentCommitted({ tabId: TAB, frameId: INNER, url: "/frame" });
  expect(watch.innerLoads.pending(TAB, INNER)).toBeUndefined();
  expect(watch.navigations.pending(TAB)?.url).toBe("/page");
});

test("a new document takes the loads of the one before it along", () => {
  const watch = makeWatch();
  watch.documentBegan({ tabId: TAB, frameId: INNER, parentFrameId: 0, url: "/frame" });
  watch.loadBegan(TAB, {
    requestId: "1",
    kind: "script",
    url: "/a.js",
    frameId: 0,
    documentId: "",
  });
  watch.documentCommitted({ tabId: TAB, frameId: 0, url: "/next" });
  expect(watch.innerLoads.pending(TAB, INNER)).toBeUndefined();
  expect(watch.loads.since(TAB, 0)).toEqual([]);
});

test("a load of the main frame that is given up may be a download", () => {
  const watch = makeWatch();
  const main = { tabId: TAB, frameId: 0, url: "/file" };
  watch.documentBegan({ ...main, parentFrameId: -1 });
  watch.documentFailed({ ...main, frameId: INNER }, "net::ERR_ABORTED");
  expect(watch.downloads.isBusy("session", 0)).toBe(false);
  watch.documentFailed(main, "net::ERR_ABORTED");
  expect(watch.downloads.isBusy("session", 0)).toBe(true);
  expect(watch.navigations.netError(TAB)).toBeNull();
});

test("a tab that is gone is forgotten by all watchers, and whoever waits for it is told", async () => {
  const watch = makeWatch();
  watch.documentBegan({ tabId: TAB, frameId: 0, parentFrameId: -1, url: "/page" });
  watch.documentBegan({ tabId: TAB, frameId: INNER, parentFrameId: 0, url: "/frame" });
  const waits = [watch.navigations.nextChange(TAB), watch.innerLoads.nextEnd(TAB)];
  watch.tabRemoved(TAB);
  await Promise.all(waits);
  expect(watch.navigations.pending(TAB)).toBeUndefined();
  expect(watch.innerLoads.pending(TAB, INNER)).toBeUndefined();
});
