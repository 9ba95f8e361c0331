// The rule of causes under random orders of what a page tells.
import { describe, expect, test } from "vitest";

import { Random } from "../../support/fuzz/random.ts";
import { BEGAN, ToldPage as Page } from "../../support/told-page.ts";

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
    const kinds = ["fetch", "timer", "xhr", "animation-frame", "idle-callback", "promise"] as const;
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
