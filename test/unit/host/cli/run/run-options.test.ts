import { readRunOptions } from "@webserv/host/src/cli/run/run-options.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { expect, test } from "vitest";

const given = { model: "small", api: "chat" };
const env = { OPENAI_API_KEY: "one", ANTHROPIC_API_KEY: "two", MINE: "three" };

function faultOf(options: object, variables: Readonly<Record<string, string>> = env): string {
  try {
    readRunOptions({ ...given, ...options }, variables);
  } catch (error) {
    const { code, message } = toWebservError(error);
    return `${code}: ${message}`;
  }
  return "none";
}

test("an option that is left out has its default", () => {
  expect(readRunOptions(given, env)).toMatchObject({
    vision: false,
    cues: true,
    keep: false,
    sites: [],
    limits: { maxSteps: 30, maxTokens: undefined, maxCost: undefined },
    prices: undefined,
    pageTokens: 8000,
    historyTokens: 4000,
    maxAnswerTokens: 16_000,
  });
});

test("prices are kept, those of a cache if they are told", () => {
  const prices = { priceIn: 2, priceOut: 8 };
  expect(readRunOptions({ ...given, ...prices }, env).prices).toEqual({ in: 2, out: 8 });
  const all = { ...prices, priceCached: 0.2, priceCacheWrite: 2.5 };
  const told = { in: 2, out: 8, cached: 0.2, cacheWrite: 2.5 };
  expect(readRunOptions({ ...given, ...all }, env).prices).toEqual(told);
});

test("the key is that of the API, or of the variable that is named", () => {
  expect(readRunOptions(given, env).apiKey).toBe("one");
  expect(readRunOptions({ ...given, api: "anthropic" }, env).apiKey).toBe("two");
  expect(readRunOptions({ ...given, apiKeyEnv: "MINE" }, env).apiKey).toBe("three");
});

test("only a service of one's own goes without a key", () => {
  const baseUrl = "http://127.0.0.1:8000/v1";
  expect(readRunOptions({ ...given, baseUrl }, {}).apiKey).not.toBe("");
  expect(faultOf({}, {})).toMatch(/^model-unauthorized: .*OPENAI_API_KEY/);
  expect(faultOf({ baseUrl, apiKeyEnv: "MINE" }, {})).toMatch(/^model-unauthorized: .*MINE/);
});

test.each([
  [{ maxCost: 1 }, "--price-in"],
  [{ priceIn: 1 }, "must be given together"],
  [{ priceCached: 1 }, "must be given together"],
  [{ maxAnswerTokens: 10 }, "maxAnswerTokens"],
  [{ maxSteps: 1.5 }, "maxSteps"],
  [{ maxSteps: 5000 }, "maxSteps"],
  [{ pageTokens: 10 }, "pageTokens"],
  [{ baseUrl: "ftp://127.0.0.1" }, "baseUrl"],
])("the options %o are refused with what is wrong", (options, words) => {
  expect(faultOf(options)).toMatch(/^invalid-params: /);
  expect(faultOf(options)).toContain(words);
});
