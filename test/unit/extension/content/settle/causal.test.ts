// Tests when the work that an action set in motion counts as over: events in, verdict out, on the test's own clock.
import { describe, expect, test } from "vitest";

import type { BegunKind, PageChange } from "@webserv/shared/protocol/work-notes.ts";

import { entriesGoneThrough } from "../../../../support/reading/gone-through.ts";
import { BEGAN, loaded, ToldPage as Page } from "../../../../support/reading/told-page.ts";

describe("a page at rest", () => {
  test("a page is at rest once two frames are drawn if the action sets nothing in motion", () => {
    const page = new Page();
    expect(page.verdict(1016, { frames: 1 }).done).toBe(false);
    expect(page.verdict(1033)).toMatchObject({ done: true, report: { status: "settled" } });
  });

  test("a page is at rest only after the quiet time that was asked for", () => {
    const page = new Page();
    expect(page.verdict(1050, { idleMs: 200 })).toEqual({ done: false, wakeMs: 1200 });
    expect(page.verdict(1200, { idleMs: 200 }).done).toBe(true);
  });

  test("works that no action has led to do not hold the answer", () => {
    const page = new Page();
    page.begin("fetch", { parent: 0, url: "/poll" });
    page.begin("timer", { parent: 0, delayMs: 300 });
    expect(page.isAtRest(1033)).toBe(true);
  });

  test("a request that nobody is to see does not hold the answer, and is not told", () => {
    const page = new Page();
    page.begin("fetch", { unseen: true, url: "/beacon" });
    expect(page.verdict(1033)).toMatchObject({ report: { pending: [], waitedFor: [] } });
  });
});

describe("work that holds the answer", () => {
  test("each link of a chain holds the answer, until the last has ended", () => {
    const page = new Page();
    const timer = page.begin("timer", { delayMs: 300 });
    expect(page.isAtRest(1290)).toBe(false);
    page.run(timer, 1300);
    const request = page.begin("fetch", { parent: timer, url: "/a", at: 1300 });
    expect(page.isAtRest(1500)).toBe(false);
    page.run(request, 1600);
    page.end(request, 1610);
    const last = page.begin("timer", { parent: request, delayMs: 50, at: 1610 });
    expect(page.isAtRest(1650)).toBe(false);
    page.run(last, 1660, "shown");
    expect(page.verdict(1700)).toMatchObject({
      done: true,
      report: {
        status: "settled",
        waitedFor: [
          { kind: "fetch", url: "/a", ms: 310 },
          { kind: "timer", ms: 300 },
        ],
      },
    });
  });

  test("a page that is only just starting to move is not at rest", () => {
    const page = new Page();
    page.isStartingToMove = true;
    expect(page.isAtRest(1033)).toBe(false);
    page.isStartingToMove = false;
    expect(page.isAtRest(1050)).toBe(true);
  });

  test("a timer that is called off holds the answer no longer", () => {
    const page = new Page();
    const timer = page.begin("timer", { delayMs: 500 });
    page.end(timer, 1100);
    expect(page.isAtRest(1133)).toBe(true);
  });

  test("a long timer holds the answer only while the page shows that it waits", () => {
    const page = new Page();
    page.begin("timer", { delayMs: 4000 });
    expect(page.isAtRest(1033)).toBe(true);
    page.waiting = "told";
    expect(page.isAtRest(1033)).toBe(false);
  });

  test("a request holds the answer as long as a person would wait, which is less once something is shown", () => {
    const silent = new Page();
    silent.begin("fetch", { url: "/slow" });
    expect(silent.verdict(6900)).toEqual({ done: false, wakeMs: 7000 });
    expect(silent.verdict(7000)).toMatchObject({
      report: {
        status: "partial",
        pending: [{ kind: "fetch", url: "/slow" }],
        reasons: ["no longer waited for, as nothing shows that the page waits: 1 fetch"],
      },
    });
    const answered = new Page();
    answered.ledger.change(1, "shown", 1005);
    answered.begin("fetch", { url: "/slow" });
    expect(answered.isAtRest(3900)).toBe(false);
    expect(answered.isAtRest(4000)).toBe(true);
    answered.waiting = "told";
    expect(answered.isAtRest(4000)).toBe(false);
  });

  test("a body that nobody reads holds the answer for a moment only", () => {
    const page = new Page();
    const request = page.begin("fetch", { url: "/status" });
    page.ledger.headers(request, 1100);
    expect(page.verdict(1110)).toEqual({ done: false, wakeMs: 1160 });
    expect(page.verdict(1160)).toMatchObject({ report: { status: "settled" } });
  });

  test("an animation holds the answer until a frame is drawn after its time, however late that is", () => {
    const page = new Page();
    page.begin("animation", { delayMs: 400 });
    expect(page.verdict(1649)).toEqual({ done: false, wakeMs: 1650 });
    expect(page.verdict(1900, { lastFrameMs: 1640 })).toEqual({ done: false, wakeMs: 11_000 });
    expect(page.verdict(1900, { lastFrameMs: 1890 }).done).toBe(true);
  });

  test("an animation holds the answer for its length from when it began to run", () => {
    const page = new Page();
    const animation = page.begin("animation", { delayMs: 400 });
    page.ledger.started(animation, 1700);
    expect(page.verdict(2300)).toEqual({ done: false, wakeMs: 2350 });
    expect(page.isAtRest(2350)).toBe(true);
  });

  test("a document that leads on by itself holds the answer until it is due to leave", () => {
    const page = new Page();
    page.document = { ...loaded, leavesMs: () => 1500 };
    expect(page.verdict(1100)).toEqual({ done: false, wakeMs: 1500 });
    expect(page.isAtRest(1500)).toBe(true);
  });

  test("a script that has come holds the answer until its code has run", () => {
    const page = new Page();
    const wait = { beganMs: 1300, scriptMs: 1290 };
    expect(page.verdict(1340, wait)).toEqual({ done: false, wakeMs: 1490 });
    expect(page.verdict(1490, wait).done).toBe(true);
    page.run(page.begin("timer", { delayMs: 5, at: 1280 }), 1300, "shown");
    expect(page.verdict(1340, wait).done).toBe(true);
  });

  test("the scripts that a document needs have run before it is loaded", () => {
    const page = new Page();
    page.document = { ...loaded, loadedMs: 1295 };
    expect(page.verdict(1340, { beganMs: 1300, scriptMs: 1290 }).done).toBe(true);
    expect(page.verdict(1340, { beganMs: 1300, scriptMs: 1296 }).done).toBe(false);
  });

  test("what a parsed document still loads holds the answer for five seconds", () => {
    const page = new Page();
    page.document = { ...loaded, loaded: false, loadedMs: undefined, parsedMs: 1100 };
    expect(page.verdict(2000)).toEqual({ done: false, wakeMs: 6100 });
    expect(page.verdict(6100)).toMatchObject({
      report: { status: "partial", reasons: ["the document has not finished loading"] },
    });
  });
});

