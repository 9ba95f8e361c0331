// The rule of causes under random orders of what a page tells.
import { describe, expect, test } from "vitest";

import type { BegunKind, BegunWork } from "@webserv/shared/protocol/work-notes.ts";
import { pageChanges } from "@webserv/shared/protocol/work-notes.ts";
import { workKinds } from "@webserv/shared/model/page/work-kinds.ts";

import { Random } from "../../../../support/fuzz/random.ts";
import { BEGAN, ToldPage as Page } from "../../../../support/reading/told-page.ts";

interface Event {
  readonly at: number;
  readonly tell: (page: Page) => void;
}

/** Of the answer's own last work: later than what goes round is known for what it is. */
const ANSWER_MS = 3_000;

/** Numbers works, and notes what is told of them with the times. */
class Story {
  readonly events: Event[] = [];
  #number: number;

  /** @param from the first number of its works */
  constructor(from: number) {
    this.#number = from;
  }

  begin(kind: BegunKind, at: number, work: Partial<BegunWork>): number {
    const id = this.#number++;
    const whole = { parent: 1, delayMs: 0, callSite: 0, unseen: false, url: "", ...work, id, kind };
    this.events.push({ at, tell: ({ ledger }) => ledger.begin(whole, at) });
    return id;
  }

  end(id: number, at: number): void {
    this.events.push({
      at,
      tell: ({ ledger }) => {
        ledger.run(id, at);
        ledger.end(id, at);
      },
    });
  }

  change(id: number, change: (typeof pageChanges)[number], at: number): void {
    this.events.push({ at, tell: ({ ledger }) => ledger.change(id, change, at) });
  }
}

/** What a person waits for: a tree of works, the last of which ends at `endsAt`. */
function answer(random: Random): { events: readonly Event[]; endsAt: number } {
  const story = new Story(2);
  const kinds = ["fetch", "timer", "xhr", "animation-frame", "idle-callback", "promise"] as const;
  let endsAt = BEGAN + ANSWER_MS;
  const grow = (parent: number, at: number, depth: number): void => {
    for (let child = 0; child < random.below(3); child++) {
      const end = at + 1 + random.below(400);
      const id = story.begin(random.pick(kinds), at, { parent });
      story.end(id, end);
      endsAt = Math.max(endsAt, end);
      if (depth < 4) grow(id, end, depth + 1);
    }
  };
  grow(1, BEGAN, 0);
  // One request after the other until the end: no long poll.
  const STEP_MS = 250;
  let parent = 1;
  for (let at = BEGAN; at < endsAt; at += STEP_MS) {
    parent = story.begin("fetch", at, { parent });
    story.end(parent, Math.min(at + STEP_MS, endsAt));
  }
  return { events: story.events, endsAt };
}

