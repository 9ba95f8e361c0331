// Tests when a frame counts as settled: ledger and verdict on a clock of the test's own.
import type { BegunWork } from "@webserv/shared/protocol/work-notes.ts";
import { describe, expect, test } from "vitest";

import { WorkLedger } from "../../../../../extension/src/content/settle/work-ledger.ts";
import { NETWORK_UNREAD_BODY_MS } from "../../../../../extension/src/content/settle/limits.ts";
import { networkAccount } from "../../../../../extension/src/content/settle/network-account.ts";
import type {
  DocumentState,
  SettleRequest,
} from "../../../../../extension/src/content/settle/situation.ts";
import type { SettleDecision } from "../../../../../extension/src/content/settle/decision.ts";
import { decide } from "../../../../../extension/src/content/settle/decision.ts";
import { entriesGoneThrough } from "../../../../support/reading/gone-through.ts";

const loaded: DocumentState = {
  url: "http://a.test/",
  loaded: true,
  ms: 50,
  loadedMs: 50,
  parsedMs: 40,
  leavesMs: () => undefined,
};
const loading: DocumentState = { ...loaded, loaded: false, loadedMs: undefined };

function request(changes: Partial<SettleRequest> = {}): SettleRequest {
  return {
    mode: "network-idle",
    idleMs: 500,
    budgetMs: 10_000,
    beganMs: 1000,
    awaitsWorkers: false,
    ...changes,
  };
}

function verdictAt(
  nowMs: number,
  ledger: WorkLedger,
  wanted: SettleRequest = request(),
  document: DocumentState = loaded,
  frames = 2,
): SettleDecision {
  return decide(wanted, {
    nowMs,
    works: ledger,
    waiting: () => "none",
    isStartingToMove: () => false,
    isInner: false,
    document,
    frames,
    lastFrameMs: nowMs,
    framesSinceWork: frames,
  });
}

function watched(): WorkLedger {
  const ledger = new WorkLedger();
  ledger.watch(900);
  return ledger;
}

/** Begins a request that nothing the action did has led to. */
function begin(
  ledger: WorkLedger,
  work: Pick<BegunWork, "id" | "kind" | "url">,
  atMs: number,
): void {
  ledger.begin({ parent: 0, delayMs: 0, callSite: 0, unseen: false, ...work }, atMs);
}

describe("network-idle", () => {
  test("a quiet page is settled after the idle window, and says when to look again", () => {
    expect(verdictAt(1100, watched())).toEqual({ done: false, wakeMs: 1500 });
    expect(verdictAt(1500, watched())).toMatchObject({
      done: true,
      report: { status: "settled", waitedMs: 500, pending: [], reasons: [] },
    });
  });

  test("the idle window begins anew when a request ends", () => {
    const ledger = watched();
    begin(ledger, { id: 1, kind: "xhr", url: "/cart" }, 1010);
    expect(verdictAt(1600, ledger)).toEqual({ done: false, wakeMs: 11_000 });
    ledger.end(1, 1700);
    expect(verdictAt(2100, ledger)).toEqual({ done: false, wakeMs: 2200 });
    expect(verdictAt(2200, ledger)).toMatchObject({
      report: { status: "settled", waitedFor: [{ kind: "xhr", url: "/cart", ms: 690 }] },
    });
  });

  test("a page settles only once two frames have been drawn, also without an idle window", () => {
    const wanted = request({ idleMs: 0 });
    expect(verdictAt(1001, watched(), wanted, loaded, 1).done).toBe(false);
    expect(verdictAt(1033, watched(), wanted, loaded, 2).done).toBe(true);
  });

  test("the idle window begins when the document has loaded", () => {
    expect(verdictAt(5000, watched(), request(), loading).done).toBe(false);
    const late = { ...loaded, loadedMs: 5000, ms: 5000 };
    expect(verdictAt(5400, watched(), request(), late)).toEqual({ done: false, wakeMs: 5500 });
    expect(verdictAt(5500, watched(), request(), late)).toMatchObject({
      report: { waitedFor: [{ kind: "document", url: "http://a.test/", ms: 5000 }] },
    });
  });

  test("a request begun before the watch is not waited for", () => {
    const ledger = new WorkLedger();
    begin(ledger, { id: 1, kind: "fetch", url: "/long-poll" }, 900);
    ledger.watch(950);
    expect(verdictAt(1500, ledger)).toMatchObject({ report: { status: "settled", pending: [] } });
  });
});

test("requests whose ends were never told are forgotten with the action that they came after", () => {
  const ledger = new WorkLedger();
  const many = 100_000;
  for (let id = 1; id <= many; id++) begin(ledger, { id, kind: "fetch", url: "/lost" }, 900);
  ledger.watch(950);
  const ends = 500;
  const gone = entriesGoneThrough(() => {
    for (let id = many + 1; id <= many + ends; id++) {
      begin(ledger, { id, kind: "fetch", url: "/a" }, 1000);
      ledger.end(id, 1010);
    }
  });
  // To make room, what is kept is gone through: 100,000 forgotten ones would be, each time.
  expect(gone).toBeLessThan(10 * ends);
  expect(networkAccount(ledger.requests, 1020).pending).toEqual([]);
});

test("requests that are kept no longer are counted all the same, with the last of their ends", () => {
  const ledger = watched();
  const many = 20_000;
  for (let id = 1; id <= many; id++) {
    begin(ledger, { id, kind: "fetch", url: "/a" }, 1000);
    ledger.end(id, id === 300 ? 1020 : 1010);
  }
  const { ended, unlisted, lastEndMs } = networkAccount(ledger.requests, 1030);
  expect({ all: ended.length + unlisted, lastEndMs }).toEqual({ all: many, lastEndMs: 1020 });
  expect([...ledger.requests].length).toBeLessThan(many / 2);
});

