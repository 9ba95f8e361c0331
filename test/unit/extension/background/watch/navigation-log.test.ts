import { expect, test } from "vitest";

import { NavigationLog } from "../../../../../extension/src/background/watch/navigation-log.ts";

function logAt(): { log: NavigationLog; at: (ms: number) => void } {
  let now = 0;
  return { log: new NavigationLog(() => now), at: (ms) => (now = ms) };
}

test("a load is pending from its beginning until its document is there", () => {
  const { log, at } = logAt();
  at(10);
  log.began(1, "http://a.test/");
  expect(log.pending(1)?.url).toBe("http://a.test/");
  expect(log.pending(2)).toBeUndefined();
  at(35);
  log.committed(1, "http://a.test/home");
  expect(log.pending(1)).toBeUndefined();
  expect(log.loadsSince(1, 0)).toEqual([
    { url: "http://a.test/home", beganAt: 10, endedAt: 35, error: null },
  ]);
});

test("only loads of the action are told: begun after it, or still under way then", () => {
  const { log, at } = logAt();
  at(10);
  log.began(1, "http://a.test/old");
  at(20);
  log.committed(1, "http://a.test/old");
  at(30);
  log.began(1, "http://a.test/slow");
  at(50);
  log.committed(1, "http://a.test/slow");
  expect(log.loadsSince(1, 40).map(({ url }) => url)).toEqual(["http://a.test/slow"]);
});

test("a load that takes another's place leaves one pending, and the end of the first is no failure", () => {
  const { log } = logAt();
  log.began(1, "http://a.test/first");
  log.began(1, "http://a.test/second");
  log.failed(1, "http://a.test/first", "net::ERR_ABORTED");
  expect(log.pending(1)?.url).toBe("http://a.test/second");
  expect(log.netError(1)).toBeNull();
});

test("a failed load is remembered until the tab shows a page again", () => {
  const { log } = logAt();
  log.began(1, "http://a.test/");
  log.failed(1, "http://a.test/", "net::ERR_CONNECTION_REFUSED");
  expect(log.pending(1)).toBeUndefined();
  expect(log.netError(1)).toEqual({
    url: "http://a.test/",
    error: "net::ERR_CONNECTION_REFUSED",
  });
  log.began(1, "http://b.test/");
  log.committed(1, "http://b.test/");
  expect(log.netError(1)).toBeNull();
});

test("a load whose redirect leads to an answer without a page has ended", () => {
  const { log } = logAt();
  log.began(1, "http://a.test/ping");
  log.answered(1, "http://a.test/ping", 302);
  log.answered(1, "http://a.test/pong", 204);
  log.failed(1, "http://a.test/pong", "net::ERR_ABORTED");
  expect(log.pending(1)).toBeUndefined();
  expect(log.latest(1)).toMatchObject({ url: "http://a.test/ping", status: 204 });
});

test("a load that the server sends on to another program has ended", () => {
  const { log } = logAt();
  log.began(1, "http://a.test/call");
  log.failed(1, "tel:17", "net::ERR_ABORTED");
  expect(log.pending(1)).toBeUndefined();
  expect(log.netError(1)).toBeNull();
});

test("a download ends its load and leaves the page as it was", () => {
  const { log } = logAt();
  log.began(1, "http://a.test/file.zip");
  log.failed(1, "http://a.test/file.zip", "net::ERR_ABORTED");
  expect(log.pending(1)).toBeUndefined();
  expect(log.netError(1)).toBeNull();
});

test("whoever waits for a tab is told of its next event, also of its end", async () => {
  const { log } = logAt();
  const moved = log.nextChange(1);
  log.moved(1);
  await moved;
  const closed = log.nextChange(1);
  log.closed(1);
  await closed;
  expect(log.eventCount(1)).toBe(0);
});

test("a change of address within a document is an event but no load", () => {
  const { log } = logAt();
  log.moved(1);
  expect([log.eventCount(1), log.loadCount(1)]).toEqual([1, 0]);
});

test("the end of a page that was shown while it still loaded is not that of its next load", () => {
  const { log } = logAt();
  log.began(1, "http://a.test/");
  log.committed(1, "http://a.test/", "first");
  log.began(1, "http://a.test/");
  log.failed(1, "http://a.test/", "net::ERR_ABORTED", "first");
  expect(log.pending(1)?.url).toBe("http://a.test/");
  log.failed(1, "http://a.test/", "net::ERR_ABORTED", "0");
  expect(log.pending(1)).toBeUndefined();
});

test("a page whose connection breaks off is shown as far as it has come", () => {
  const { log } = logAt();
  log.began(1, "http://a.test/");
  log.committed(1, "http://a.test/", "first");
  log.failed(1, "http://a.test/", "net::ERR_CONTENT_LENGTH_MISMATCH", "first");
  expect(log.netError(1)).toBeNull();
  expect(log.cutOff(1).reason).toBe("net::ERR_CONTENT_LENGTH_MISMATCH");
  log.committed(1, "http://a.test/", "second");
  expect(log.cutOff(1).aborted).toBe(false);
});
