// The official clients against a server that speaks their services' APIs.
import { modelApis, openModel } from "@webserv/host/src/task-agent/models/open-model.ts";
import type { ModelApi } from "@webserv/host/src/task-agent/models/open-model.ts";
import type { AskOptions, PromptMessage } from "@webserv/host/src/task-agent/model.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import { afterEach, describe, expect, test } from "vitest";

import { openModelServer } from "../../../../support/models/model-server.ts";
import type { ModelServer, Script } from "../../../../support/models/model-server.ts";

const KEY = "key-of-a-test";
const QUESTION: readonly PromptMessage[] = [
  { role: "system", text: "be brief" },
  { role: "user", text: "first" },
  { role: "assistant", text: "what?" },
  { role: "user", text: "second", picture: { mediaType: "image/jpeg", data: "cGljdHVyZQ==" } },
];

let server: ModelServer | undefined;
afterEach(() => server?.close());

async function ask(
  api: ModelApi,
  script: Script,
  { signal = new AbortController().signal, timeoutMs = 20_000, answerTokens = 16_000 } = {},
) {
  server = await openModelServer(script);
  const baseUrl = server.baseUrl(api);
  const model = await openModel({
    api,
    model: "small",
    baseUrl,
    apiKey: KEY,
    timeoutMs,
    answerTokens,
  });
  let heard = "";
  const again: string[] = [];
  const answer = await model.ask(QUESTION, {
    signal,
    onDelta: (text) => {
      heard += text;
    },
    onAgain: (why) => again.push(why),
  });
  return { ...answer, heard, again, model };
}

function listening(): AskOptions {
  return { signal: new AbortController().signal, onDelta: () => {}, onAgain: () => {} };
}

async function failureOf(asking: Promise<unknown>) {
  const { code, message } = await asking.then(
    () => {
      throw new Error("it was answered");
    },
    (error: unknown) => toWebservError(error),
  );
  return { code, message };
}

