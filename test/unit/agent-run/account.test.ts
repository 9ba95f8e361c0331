import {
  addUsage,
  costOf,
  emptyAccount,
  limitReached,
} from "@webserv/host/src/agent/run/account.ts";
import { expect, test } from "vitest";

const used = { inputTokens: 900, outputTokens: 100 };
const prices = { in: 2, out: 10 };
const account = addUsage(emptyAccount, used, { inputTokens: 1, outputTokens: 1 });

test("what the service tells is counted, and what it does not tell is estimated, and said", () => {
  expect(account).toEqual({ ...used, calls: 1, estimatedCalls: 0 });
  const estimate = { inputTokens: 50, outputTokens: 5 };
  expect(addUsage(account, undefined, estimate)).toEqual({
    inputTokens: 950,
    outputTokens: 105,
    calls: 2,
    estimatedCalls: 1,
  });
});

test("cost is told only where prices are", () => {
  expect(costOf(used, undefined)).toBeUndefined();
  expect(costOf({ inputTokens: 1_000_000, outputTokens: 500_000 }, prices)).toBe(7);
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