test("a request that nothing the action did has led to is no work of the action's", () => {
  const ledger = watched();
  begin(ledger, { id: 1, kind: "fetch", url: "/poll" }, 1000);
  expect([...ledger.pending]).toEqual([]);
  ledger.change(1, "shown", 1005);
  ledger.end(1, 1010);
  expect(ledger.ended).toEqual([]);
  expect(ledger.hasShown).toBe(false);
  expect(ledger.lastActivityMs).toBeLessThan(1000);
});

describe("the budget of a wait", () => {
  test("a wait whose budget is over names what is still under way", () => {
    const ledger = watched();
    begin(ledger, { id: 1, kind: "fetch", url: "/slow" }, 1200);
    expect(verdictAt(11_000, ledger)).toMatchObject({
      report: {
        status: "timeout",
        waitedMs: 10_000,
        pending: [{ kind: "fetch", url: "/slow", ms: 9800 }],
        reasons: ["1 request is still under way"],
      },
    });
  });

  test("a wait whose budget is over says so if requests never leave a gap", () => {
    const ledger = watched();
    for (let at = 1000; at < 11_000; at += 200) {
      begin(ledger, { id: at, kind: "fetch", url: "/poll" }, at);
      ledger.end(at, at + 20);
    }
    const verdict = verdictAt(11_000, ledger);
    expect(verdict).toMatchObject({
      report: {
        status: "timeout",
        pending: [],
        reasons: ["requests keep coming (50 since the action), never 500 ms without one"],
        unlisted: 30,
      },
    });
  });

  test("a wait whose budget is over names a document that does not load", () => {
    expect(
      verdictAt(3000, watched(), request({ budgetMs: 2000 }), { ...loading, ms: 3000 }),
    ).toMatchObject({
      report: {
        status: "timeout",
        pending: [{ kind: "document", url: "http://a.test/", ms: 3000 }],
        reasons: ["the document has not finished loading"],
      },
    });
  });

  test("a page at rest settles also if the budget is nothing", () => {
    const wanted = request({ budgetMs: 0, idleMs: 0 });
    expect(verdictAt(1000, watched(), wanted)).toMatchObject({ report: { status: "settled" } });
  });
});

test("the settle mode load waits for the document alone", () => {
  const ledger = watched();
  begin(ledger, { id: 1, kind: "fetch", url: "/slow" }, 1000);
  const wanted = request({ mode: "load" });
  expect(verdictAt(1001, ledger, wanted, loading, 0).done).toBe(false);
  expect(verdictAt(1001, ledger, wanted, loaded, 0).done).toBe(true);
});

test("the settle mode none does not wait", () => {
  expect(verdictAt(1000, watched(), request({ mode: "none" }), loading, 0)).toMatchObject({
    report: { status: "settled", waitedMs: 0 },
  });
});

describe("a fetch", () => {
  test("a fetch whose body nobody reads is over a short time after its headers", () => {
    const ledger = watched();
    begin(ledger, { id: 1, kind: "fetch", url: "/status" }, 1000);
    ledger.headers(1, 1100);
    expect(networkAccount(ledger.requests, 1200).pending).toHaveLength(1);
    expect(networkAccount(ledger.requests, 1200).nextLapseMs).toBe(1100 + NETWORK_UNREAD_BODY_MS);
    const account = networkAccount(ledger.requests, 2000);
    expect(account.pending).toHaveLength(0);
    expect(account.lastEndMs).toBe(1100 + NETWORK_UNREAD_BODY_MS);
  });

  test("a fetch whose body is read lasts until the end of the reading", () => {
    const ledger = watched();
    begin(ledger, { id: 1, kind: "fetch", url: "/cart" }, 1000);
    ledger.headers(1, 1100);
    ledger.reading(1, 1101);
    expect(networkAccount(ledger.requests, 9000).pending).toHaveLength(1);
    ledger.end(1, 9001);
    expect(networkAccount(ledger.requests, 9001).pending).toHaveLength(0);
  });

  test.each(["reading", "streaming"] as const)(
    "a fetch whose body a busy page begins to read late lasts until its end (%s)",
    (note) => {
      const ledger = watched();
      begin(ledger, { id: 1, kind: "fetch", url: "http://a.test/cart" }, 1000);
      ledger.headers(1, 1100);
      const late = 1100 + NETWORK_UNREAD_BODY_MS + 50;
      ledger[note](1, late);
      expect(networkAccount(ledger.requests, late + 1)).toMatchObject({
        pending: [{ kind: "fetch" }],
        lastEndMs: undefined,
      });
      if (note === "reading") ledger.end(1, 9001);
      else ledger.transferred("http://a.test/cart", 1000, 9001);
      expect(networkAccount(ledger.requests, 9001)).toMatchObject({ pending: [], lastEndMs: 9001 });
    },
  );

  test("a fetch that is read as a stream lasts until its transfer is complete", () => {
    const ledger = watched();
    begin(ledger, { id: 1, kind: "fetch", url: "http://a.test/chat" }, 1000);
    ledger.headers(1, 1100);
    ledger.streaming(1, 1101);
    ledger.transferred("http://a.test/other", 1000, 5000);
    expect(networkAccount(ledger.requests, 5000).pending).toHaveLength(1);
    ledger.transferred("http://a.test/chat", 1001, 6000);
    expect(networkAccount(ledger.requests, 6000).pending).toHaveLength(0);
  });
});
