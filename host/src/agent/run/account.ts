// Counts what a task takes: tokens and money, and when its limits are reached.
import type { Usage } from "./model.ts";

export interface Prices {
  /** USD per million tokens of questions and of answers. */
  readonly in: number;
  readonly out: number;
}

export interface Limits {
  readonly maxSteps: number;
  /** Of questions and answers together. */
  readonly maxTokens?: number | undefined;
  /** USD; needs prices. */
  readonly maxCost?: number | undefined;
}

export interface Account {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly calls: number;
  /** Calls whose usage the service did not tell: theirs is estimated. */
  readonly estimatedCalls: number;
}

export const emptyAccount: Account = {
  inputTokens: 0,
  outputTokens: 0,
  calls: 0,
  estimatedCalls: 0,
};

/** `estimate` stands in where the service told no usage. */
export function addUsage(account: Account, usage: Usage | undefined, estimate: Usage): Account {
  const { inputTokens, outputTokens } = usage ?? estimate;
  return {
    inputTokens: account.inputTokens + inputTokens,
    outputTokens: account.outputTokens + outputTokens,
    calls: account.calls + 1,
    estimatedCalls: account.estimatedCalls + (usage === undefined ? 1 : 0),
  };
}

/** USD; undefined without prices. */
export function costOf(
  { inputTokens, outputTokens }: Usage,
  prices: Prices | undefined,
): number | undefined {
  if (prices === undefined) return undefined;
  return (inputTokens * prices.in + outputTokens * prices.out) / 1_000_000;
}

/** Why nothing more may be asked: what `nextInputTokens` would take counts too. */
export function limitReached(
  account: Account,
  nextInputTokens: number,
  { maxTokens, maxCost }: Limits,
  prices: Prices | undefined,
): string | undefined {
  const next: Usage = {
    inputTokens: account.inputTokens + nextInputTokens,
    outputTokens: account.outputTokens,
  };
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