/** Each begun by the action, and none waited for: their beginnings and the times in between are chance. */
function background(random: Random): readonly Event[] {
  const story = new Story(100_000);
  const until = BEGAN + 2 * ANSWER_MS;
  const rounds = (
    from: number,
    gapMs: () => number,
    round: (parent: number, at: number, end: number) => number,
  ): void => {
    let parent = 1;
    let gap = 0;
    for (let at = from + random.below(100); at < until; at += gap) {
      gap = gapMs();
      parent = round(parent, at, at + gap);
    }
  };
  // A poll: a pause, a look at what is kept, then a request whose answer changes nothing. It has not gone on
  // for so long that its length alone gives it away.
  rounds(
    BEGAN + ANSWER_MS - 1_500,
    () => 200 + random.below(100),
    (parent, at, end) => {
      const pause = story.begin("timer", at, { parent, callSite: 11, delayMs: 50 });
      story.end(pause, at + 50);
      const look = story.begin("database", at + 50, { parent: pause });
      story.end(look, at + 100);
      const request = story.begin("fetch", at + 100, { parent: look, callSite: 12, url: "/poll" });
      story.end(request, end);
      return request;
    },
  );
  // A clock.
  rounds(
    BEGAN,
    () => 300,
    (parent, at, end) => {
      const tick = story.begin("interval", at, { parent, callSite: 21, delayMs: 300 });
      story.end(tick, end);
      story.change(tick, "replaced", end);
      return tick;
    },
  );
  // Something that moves for ever, by frames.
  rounds(
    BEGAN,
    () => 16 + random.below(2),
    (parent, at, end) => {
      const frame = story.begin("animation-frame", at, { parent, callSite: 31 });
      story.end(frame, end);
      story.change(frame, "styled", end);
      return frame;
    },
  );
  // Timers that do nothing.
  rounds(
    BEGAN,
    () => 40 + random.below(20),
    (parent, at, end) => {
      const timer = story.begin("timer", at, { parent, callSite: 41, delayMs: 40 });
      story.end(timer, end);
      return timer;
    },
  );
  for (let count = 0; count < 20; count++) {
    const at = BEGAN + random.below(2 * ANSWER_MS);
    story.begin("fetch", at, { unseen: true, url: "/beacon" });
    story.begin("timer", at, { delayMs: 1_500 + random.below(60_000) });
    story.begin("fetch", at, { parent: 0, callSite: 5, url: "/other" });
  }
  return story.events;
}

/** When the page first came to rest, looked at every few ms. */
function restOf(events: readonly Event[], everyMs: number): number {
  const page = new Page();
  const due = events.toSorted((a, b) => a.at - b.at);
  let next = 0;
  for (let at = BEGAN; ; at += everyMs) {
    for (; ; next++) {
      const event = due[next];
      if (event === undefined || event.at > at) break;
      event.tell(page);
    }
    if (page.isAtRest(at)) return at;
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((each) => ({ each, at: random.below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

describe("random orders", () => {
  test("no order of polls, clocks, animations and beacons that the action began changes the verdict", () => {
    for (let seed = 0; seed < 12; seed++) {
      const { events, endsAt } = answer(new Random(seed));
      expect({ seed, rest: restOf(events, 1) }).toEqual({ seed, rest: endsAt });
      for (let order = 0; order < 3; order++) {
        const around = background(new Random(1000 * seed + order));
        const rest = restOf([...around, ...events], 1);
        expect({ seed, order, rest }).toEqual({ seed, order, rest: endsAt });
      }
    }
  });

  test("works that are told of one moment give the same verdict in any order", () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = new Random(seed);
      const { events, endsAt } = answer(random);
      const told = shuffled([...events, ...background(random)], random).toSorted(
        (a, b) => a.at - b.at,
      );
      const page = new Page();
      for (const { tell } of told.filter(({ at }) => at < endsAt)) tell(page);
      expect({ seed, done: page.isAtRest(endsAt - 1) }).toEqual({ seed, done: false });
      for (const { tell } of told.filter(({ at }) => at === endsAt)) tell(page);
      expect({ seed, done: page.isAtRest(endsAt) }).toEqual({ seed, done: true });
    }
  });

  test("a page that tells of its works out of order comes to a verdict all the same", () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const page = new Page();
      const { ledger } = page;
      for (let at = BEGAN; at < BEGAN + 300; at++) {
        const id = random.below(21);
        random.pick([
          () =>
            ledger.begin(
              {
                id,
                parent: random.below(21),
                kind: random.pick(workKinds),
                delayMs: random.pick([0, 5, 300, 5_000]),
                callSite: random.below(4),
                unseen: random.chance(0.1),
                url: "",
              },
              at,
            ),
          () => ledger.run(id, at),
          () => ledger.end(id, at),
          () => ledger.headers(id, at),
          () => ledger.reading(id, at),
          () => ledger.failed(id),
          () => ledger.change(id, random.pick(pageChanges), at),
        ])();
        page.waiting = random.pick(["none", "none", "none", "hinted", "told"]);
        page.verdict(at);
      }
      // In the end it comes to rest or says why not.
      expect(page.verdict(60_000).done).toBe(true);
    }
  });
});
