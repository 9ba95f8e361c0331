// Tests what holds the answer beyond its own limits: a sign that the page waits, news, what is not ready yet.
import { describe, expect, test } from "vitest";

import { BEGAN, ToldPage as Page } from "../../../../support/reading/told-page.ts";

describe("a sign that the page waits", () => {
  test.each([
    ["told", 6000],
    ["hinted", 3000],
  ] as const)("a page that has %s it has timers waited for up to %i ms", (waiting, longestMs) => {
    const page = new Page();
    page.waiting = waiting;
    const longer = page.begin("timer", { delayMs: longestMs + 1 });
    expect(page.isAtRest(1033)).toBe(true);
    page.end(longer, 1033);
    page.begin("timer", { delayMs: longestMs });
    expect(page.isAtRest(1033)).toBe(false);
  });

  test.each(["worker", "socket", "interval", "push"] as const)(
    "a sign that stays does not make the answer wait for a %s without an end",
    (kind) => {
      const page = new Page();
      page.waiting = "told";
      page.begin(kind, { delayMs: kind === "interval" ? 600 : 0 });
      expect(page.isAtRest(BEGAN + 5_900)).toBe(false);
      expect(page.isAtRest(BEGAN + 6_000)).toBe(true);
    },
  );

  test("a document that only looks as if it waited is not held by a script that it loads again and again", () => {
    const page = new Page({ isOpening: true });
    page.waiting = "hinted";
    const first = page.begin("script", { url: "/tag?n=1", callSite: 4 });
    expect(page.isAtRest(1690)).toBe(false);
    page.end(first, 1700);
    page.run(first, 1700);
    const pause = page.begin("timer", { parent: first, delayMs: 60, callSite: 5, at: 1700 });
    page.run(pause, 1760);
    page.begin("script", { parent: pause, url: "/tag?n=2", callSite: 4, at: 1760 });
    expect(page.isAtRest(1800)).toBe(true);
  });

  test("a document that only looks as if it waited is not held by the replies that it has asked for", () => {
    const page = new Page({ isOpening: true });
    page.waiting = "hinted";
    page.begin("socket");
    expect(page.isAtRest(BEGAN + 990)).toBe(false);
    expect(page.isAtRest(BEGAN + 1000)).toBe(true);
  });
});

test("a request of a document that has been opened holds the answer for a second", () => {
  const page = new Page({ isOpening: true });
  page.begin("fetch", { url: "/poll" });
  expect(page.isAtRest(BEGAN + 990)).toBe(false);
  expect(page.verdict(BEGAN + 1000)).toMatchObject({ report: { status: "partial" } });
});

describe("news of what a request has asked for", () => {
  function asked(): { readonly page: Page; readonly request: number; readonly push: number } {
    const page = new Page();
    const request = page.begin("fetch", { url: "/send" });
    page.end(request, 1050);
    return { page, request, push: page.begin("push", { parent: request, at: 1050 }) };
  }

  test("news are waited for for a second if the request's own answer has shown nothing", () => {
    const { page } = asked();
    expect(page.isAtRest(2040)).toBe(false);
    expect(page.isAtRest(2050)).toBe(true);
  });

  test("news are waited for for less if the request's own answer has shown something", () => {
    const { page, request } = asked();
    page.run(request, 1060, "replaced");
    expect(page.isAtRest(1240)).toBe(false);
    expect(page.isAtRest(1250)).toBe(true);
  });

  test("news are waited for for longer if the request's own answer says that it is not ready", () => {
    const page = new Page();
    const request = page.begin("fetch", { url: "/send" });
    page.ledger.unready(request);
    page.end(request, 1050);
    page.begin("push", { parent: request, at: 1050 });
    page.run(request, 1060, "replaced");
    expect(page.isAtRest(1440)).toBe(false);
    expect(page.isAtRest(1450)).toBe(true);
  });

  test("news that have shown something are waited for no longer, and nor is the request for the next", () => {
    const { page, push } = asked();
    const poll = page.begin("fetch", { parent: push, url: "/poll", callSite: 7, at: 1300 });
    page.end(poll, 1300);
    page.run(poll, 1300, "grown");
    page.begin("fetch", { parent: poll, url: "/poll", callSite: 7, at: 1301 });
    expect(page.isAtRest(1490)).toBe(false);
    expect(page.verdict(1501)).toMatchObject({ report: { status: "settled", pending: [] } });
  });
});