describe.each(modelApis)("a model of the API %s", (api) => {
  test("a question arrives whole, with its picture and key", async () => {
    await ask(api, () => ({ text: "yes" }));
    const [asked] = server?.asked ?? [];
    expect(asked).toMatchObject({
      api,
      model: "small",
      system: "be brief",
      texts: ["first", "what?", "second"],
      key: KEY,
    });
    expect(
      asked?.pictures.map((picture) => picture.replace(/^data:image\/jpeg;base64,/, "")),
    ).toEqual(["cGljdHVyZQ=="]);
  });

  test("an answer is heard as it comes, reasoning before it, and its tokens are counted", async () => {
    const text = "A long answer that does not fit into one piece, and so comes in several.";
    const usage = { input: 1234, output: 56 };
    const answer = await ask(api, () => ({ text, reasoning: "I think. ", usage }));
    const { model: _model, ...told } = answer;
    expect(told).toEqual({
      text,
      stop: "end",
      again: [],
      usage: {
        inputTokens: 1234,
        outputTokens: 56,
        cachedTokens: api === "anthropic" ? 40 : 0,
        cacheWriteTokens: 0,
      },
      heard: `I think. ${text}`,
    });
  });

  test("what came from the service's cache, and what went into it, is counted apart", async () => {
    const usage = { input: 1000, output: 5, cached: 700, kept: 200 };
    const answer = await ask(api, () => ({ text: "yes", usage }));
    expect(answer.usage).toEqual({
      inputTokens: 1000,
      outputTokens: 5,
      cachedTokens: 700,
      // Only Anthropic tells, and charges, what it keeps.
      cacheWriteTokens: api === "anthropic" ? 200 : 0,
    });
  });

  test("an answer that its service breaks off for want of capacity is asked for again", async () => {
    const text = "The whole answer, which is long enough for more pieces than one of them.";
    const fails = { code: "overloaded_error", message: "Overloaded, try later" };
    const { text: whole, again } = await ask(api, (_asked, index) =>
      index < 2 ? { text: "Half an answer that is long enough for two pieces", fails } : { text },
    );
    expect([whole, server?.asked.length]).toEqual([text, 3]);
    expect(again).toHaveLength(2);
    expect(again[0]).toContain("Overloaded, try later");
  });

  test("an answer that is broken off every time is an error that says how often it was asked for", async () => {
    const fails = { code: "server_error", message: "The server had an error" };
    const { code, message } = await failureOf(ask(api, () => ({ text: "Half", fails })));
    expect(code).toBe("model-failed");
    expect(message).toMatch(/"small" in 5 tries: .*The server had an error/);
    expect(server?.asked.length).toBe(5);
  });

  test("an answer that can only be broken off again is not asked for again", async () => {
    const fails = { code: "invalid_request_error", message: "This picture is no picture" };
    const { code, message } = await failureOf(ask(api, () => ({ text: "Half", fails })));
    expect([code, server?.asked.length]).toEqual(["model-failed", 1]);
    expect(message).toContain("This picture is no picture");
  });

  test("an answer may be as long as was set, and is asked for shorter if the service takes no more", async () => {
    const tooMany =
      "max_tokens is too large: 12000. This model supports at most 4096 output tokens";
    const script: Script = ({ answerTokens }) =>
      answerTokens > 4096 ? { status: 400, message: tooMany } : { text: "yes" };
    const { text, model } = await ask(api, script, { answerTokens: 12_000 });
    expect(text).toBe("yes");
    expect(server?.asked.map(({ answerTokens }) => answerTokens)).toEqual([12_000, 4096]);
    // What it has learned holds for the next question.
    await model.ask(QUESTION, listening());
    expect(server?.asked.at(-1)?.answerTokens).toBe(4096);
    expect(server?.asked).toHaveLength(3);
  });

  test("a question that leaves less room for its answer gets a shorter one, and the next one does not", async () => {
    const message =
      "This model's maximum context length is 8192 tokens. However, you requested 21000 tokens (5000 in the messages, 16000 in the completion).";
    const script: Script = ({ answerTokens }, index) =>
      index < 2 && answerTokens > 3192 ? { status: 400, message } : { text: "yes" };
    const { text, model } = await ask(api, script);
    expect(text).toBe("yes");
    await model.ask(QUESTION, listening());
    expect(server?.asked.map(({ answerTokens }) => answerTokens)).toEqual([16_000, 3192, 16_000]);
  });

  test("a question that does not fit at all is told as such, with the service's words", async () => {
    const message = "prompt is too long: 205000 tokens > 200000 maximum";
    const answer = await ask(api, () => ({ status: 400, message }));
    expect(answer).toMatchObject({ stop: "overflow", usage: undefined });
    expect(answer.text).toContain("205000 tokens > 200000");
    expect(server?.asked).toHaveLength(1);
  });

  test("a refusal, an answer that is too long and one that is cut off are told apart", async () => {
    const refused = await ask(api, () => ({ refusal: "I will not." }));
    expect([refused.stop, refused.text]).toEqual(["refusal", "I will not."]);
    expect((await ask(api, () => ({ text: "and so on", tooLong: true }))).stop).toBe("length");
    expect((await ask(api, () => ({ text: "and", cut: "clean" }))).stop).toBe("cut");
    expect((await ask(api, () => ({ text: "and", cut: "broken" }))).stop).toBe("cut");
  });

  test.each([429, 500, 503])(
    "a service that answers with the status %i is asked again",
    async (status) => {
      const { text } = await ask(api, (_asked, index) => (index < 2 ? { status } : { text: "ok" }));
      expect([text, server?.asked.length]).toEqual(["ok", 3]);
    },
  );

  test("a service that only fails is an error that says how often it was asked", async () => {
    const { code, message } = await failureOf(ask(api, () => ({ status: 500 })));
    expect(code).toBe("model-failed");
    expect(message).toContain('"small" in 5 tries');
    expect(server?.asked.length).toBe(5);
  });

  test("a refused key is told at once, without the key", async () => {
    const { code, message } = await failureOf(ask(api, () => ({ status: 401 })));
    expect(code).toBe("model-unauthorized");
    expect(message).not.toContain(KEY);
    expect(server?.asked.length).toBe(1);
  });

  test("an answer that stops coming is taken for one that broke off", async () => {
    const text = "This is the beginning of an answer that is long enough for two pieces.";
    const { stop, heard } = await ask(api, () => ({ text, hangs: true }), {
      timeoutMs: 1000,
    });
    expect(stop).toBe("cut");
    expect(text.startsWith(heard)).toBe(true);
    expect(heard).not.toBe("");
  });

  test("an answer that never comes ends with the signal", async () => {
    const stop = new AbortController();
    const asking = ask(
      api,
      () => {
        stop.abort(new Error("enough"));
        return { text: "never", hangs: true };
      },
      { signal: stop.signal },
    );
    expect((await failureOf(asking)).message).toBe("enough");
  });
});

test("a service that is not there is told with its address", async () => {
  const closed = await openModelServer(() => ({}));
  closed.close();
  const baseUrl = closed.baseUrl("chat");
  const model = await openModel({
    api: "chat",
    model: "small",
    baseUrl,
    apiKey: KEY,
    timeoutMs: 1000,
    answerTokens: 1000,
  });
  const { code, message } = await failureOf(model.ask(QUESTION, listening()));
  expect(code).toBe("model-failed");
  expect(message).toContain(baseUrl);
});

test.each([400, 422])(
  "a service that knows max_tokens alone (%i) is given that",
  async (status) => {
    const message =
      "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': 16000}]";
    const script: Script = ({ answerField }) =>
      answerField === "max_tokens" ? { text: "yes" } : { status, message };
    const { text, model } = await ask("chat", script);
    expect(text).toBe("yes");
    await model.ask(QUESTION, listening());
    expect(server?.asked.map(({ answerField }) => answerField)).toEqual([
      "max_completion_tokens",
      "max_tokens",
      "max_tokens",
    ]);
  },
);

test("an answer of the responses API is asked for again if an event of its own tells its failure", async () => {
  const fails = { code: "server_error", message: "Sorry", apart: true };
  const { text } = await ask("responses", (_asked, index) =>
    index === 0 ? { text: "Half", fails } : { text: "ok" },
  );
  expect(text).toBe("ok");
});
