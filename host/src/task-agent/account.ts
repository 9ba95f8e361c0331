// Counts what a task takes: tokens and money, and when its limits are reached.
import type { Usage } from "./model.ts";

export interface Prices {
  /** USD per million tokens of questions and of answers. */
  readonly in: number;
  readonly out: number;
  /** USD per million tokens that the service reads from its cache, and writes into it; as `in` if left out. */
  readonly cached?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

export interface Limits {
  readonly maxSteps: number;
  /** The limit of tokens, questions and answers together. */
  readonly maxTokens?: number | undefined;
  /** The limit in USD; needs prices. */
  readonly maxCost?: number | undefined;
}

export interface Account extends Usage {
  readonly calls: number;
  /** Calls whose usage the service did not report: theirs is estimated. */
  readonly estimatedCalls: number;
}

export const emptyAccount: Account = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  calls: 0,
  estimatedCalls: 0,
};

/** @param estimate stands in if the service reported no usage */
export function addUsage(
  account: Account,
  usage: Usage | undefined,
  estimate: Pick<Usage, "inputTokens" | "outputTokens">,
): Account {
  const added: Usage = usage ?? { ...estimate, cachedTokens: 0, cacheWriteTokens: 0 };
  return {
    inputTokens: account.inputTokens + added.inputTokens,
    outputTokens: account.outputTokens + added.outputTokens,
    cachedTokens: account.cachedTokens + added.cachedTokens,
    cacheWriteTokens: account.cacheWriteTokens + added.cacheWriteTokens,
    calls: account.calls + 1,
    estimatedCalls: account.estimatedCalls + (usage === undefined ? 1 : 0),
  };
}

/** Returns USD; undefined without prices. */
export function costOf(
  { inputTokens, outputTokens, cachedTokens, cacheWriteTokens }: Usage,
  prices: Prices | undefined,
): number | undefined {
  if (prices === undefined) return undefined;
  const { in: full, out, cached = full, cacheWrite = full } = prices;
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  const asked = fresh * full + cachedTokens * cached + cacheWriteTokens * cacheWrite;
  return (asked + outputTokens * out) / 1_000_000;
}

/** Returns the usage between two accounts. */
export function usageSince(before: Usage, after: Usage): Usage {
  return {
    inputTokens: after.inputTokens - before.inputTokens,
    outputTokens: after.outputTokens - before.outputTokens,
    cachedTokens: after.cachedTokens - before.cachedTokens,
    cacheWriteTokens: after.cacheWriteTokens - before.cacheWriteTokens,
  };
}

/** Says why nothing more may be asked, `nextInputTokens` of the next question included; undefined if it may. */
export function limitReached(
  account: Account,
  nextInputTokens: number,
  { maxTokens, maxCost }: Limits,
  prices: Prices | undefined,
): string | undefined {
  const next: Usage = { ...account, inputTokens: account.inputTokens + nextInputTokens };
  const tokens = account.inputTokens + account.outputTokens;
  if (maxTokens !== undefined && next.inputTokens + next.outputTokens > maxTokens) {
    return `${tokens} tokens are used, the next question has about ${nextInputTokens}, and ${maxTokens} are allowed`;
  }
  const cost = costOf(next, prices);
  if (maxCost !== undefined && cost !== undefined && cost > maxCost) {
    return `${usd(costOf(account, prices) ?? 0)} are spent, the next question would make it ${usd(cost)}, and ${usd(maxCost)} are allowed`;
  }
  return undefined;
}

export function usd(amount: number): string {
  return `$${amount.toFixed(4)}`;
}
