import {
  addUsage,
  costOf,
  emptyAccount,
  limitReached,
} from "@webserv/host/src/task-agent/account.ts";
import { expect, test } from "vitest";

const uncached = { cachedTokens: 0, cacheWriteTokens: 0 };
const used = { inputTokens: 900, outputTokens: 100, ...uncached };
const prices = { in: 2, out: 10 };
const account = addUsage(emptyAccount, used, { inputTokens: 1, outputTokens: 1 });

test("tokens are counted as the service tells them; if it tells none, they are estimated and marked so", () => {
  expect(account).toEqual({ ...used, calls: 1, estimatedCalls: 0 });
  const estimate = { inputTokens: 50, outputTokens: 5 };
  expect(addUsage(account, undefined, estimate)).toEqual({
    inputTokens: 950,
    outputTokens: 105,
    ...uncached,
    calls: 2,
    estimatedCalls: 1,
  });
});

test("the cost is told only if prices are known", () => {
  expect(costOf(used, undefined)).toBeUndefined();
  expect(costOf({ inputTokens: 1_000_000, outputTokens: 500_000, ...uncached }, prices)).toBe(7);
});

test("tokens that came from the cache or went into it have their own price if that is told", () => {
  const usage = {
    inputTokens: 1_000_000,
    outputTokens: 0,
    cachedTokens: 600_000,
    cacheWriteTokens: 200_000,
  };
  expect(costOf(usage, prices)).toBe(2);
  expect(costOf(usage, { ...prices, cached: 0.2 })).toBeCloseTo(0.4 + 0.4 + 0.12);
  expect(costOf(usage, { ...prices, cached: 0.2, cacheWrite: 2.5 })).toBeCloseTo(0.4 + 0.5 + 0.12);
  const twice = addUsage(addUsage(emptyAccount, usage, used), usage, used);
  expect(twice).toMatchObject({ cachedTokens: 1_200_000, cacheWriteTokens: 400_000 });
});

test("a limit is reached before the question that would exceed it", () => {
  const limits = { maxSteps: 5, maxTokens: 1200 };
  expect(limitReached(account, 200, limits, undefined)).toBeUndefined();
  expect(limitReached(account, 201, limits, undefined)).toContain("1200 are allowed");
  const costly = { maxSteps: 5, maxCost: 0.003 };
  expect(limitReached(account, 100, costly, prices)).toBeUndefined();
  expect(limitReached(account, 101, costly, prices)).toContain("$0.0030 are allowed");
  expect(limitReached(account, 1_000_000, { maxSteps: 5 }, prices)).toBeUndefined();
});
