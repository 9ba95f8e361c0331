import { expect, test } from "vitest";

import { truthOf } from "../../../../../../scripts/bench/settle/report/marks.ts";
import {
  judge,
  metricsOf,
  type Verdict,
  verdictOf,
} from "../../../../../../scripts/bench/settle/report/metrics.ts";
import type { Played } from "../../../../../../scripts/bench/settle/policy.ts";
import { namesReason } from "../../../../../../scripts/bench/settle/report/reasons.ts";

test("the truth is the latest of the marks that end something", () => {
  const marks = [
    { name: "action", at: 100, last: false },
    { name: "shown", at: 400, last: true },
    { name: "faded in", at: 700, last: true },
    { name: "toast gone", at: 4700, last: false },
  ];
  expect(truthOf(marks)).toBe(700);
  expect(truthOf(marks.slice(0, 1))).toBeUndefined();
});

test("an answer is too early only if it lies more than the tolerance before the truth", () => {
  const at = (answeredAt: number) => verdictOf({ answeredAt, status: "settled" }, 1000, 17);
  expect(at(983)).toMatchObject({ tooEarly: false, excessMs: -17 });
  expect(at(982).tooEarly).toBe(true);
  expect(at(1060)).toMatchObject({ tooEarly: false, excessMs: 60 });
});

test("a timeout is false only if the truth had come well before", () => {
  const timeout = (answeredAt: number) => verdictOf({ answeredAt, status: "timeout" }, 1000, 17);
  expect(timeout(1250).falseTimeout).toBe(false);
  expect(timeout(1251).falseTimeout).toBe(true);
  expect(verdictOf({ answeredAt: 9000, status: "settled" }, 1000, 17).falseTimeout).toBe(false);
});

test("the excess is of answers in time alone, and one within the tolerance has none", () => {
  const metrics = metricsOf([verdict(-900), verdict(-10), verdict(40), verdict(90)]);
  expect(metrics).toMatchObject({ scenarios: 4, tooEarly: 1, falseTimeoutRate: 0 });
  expect(metrics.excess).toMatchObject({ n: 3, p50: 40, min: 0, max: 90 });
});

test("a page that never marks its end is not judged", () => {
  expect(judge(played([], []))).toBeUndefined();
});

test("reasons are right if all that had to be waited for is named", () => {
  expect(reasoned(["timer", "fetch"], ["fetch", "task"])).toBe(true);
  expect(reasoned(["timer", "fetch"], ["fetch"])).toBe(false);
});

test("naming what took long is wrong if nothing had to be waited for", () => {
  expect(reasoned([], [])).toBe(true);
  expect(reasoned([], ["fetch"])).toBe(false);
});

test("kinds of work name the mechanisms they stand for, and no others", () => {
  expect(namesReason("animation-frame", "frame")).toBe(true);
  expect(namesReason("xhr", "fetch")).toBe(false);
});

function verdict(excessMs: number): Verdict {
  return verdictOf({ answeredAt: 1000 + excessMs, status: "settled" }, 1000, 17);
}

function reasoned(waits: string[], kinds: string[]): boolean | undefined {
  return judge(played(waits, kinds, [{ name: "end", at: 900, last: true }]))?.rightReasons;
}

function played(waits: string[], kinds: readonly string[], marks: Played["marks"] = []): Played {
  const waitedFor = kinds.map((kind) => ({ kind, url: "", ms: 300 }));
  return {
    policy: "WebServ",
    answeredAt: 1000,
    status: "settled",
    marks,
    told: { waitedFor, pending: [], reasons: [], shown: true },
    visit: {
      key: "k",
      token: "#t",
      scenario: {
        id: "timer/plain/none/0",
        pattern: { name: "timer", action: "click", delays: {}, waits },
        unseen: false,
        view: "plain",
        noise: "none",
        round: 0,
        delays: {},
      },
    },
  };
}