describe("a reply that was asked for", () => {
  test("a message that changes nothing is not the reply, and the reply is waited for", () => {
    const page = new Page();
    const sent = page.begin("socket");
    page.run(sent, 1100);
    expect(page.isAtRest(1900)).toBe(false);
    page.run(sent, 1910, "grown");
    expect(page.isAtRest(2100)).toBe(false);
    expect(page.isAtRest(2110)).toBe(true);
  });

  test("after a receipt that shows nothing, the answer is waited for as long as the receipt would be", () => {
    const page = new Page();
    const sent = page.begin("socket");
    page.end(sent, 1030);
    page.begin("socket", { parent: sent, delayMs: 32, at: 1030 });
    expect(page.isAtRest(1990)).toBe(false);
    expect(page.isAtRest(2000)).toBe(true);
  });

  test("what other windows tell an inner frame is no receipt, after which more would come", () => {
    const page = new Page();
    page.isInner = true;
    const told = page.begin("message");
    page.end(told, 1030);
    page.begin("message", { parent: told, delayMs: 32, at: 1030 });
    expect(page.isAtRest(1070)).toBe(false);
    expect(page.isAtRest(1080)).toBe(true);
  });

  test("after a message of another window that has shown something, the next is waited for only for a moment", () => {
    const page = new Page();
    const told = page.begin("message");
    page.end(told, 1030);
    page.begin("message", { parent: told, delayMs: 32, at: 1030 });
    expect(page.isAtRest(1990)).toBe(false);
    page.run(told, 1040, "replaced");
    expect(page.isAtRest(1220)).toBe(false);
    expect(page.isAtRest(1230)).toBe(true);
  });

  test("after the opening of a socket, nothing more is waited for", () => {
    const page = new Page();
    const opened = page.begin("socket");
    page.end(opened, 1030);
    page.begin("socket", { parent: opened, delayMs: 1, at: 1030 });
    expect(page.isAtRest(1070)).toBe(false);
    expect(page.isAtRest(1080)).toBe(true);
  });
});

describe("what is not ready yet", () => {
  /** Asks by an interval until `untilMs`; each answer says that it is not ready. */
  function asking(untilMs: number, isUnready: boolean): Page {
    const page = new Page();
    let parent = page.begin("interval", { delayMs: 400, callSite: 3 });
    for (let at = 1400; at <= untilMs; at += 400) {
      page.run(parent, at);
      const request = page.begin("fetch", { parent, url: "/job", callSite: 5, at });
      if (isUnready) page.ledger.unready(request);
      page.end(request, at + 10);
      parent = page.begin("interval", { parent, delayMs: 400, callSite: 3, at });
    }
    return page;
  }

  test("the first round of a slow interval is waited for", () => {
    expect(asking(1000, false).isAtRest(1390)).toBe(false);
  });

  describe("the first round of a slow interval", () => {
    /** A click that shows something and starts an interval. @param asks what else it begins */
    function watching(asks: (page: Page) => void = () => {}): Page {
      const page = new Page();
      asks(page);
      page.run(1, BEGAN, "replaced");
      page.begin("interval", { delayMs: 400, callSite: 3 });
      return page;
    }

    test("it is not waited for if the page has answered, and has asked nobody to do anything", () => {
      expect(watching().isAtRest(1033)).toBe(true);
      const reading = watching((page) => page.end(page.begin("fetch", { url: "/list" }), 1010));
      expect(reading.isAtRest(1033)).toBe(true);
    });

    test("it is waited for if a request has asked for something", () => {
      const page = watching((told) => {
        const request = told.begin("fetch", { url: "/job" });
        told.ledger.asking(request);
        told.end(request, 1010);
      });
      expect(page.isAtRest(1033)).toBe(false);
    });

    test.each(["script", "worker", "socket"] as const)(
      "it is waited for if a %s may have something to tell",
      (kind) => {
        const page = watching((told) => told.end(told.begin(kind), 1010));
        expect(page.isAtRest(1390)).toBe(false);
      },
    );

    test("a beacon asks for nothing that is looked for", () => {
      const page = watching((told) => {
        const beacon = told.begin("fetch", { url: "/seen", unseen: true });
        told.ledger.asking(beacon);
      });
      expect(page.isAtRest(1033)).toBe(true);
    });
  });

  test("an interval goes on to be waited for while what it asks for is not ready", () => {
    expect(asking(3000, true).isAtRest(3100)).toBe(false);
    expect(asking(1400, false).isAtRest(1450)).toBe(true);
  });

  test("what is never ready is waited for as long as a person would wait for a first answer", () => {
    expect(asking(6600, true).isAtRest(6990)).toBe(false);
    expect(asking(6600, true).isAtRest(7000)).toBe(true);
  });

  test("an answer that does not say so ends it", () => {
    const page = asking(1800, true);
    const parent = page.begin("interval", { delayMs: 400, callSite: 3, at: 1800 });
    const ready = page.begin("fetch", { parent, url: "/job", callSite: 5, at: 2200 });
    page.end(ready, 2210);
    page.begin("interval", { parent, delayMs: 400, callSite: 3, at: 2200 });
    for (const work of page.ledger.pending) if (work.beganMs < 2200) page.end(work.id, 2210);
    expect(page.isAtRest(2250)).toBe(true);
  });
});
