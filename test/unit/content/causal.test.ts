// When the work that an action set in motion counts as over: events in, verdict out, on the test's own clock.
import { describe, expect, test } from "vitest";

import type { BegunWork, PageChange, WorkKind } from "@webserv/shared/protocol/page-bridge.ts";

import { CauseLedger } from "../../../extension/src/content/settle/cause-ledger.ts";
import { NetworkLedger } from "../../../extension/src/content/settle/network-ledger.ts";
import type { DocumentState } from "../../../extension/src/content/settle/situation.ts";
import type { Verdict } from "../../../extension/src/content/settle/verdict.ts";
import { decide } from "../../../extension/src/content/settle/verdict.ts";
import { Random } from "../../support/fuzz/random.ts";

const BEGAN = 1000;
const loaded: DocumentState = {
  url: "http://a.test/",
  loaded: true,
  ms: 50,
  loadedMs: 50,
  parsedMs: 40,
  leavesMs: undefined,
};

/** A page that an action has just been done to, told of in the words of the page script. */
class Page {
  readonly ledger = new CauseLedger();
  isWaiting = false;
  isStartingToMove = false;
  document = loaded;
  #lastId = 1;

  constructor() {
    this.ledger.watch(BEGAN);
    this.#begin({ id: 1, kind: "root", parent: 0 }, BEGAN);
  }

  /** @returns its number */
  begin(kind: WorkKind, more: Partial<BegunWork> & { readonly at?: number } = {}): number {
    const id = ++this.#lastId;
    this.#begin({ parent: 1, ...more, id, kind }, more.at ?? BEGAN);
    return id;
  }

  run(id: number, at: number, change?: PageChange): void {
    this.ledger.run(id, at);
    if (change !== undefined) this.ledger.change(id, change, at);
  }

  end(id: number, at: number): void {
    this.ledger.end(id, at);
  }

  verdict(at: number, { budgetMs = 10_000, frames = 2, idleMs = 0 } = {}): Verdict {
    this.ledger.lapse(at);
    return decide(
      { mode: "causal", idleMs, budgetMs, beganMs: BEGAN },
      {
        nowMs: at,
        network: new NetworkLedger().account(at),
        causes: this.ledger,
        isWaiting: () => this.isWaiting,
        isStartingToMove: () => this.isStartingToMove,
        document: this.document,
        frames,
        framesSinceWork: frames,
      },
    );
  }

  isAtRest(at: number): boolean {
    return this.verdict(at).done;
  }

  #begin(work: Pick<BegunWork, "id" | "kind" | "parent"> & Partial<BegunWork>, at: number): void {
    this.ledger.begin({ delayMs: 0, site: 0, unseen: false, url: "", ...work }, at);
  }
}

describe("at rest", () => {
  test("an action that sets nothing in motion, once two frames are drawn", () => {
    const page = new Page();
    expect(page.verdict(1016, { frames: 1 }).done).toBe(false);
    expect(page.verdict(1033)).toMatchObject({ done: true, report: { status: "settled" } });
  });

  test("after the quiet time that was asked for", () => {
    const page = new Page();
    expect(page.verdict(1050, { idleMs: 200 })).toEqual({ done: false, wakeMs: 1200 });
    expect(page.verdict(1200, { idleMs: 200 }).done).toBe(true);
  });

  test("whatever no action has led to", () => {
    const page = new Page();
    page.begin("fetch", { parent: 0, url: "/poll" });
    page.begin("timer", { parent: 0, delayMs: 300 });
    expect(page.isAtRest(1033)).toBe(true);
  });

  test("what nobody is to see", () => {
    const page = new Page();
    page.begin("fetch", { unseen: true, url: "/beacon" });
    expect(page.verdict(1033)).toMatchObject({ report: { pending: [], waitedFor: [] } });
  });
});