test("a worker's reply holds the answer for a second, and anew while the worker is known to be at work", () => {
  const page = new Page();
  page.begin("worker");
  expect(page.verdict(1999)).toEqual({ done: false, wakeMs: 2000 });
  expect(page.isAtRest(2000)).toBe(true);
  const again = { beganMs: 2400, awaitsWorkers: true };
  expect(page.verdict(2500, again)).toEqual({ done: false, wakeMs: 3400 });
  expect(page.verdict(3400, again).done).toBe(true);
});

test("thousands of works under way are taken in without going through them each time", () => {
  const page = new Page();
  const works = 60_000;
  const gone = entriesGoneThrough(() => {
    for (let count = 0; count < works; count++) page.begin("promise", { callSite: 0 });
  });
  expect(gone).toBeLessThan(10 * works);
  expect(page.isAtRest(1033)).toBe(false);
});

describe("loops", () => {
  /** Rounds of the same timer, each begun by the one before. @returns when the last was begun */
  function rounds(
    page: Page,
    kind: BegunKind,
    gapMs: number,
    count: number,
    change?: PageChange,
  ): number {
    let parent = 1;
    let at = BEGAN;
    for (let round = 0; round < count; round++) {
      const id = page.begin(kind, { parent, delayMs: gapMs, callSite: 7, at });
      at += gapMs;
      page.run(id, at, change);
      parent = id;
    }
    page.begin(kind, { parent, delayMs: gapMs, callSite: 7, at });
    return at;
  }

  test("a loop that changes nothing holds the answer for a second if it is quick, and not if slow", () => {
    const page = new Page();
    expect(page.isAtRest(rounds(page, "timer", 300, 1) + 1)).toBe(true);
    const quick = new Page();
    expect(quick.isAtRest(rounds(quick, "timer", 20, 3))).toBe(false);
    expect(quick.isAtRest(1990)).toBe(false);
    expect(quick.isAtRest(2000)).toBe(true);
  });

  test("a loop that changes what stands there holds the answer for a second if it is quick", () => {
    const page = new Page();
    expect(page.isAtRest(rounds(page, "animation-frame", 16, 40, "replaced"))).toBe(false);
    expect(page.isAtRest(2000)).toBe(true);
    const looks = new Page();
    rounds(looks, "animation-frame", 16, 20, "styled");
    expect(looks.isAtRest(1990)).toBe(false);
    expect(looks.isAtRest(2000)).toBe(true);
    const slow = new Page();
    expect(slow.isAtRest(rounds(slow, "timer", 300, 2, "replaced") + 1)).toBe(true);
  });

  test("a loop of what a server tells by itself is timed from its first answer", () => {
    const page = new Page();
    const first = BEGAN + 700;
    let reply = page.begin("socket", { callSite: 7 });
    for (let at = first; at <= first + 900; at += 150) {
      expect(page.isAtRest(at - 1)).toBe(false);
      page.end(reply, at);
      page.run(reply, at, "replaced");
      reply = page.begin("socket", { parent: reply, delayMs: 150, callSite: 7, at });
    }
    expect(page.isAtRest(first + 990)).toBe(false);
    expect(page.isAtRest(first + 1050)).toBe(true);
  });

  test("a loop that writes on holds the answer to the end of the budget, and is told as streaming", () => {
    const page = new Page();
    const at = rounds(page, "timer", 50, 100, "grown");
    expect(page.isAtRest(at + 1)).toBe(false);
    expect(page.verdict(at + 1, { budgetMs: at - BEGAN })).toMatchObject({
      done: true,
      report: { status: "partial", reasons: ["streaming: the page is still being written to"] },
    });
  });

  test("a loop in a document that the action has opened holds the answer for a quarter of a second", () => {
    const changing = new Page({ isOpening: true });
    rounds(changing, "animation-frame", 16, 4, "replaced");
    expect(changing.isAtRest(1249)).toBe(false);
    expect(changing.isAtRest(1250)).toBe(true);
    const quiet = new Page({ isOpening: true });
    rounds(quiet, "timer", 20, 4);
    expect(quiet.isAtRest(1249)).toBe(false);
    expect(quiet.isAtRest(1250)).toBe(true);
  });

  test("a loop holds the answer if the page shows that it waits", () => {
    const page = new Page();
    const at = rounds(page, "timer", 300, 4);
    page.waiting = "told";
    expect(page.isAtRest(at + 1)).toBe(false);
  });

  test("a poll that changes nothing does not hold the answer by its pauses", () => {
    const page = new Page();
    let parent = 1;
    for (let round = 0; round < 4; round++) {
      const request = page.begin("fetch", {
        parent,
        callSite: 5,
        url: "/poll",
        at: 1000 + round * 400,
      });
      page.run(request, 1010 + round * 400);
      page.end(request, 1010 + round * 400);
      parent = page.begin("timer", { parent: request, delayMs: 390, at: 1010 + round * 400 });
      if (round < 3) page.run(parent, 1400 + round * 400);
    }
    expect(page.isAtRest(2300)).toBe(true);
  });

  /** Requests of one address one after the other, each after a pause if there is one. */
  function requests(page: Page, count: number, pauseMs: number, hasFailed: boolean): boolean {
    let parent = 1;
    let at = BEGAN;
    for (let round = 0; round < count; round++) {
      const request = page.begin("fetch", { parent, callSite: 5, url: "/api", at });
      at += 20;
      page.run(request, at);
      if (hasFailed) page.ledger.failed(request);
      page.end(request, at);
      parent = request;
      if (pauseMs === 0) continue;
      parent = page.begin("timer", { parent: request, delayMs: pauseMs + round, at });
      at += pauseMs + round;
      page.run(parent, at);
    }
    page.begin("fetch", { parent, callSite: 5, url: "/api", at });
    return page.isAtRest(at + 50);
  }

  test("requests of one address in a row hold the answer for up to eight rounds, and for fewer with pauses", () => {
    expect(requests(new Page(), 4, 0, false)).toBe(false);
    expect(requests(new Page(), 9, 0, false)).toBe(true);
    expect(requests(new Page(), 4, 100, false)).toBe(true);
  });

  test("a request that fails and is made again holds the answer for up to six rounds", () => {
    expect(requests(new Page(), 4, 100, true)).toBe(false);
    expect(requests(new Page(), 9, 100, true)).toBe(true);
  });

  test("a chain of unlike timers that change nothing holds the answer for two seconds", () => {
    const page = new Page();
    let parent = 1;
    for (let at = BEGAN; at < 4000; at += 50) {
      const timer = page.begin("timer", { parent, delayMs: 50, callSite: at, at });
      expect({ at, rest: page.isAtRest(at + 40) }).toEqual({ at, rest: at + 40 >= 3000 });
      page.run(timer, at + 50);
      parent = timer;
    }
  });

  test("a chain of requests for different things is no loop, and holds the answer", () => {
    const page = new Page();
    let parent = 1;
    for (let link = 0; link < 6; link++) {
      const id = page.begin("fetch", {
        parent,
        callSite: link + 1,
        url: `/${link}`,
        at: 1000 + link * 100,
      });
      page.run(id, 1100 + link * 100);
      page.end(id, 1100 + link * 100);
      parent = id;
    }
    page.begin("fetch", { parent, callSite: 99, url: "/last", at: 1600 });
    expect(page.isAtRest(1700)).toBe(false);
  });
});

test("a wait whose budget runs out tells what is pending", () => {
  const page = new Page();
  page.begin("fetch", { url: "/slow" });
  page.begin("timer", { delayMs: 900 });
  expect(page.verdict(1500, { budgetMs: 500 })).toMatchObject({
    report: {
      status: "timeout",
      pending: [{ kind: "fetch", url: "/slow", ms: 500 }, { kind: "timer" }],
      reasons: ["still under way: 1 fetch, 1 timer"],
    },
  });
});
