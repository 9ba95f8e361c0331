import { expect, test } from "vitest";

import {
  Downloads,
  MAX_DOWNLOADS,
} from "../../../../../extension/src/background/watch/downloads.ts";
import type { DownloadItem } from "../../../../../extension/src/background/watch/downloads.ts";
import type { KeptDownload } from "../../../../../extension/src/background/watch/download-storage.ts";

const URL = "http://page.test/report";
const item: DownloadItem = {
  id: 1,
  url: URL,
  finalUrl: URL,
  filename: "",
  state: "in_progress",
  bytesReceived: 0,
  totalBytes: 0,
};
const done = { filename: "/d/report (1).pdf", state: "complete", bytesReceived: 5, totalBytes: 5 };

/** Tab 7 is the session's; what the browser knows of its downloads is in `items`. */
function book(items = new Map<number, DownloadItem>()) {
  let kept: readonly KeptDownload[] = [];
  let nowMs = 1_000;
  const news: string[] = [];
  const downloads = new Downloads({
    sessionOf: (tabId) => (tabId === 7 ? "s" : null),
    find: (id) => Promise.resolve(items.get(id) ?? null),
    keep: (next) => {
      kept = next;
    },
    tell: (sessionId, change, { name, state }) => {
      news.push(`${sessionId} ${change}: ${name} ${state}`);
    },
    now: () => nowMs,
  });
  const set = async (next: DownloadItem): Promise<void> => {
    items.set(next.id, next);
    await downloads.changed(next.id);
  };
  const pass = (ms: number): void => void (nowMs += ms);
  return { downloads, set, items, news, kept: () => kept, pass };
}

const begins = { url: URL, suggestedFilename: "report.pdf" };

test.each([true, false])(
  "a download belongs to the tab that began it (the tab tells of it first: %s)",
  async (first) => {
    const { downloads, set } = book();
    if (first) downloads.begins(7, begins);
    downloads.created(item);
    if (!first) downloads.begins(7, begins);
    expect(downloads.isBusy("s", 0)).toBe(true);
    expect(downloads.take("s")).toEqual([
      { name: "report.pdf", url: URL, state: "in-progress", bytes: 0 },
    ]);
    expect(downloads.take("s")).toEqual([]);
    await set({ ...item, ...done });
    expect(downloads.isBusy("s", 0)).toBe(false);
    const path = "/d/report (1).pdf";
    expect(downloads.take("s")).toEqual([
      { name: "report (1).pdf", url: URL, state: "complete", bytes: 5, path },
    ]);
    expect(downloads.take("s")).toEqual([]);
  },
);

test("a download that fails is told with the browser's reason, and one that goes on with how far it is", async () => {
  const { downloads, set } = book();
  downloads.begins(7, begins);
  downloads.created(item);
  await set({ ...item, bytesReceived: 3, totalBytes: 9, filename: "C:\\d\\report.pdf" });
  expect(downloads.take("s")).toMatchObject([
    { name: "report.pdf", state: "in-progress", bytes: 3, totalBytes: 9 },
  ]);
  await set({ ...item, state: "interrupted", error: "NETWORK_FAILED" });
  expect(downloads.take("s")).toMatchObject([{ state: "failed", reason: "NETWORK_FAILED" }]);
});

test("a load that was given up is one download with what the tab tells of it", () => {
  const { downloads } = book();
  downloads.aborted(7, URL);
  downloads.begins(7, begins);
  downloads.created(item);
  downloads.created({ ...item, id: 2 });
  expect(downloads.take("s")).toHaveLength(1);
  expect(downloads.hasBegun("s", URL, 1_000)).toBe(true);
  expect(downloads.hasBegun("s", URL, 1_001)).toBe(false);
});

test("a load that was given up and is no download keeps nobody waiting", () => {
  const { downloads, pass } = book();
  downloads.aborted(7, URL);
  expect(downloads.isBusy("s", 0)).toBe(true);
  pass(501);
  expect(downloads.isBusy("s", 0)).toBe(false);
});

test("files of other tabs, of other addresses and of long ago are nobody's", () => {
  const { downloads, pass } = book();
  downloads.begins(8, begins);
  downloads.created(item);
  downloads.begins(7, { url: "http://page.test/other" });
  downloads.created({ ...item, id: 2 });
  pass(3_001);
  downloads.begins(7, begins);
  expect(downloads.take("s")).toEqual([]);
});

test("downloads without end are told in parts", () => {
  const { downloads } = book();
  for (let id = 0; id < MAX_DOWNLOADS + 3; id++) {
    downloads.begins(7, begins);
    downloads.created({ ...item, id });
  }
  expect(downloads.take("s")).toHaveLength(MAX_DOWNLOADS);
  expect(downloads.take("s")).toHaveLength(3);
});

test.each([true, false])(
  "a download that a former worker held is told by the next one (the next begins before its end: %s)",
  async (before) => {
    const former = book();
    former.downloads.begins(7, begins);
    former.downloads.created(item);
    former.downloads.take("s");
    if (!before) former.items.set(item.id, { ...item, ...done });
    const { downloads, set } = book(former.items);
    await downloads.restore(former.kept());
    expect(downloads.isBusy("s", 0)).toBe(false);
    const end = [{ name: "report (1).pdf", state: "complete" }];
    expect(downloads.take("s")).toMatchObject(before ? [] : end);
    await set({ ...item, ...done });
    expect(downloads.take("s")).toMatchObject(before ? end : []);
  },
);

test("no download is kept that was told to its end, or whose session is over", () => {
  const { downloads, kept } = book();
  downloads.begins(7, begins);
  downloads.created({ ...item, ...done });
  expect(kept()).toHaveLength(1);
  downloads.take("s");
  expect(kept()).toEqual([]);
  downloads.begins(7, begins);
  downloads.created({ ...item, id: 2 });
  downloads.forget("s");
  expect(kept()).toEqual([]);
});

test("contents that the address of a download holds are not kept", () => {
  const { downloads, kept } = book();
  const url = `data:text/plain,${"x".repeat(100_000)}`;
  downloads.begins(7, { url });
  downloads.created({ ...item, url, finalUrl: url });
  expect(JSON.stringify(kept()).length).toBeLessThan(2_000);
});

test("news of a download is told once, as it happens, and none of a download that is nobody's", async () => {
  const { downloads, set, news } = book();
  downloads.begins(7, begins);
  downloads.created(item);
  await set({ ...item, bytesReceived: 3 });
  await set({ ...item, ...done });
  await set({ ...item, ...done });
  downloads.created({ ...item, id: 2, url: "http://other.test/", finalUrl: "http://other.test/" });
  expect(news).toEqual(["s begun: report.pdf in-progress", "s ended: report (1).pdf complete"]);
});

test("a download that has ended before it is known to be the session's is told as begun and ended", () => {
  const { downloads, news } = book();
  downloads.created({ ...item, ...done, state: "interrupted", filename: "" });
  downloads.begins(7, begins);
  expect(news).toEqual(["s begun: report.pdf failed", "s ended: report.pdf failed"]);
});

test("a download that ended while no worker ran is told of by the next one", async () => {
  const first = book();
  first.downloads.begins(7, begins);
  first.downloads.created(item);
  const second = book(new Map([[1, { ...item, ...done }]]));
  await second.downloads.restore(first.kept());
  expect(second.news).toEqual(["s ended: report (1).pdf complete"]);
});