describe("held", () => {
  test("by each link of a chain, until the last has ended", () => {
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

  test("by what has only just begun to move", () => {
    const page = new Page();
    page.isStartingToMove = true;
    expect(page.isAtRest(1033)).toBe(false);
    page.isStartingToMove = false;
    expect(page.isAtRest(1050)).toBe(true);
  });

  test("by a called-off timer no longer", () => {
    const page = new Page();
    const timer = page.begin("timer", { delayMs: 500 });
    page.end(timer, 1100);
    expect(page.isAtRest(1133)).toBe(true);
  });

  test("by a long timer only while the page shows that it waits", () => {
    const page = new Page();
    page.begin("timer", { delayMs: 4000 });
    expect(page.isAtRest(1033)).toBe(true);
    page.isWaiting = true;
    expect(page.isAtRest(1033)).toBe(false);
  });

  test("by a request for as long as a person would wait: less where an answer is to be seen", () => {
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
    answered.isWaiting = true;
    expect(answered.isAtRest(4000)).toBe(false);
  });

  test("by a body that nobody reads for a moment only", () => {
    const page = new Page();
    const request = page.begin("fetch", { url: "/status" });
    page.ledger.headers(request, 1100);
    expect(page.verdict(1110)).toEqual({ done: false, wakeMs: 1160 });
    expect(page.verdict(1160)).toMatchObject({ report: { status: "settled" } });
  });

  test("by a document that leads on by itself", () => {
    const page = new Page();
    page.document = { ...loaded, leavesMs: 1500 };
    expect(page.verdict(1100)).toEqual({ done: false, wakeMs: 1500 });
    expect(page.isAtRest(1500)).toBe(true);
  });

  test("by what a parsed document still loads, for five seconds", () => {
    const page = new Page();
    page.document = { ...loaded, loaded: false, loadedMs: undefined, parsedMs: 1100 };
    expect(page.verdict(2000)).toEqual({ done: false, wakeMs: 6100 });
    expect(page.verdict(6100)).toMatchObject({
      report: { status: "partial", reasons: ["the document has not finished loading"] },
    });
  });
});

describe("loops", () => {
  /** Rounds of the same timer, each begun by the one before. @returns when the last was begun */
  function rounds(
    page: Page,
    kind: WorkKind,
    gapMs: number,
    count: number,
    change?: PageChange,
  ): number {
    let parent = 1;
    let at = BEGAN;
    for (let round = 0; round < count; round++) {
      const id = page.begin(kind, { parent, delayMs: gapMs, site: 7, at });
      at += gapMs;
      page.run(id, at, change);
      parent = id;
    }
    page.begin(kind, { parent, delayMs: gapMs, site: 7, at });
    return at;
  }

  test("that change nothing don't hold", () => {
    const page = new Page();
    expect(page.isAtRest(rounds(page, "timer", 300, 1) + 1)).toBe(true);
    const quick = new Page();
    expect(quick.isAtRest(rounds(quick, "timer", 20, 3))).toBe(false);
    expect(quick.isAtRest(1000 + 251)).toBe(true);
  });

  test("that change what stands there hold for a second if they are quick", () => {
    const page = new Page();
    expect(page.isAtRest(rounds(page, "frame", 16, 40, "replaced"))).toBe(false);
    expect(page.isAtRest(2000)).toBe(true);
    const looks = new Page();
    rounds(looks, "frame", 16, 20, "styled");
    expect(looks.isAtRest(1500)).toBe(true);
    const slow = new Page();
    expect(slow.isAtRest(rounds(slow, "timer", 300, 2, "replaced") + 1)).toBe(true);
  });

  test("that write on hold to the end of the budget, and are told as streaming", () => {
    const page = new Page();
    const at = rounds(page, "timer", 50, 100, "grown");
    expect(page.isAtRest(at + 1)).toBe(false);
    expect(page.verdict(at + 1, { budgetMs: at - BEGAN })).toMatchObject({
      done: true,
      report: { status: "partial", reasons: ["streaming: the page is still being written to"] },
    });
  });

  test("hold where the page shows that it waits", () => {
    const page = new Page();
    const at = rounds(page, "timer", 300, 4);
    page.isWaiting = true;
    expect(page.isAtRest(at + 1)).toBe(false);
  });

  test("that change nothing don't hold by what they wait for in between", () => {
    const page = new Page();
    let parent = 1;
    for (let round = 0; round < 4; round++) {
      const request = page.begin("fetch", {
        parent,
        site: 5,
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

  test("of different things are no loops", () => {
    const page = new Page();
    let parent = 1;
    for (let link = 0; link < 6; link++) {
      const id = page.begin("fetch", {
        parent,
        site: link + 1,
        url: `/${link}`,
        at: 1000 + link * 100,
      });
      page.run(id, 1100 + link * 100);
      page.end(id, 1100 + link * 100);
      parent = id;
    }
    page.begin("fetch", { parent, site: 99, url: "/last", at: 1600 });
    expect(page.isAtRest(1700)).toBe(false);
  });
});

test("a budget that runs out tells what is pending", () => {
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

describe("random orders", () => {
  interface Event {
    readonly at: number;
    readonly tell: (page: Page) => void;
  }

  /** Works of the action's and others, with their ends, in the order of their times. */
  function story(random: Random): { caused: Event[]; background: Event[]; endsAt: number } {
    const caused: Event[] = [];
    const background: Event[] = [];
    let endsAt = BEGAN;
    let number = 2;
    const kinds = ["fetch", "timer", "xhr", "frame", "idle", "promise"] as const;
    const grow = (parent: number, at: number, depth: number): void => {
      for (let child = 0; child < random.below(3); child++) {
        const id = number++;
        const kind = random.pick(kinds);
        const end = at + 1 + random.below(400);
        const work = { id, parent, kind, delayMs: 0, site: id, unseen: false, url: "" };
        caused.push({ at, tell: ({ ledger }) => ledger.begin(work, at) });
        caused.push({
          at: end,
          tell: ({ ledger }) => {
            ledger.run(id, end);
            ledger.end(id, end);
          },
        });
        endsAt = Math.max(endsAt, end);
        if (depth < 4) grow(id, end, depth + 1);
      }
    };
    grow(1, BEGAN, 0);
    for (let other = 0; other < 10; other++) {
      const id = 10_000 + other;
      const at = BEGAN + random.below(2001);
      const work = {
        id,
        parent: 0,
        kind: "fetch",
        delayMs: 0,
        site: 5,
        unseen: false,
        url: "/poll",
      } as const;
      background.push({ at, tell: ({ ledger }) => ledger.begin(work, at) });
      background.push({ at: at + 150, tell: ({ ledger }) => ledger.end(id, at + 150) });
    }
    return { caused, background, endsAt };
  }

  /** When the page first came to rest, looked at every ms. */
  function restOf(events: readonly Event[]): number {
    const page = new Page();
    const due = events.toSorted((a, b) => a.at - b.at);
    for (let at = BEGAN; ; at++) {
      while (due[0] !== undefined && due[0].at <= at) due.shift()?.tell(page);
      if (page.isAtRest(at)) return at;
    }
  }

  test("rest comes with the last end of what the action set in motion, whatever else goes on", () => {
    for (let seed = 0; seed < 60; seed++) {
      const { caused, background, endsAt } = story(new Random(seed));
      const rest = restOf(caused);
      expect({ seed, rest }).toEqual({ seed, rest: endsAt });
      expect({ seed, rest: restOf([...caused, ...background]) }).toEqual({ seed, rest });
      const reordered = background.map((event) => ({ ...event, at: 5000 - event.at }));
      expect({ seed, rest: restOf([...caused, ...reordered]) }).toEqual({ seed, rest });
    }
  });

  test("nothing that a page could say out of order breaks the account", () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const page = new Page();
      for (let at = BEGAN; at < BEGAN + 300; at++) {
        const id = random.below(21);
        const { ledger } = page;
        random.pick([
          () =>
            ledger.begin(
              {
                id,
                parent: random.below(21),
                kind: "timer",
                delayMs: 5,
                site: random.below(4),
                unseen: false,
                url: "",
              },
              at,
            ),
          () => ledger.run(id, at),
          () => ledger.end(id, at),
          () => ledger.headers(id, at),
          () => ledger.reading(id),
          () => ledger.change(id, "replaced", at),
        ])();
        page.verdict(at);
      }
      // In the end it comes to rest or says why not.
      expect(page.verdict(60_000).done).toBe(true);
    }
  });
});
