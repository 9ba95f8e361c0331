// Checks the options of `webserv run` and fills in the defaults.
import * as z from "zod/mini";

import { DEFAULT_MAX_TOKENS, LEAST_TOKENS } from "@webserv/shared/model/page/observation.ts";
import { describeIssues } from "@webserv/shared/protocol/describe-issues.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { Limits, Prices } from "../../task-agent/account.ts";
import { DEFAULT_ANSWER_TOKENS } from "../../task-agent/model.ts";
import { keyVariables, modelApis } from "../../task-agent/models/open-model.ts";
import type { ModelApi } from "../../task-agent/models/open-model.ts";

const DEFAULT_STEPS = 30;
const DEFAULT_HISTORY_TOKENS = 4000;
/** The fewest tokens of an answer; a single action may need that many. */
const LEAST_ANSWER_TOKENS = 100;

/** The options as commander hands them over, numbers parsed. */
const written = z.object({
  url: z.optional(z.string()),
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  baseUrl: z.optional(z.url({ protocol: /^https?$/ })),
  api: z.enum(modelApis),
  apiKeyEnv: z.optional(z.string().check(z.minLength(1))),
  vision: z._default(z.boolean(), false),
  cues: z._default(z.boolean(), true),
  maxSteps: z._default(z.int().check(z.maximum(1000)), DEFAULT_STEPS),
  maxTokens: z.optional(z.int()),
  maxCost: z.optional(z.number()),
  maxAnswerTokens: z._default(
    z.int().check(z.minimum(LEAST_ANSWER_TOKENS), z.maximum(1_000_000)),
    DEFAULT_ANSWER_TOKENS,
  ),
  priceIn: z.optional(z.number()),
  priceOut: z.optional(z.number()),
  priceCached: z.optional(z.number()),
  priceCacheWrite: z.optional(z.number()),
  pageTokens: z._default(
    z.int().check(z.minimum(LEAST_TOKENS), z.maximum(1_000_000)),
    DEFAULT_MAX_TOKENS,
  ),
  historyTokens: z._default(z.int().check(z.maximum(1_000_000)), DEFAULT_HISTORY_TOKENS),
  sites: z._default(z.array(z.string()), []),
  browserId: z.optional(z.string()),
  session: z.optional(z.string()),
  keep: z._default(z.boolean(), false),
});

type Written = z.infer<typeof written>;

export interface RunOptions
  extends
    Pick<
      Written,
      "api" | "model" | "vision" | "cues" | "pageTokens" | "historyTokens" | "maxAnswerTokens"
    >,
    Pick<Written, "sites" | "keep"> {
  readonly url: string | undefined;
  readonly baseUrl: string | undefined;
  readonly browserId: string | undefined;
  readonly session: string | undefined;
  readonly apiKey: string;
  readonly limits: Limits;
  readonly prices: Prices | undefined;
}

/** @throws WebservError `invalid-params`, or `model-unauthorized` if there is no key. */
export function readRunOptions(
  given: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): RunOptions {
  const parsed = written.safeParse(given);
  if (!parsed.success) throw refused(describeIssues(parsed.error.issues, given));
  const { data } = parsed;
  const { maxSteps, maxTokens, maxCost, url, baseUrl, browserId, session } = data;
  const prices = pricesOf(data);
  if (maxCost !== undefined && prices === undefined) {
    throw refused(`--max-cost ${maxCost} can't be enforced without --price-in and --price-out`);
  }
  return {
    ...data,
    url,
    baseUrl,
    browserId,
    session,
    apiKey: keyFrom(env, data),
    limits: { maxSteps, maxTokens, maxCost },
    prices,
  };
}

function pricesOf(given: Written): Prices | undefined {
  const { priceIn, priceOut, priceCached: cached, priceCacheWrite: cacheWrite } = given;
  if ([priceIn, priceOut, cached, cacheWrite].every((price) => price === undefined)) {
    return undefined;
  }
  if (priceIn === undefined || priceOut === undefined) {
    throw refused(
      "--price-in and --price-out must be given together, and the prices of a cache need both",
    );
  }
  return { in: priceIn, out: priceOut, cached, cacheWrite };
}

/** A self-hosted service may need no key, but the client library requires one. */
function keyFrom(
  env: Readonly<Record<string, string | undefined>>,
  {
    api,
    apiKeyEnv,
    baseUrl,
  }: { api: ModelApi; apiKeyEnv?: string | undefined; baseUrl?: string | undefined },
): string {
  const variable = apiKeyEnv ?? keyVariables[api];
  const key = env[variable] ?? "";
  if (key !== "") return key;
  if (baseUrl !== undefined && apiKeyEnv === undefined) return "none";
  throw new WebservError("model-unauthorized", `the environment variable ${variable} holds no key`);
}

function refused(message: string): WebservError {
  return new WebservError("invalid-params", message, { next: "See `webserv run --help`." });
}
