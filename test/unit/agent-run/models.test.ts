// The official clients against a server that speaks their services' APIs.
import { modelApis, openModel } from "@webserv/host/src/agent/run/models/open-model.ts";
import type { ModelApi } from "@webserv/host/src/agent/run/models/open-model.ts";
import type { ModelAnswer, PromptMessage } from "@webserv/host/src/agent/run/model.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";
import { afterEach, describe, expect, test } from "vitest";

import { openModelServer } from "../../support/model-server.ts";
import type { ModelServer, Script } from "../../support/model-server.ts";

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
  { signal = new AbortController().signal, timeoutMs = 20_000 } = {},
): Promise<ModelAnswer & { readonly heard: string }> {
  server = await openModelServer(script);
  const baseUrl = server.baseUrl(api);
  const model = await openModel({ api, model: "small", baseUrl, apiKey: KEY, timeoutMs });
  let heard = "";
  const answer = await model.ask(QUESTION, {
    signal,
    onDelta: (text) => {
      heard += text;
    },
  });
  return { ...answer, heard };
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

describe.each(modelApis)("%s", (api) => {
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
    expect(answer).toEqual({
      text,
      stop: "end",
      usage: { inputTokens: 1234, outputTokens: 56 },
      heard: `I think. ${text}`,
    });
  });

  test("a refusal, one that is too long and one that is cut off are told apart", async () => {
    const refused = await ask(api, () => ({ refusal: "I will not." }));
    expect([refused.stop, refused.text]).toEqual(["refusal", "I will not."]);
    expect((await ask(api, () => ({ text: "and so on", tooLong: true }))).stop).toBe("length");
    expect((await ask(api, () => ({ text: "and", cut: "clean" }))).stop).toBe("cut");
    expect((await ask(api, () => ({ text: "and", cut: "broken" }))).stop).toBe("cut");
  });

  test.each([429, 500, 503])("after %i it is asked again", async (status) => {
    const { text } = await ask(api, (_asked, index) => (index < 2 ? { status } : { text: "ok" }));
    expect([text, server?.asked.length]).toEqual(["ok", 3]);
  });

  test("a service that only fails is told, with how often it was asked", async () => {
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
  });
  const { signal } = new AbortController();
  const { code, message } = await failureOf(model.ask(QUESTION, { signal, onDelta: () => {} }));
  expect(code).toBe("model-failed");
  expect(message).toContain(baseUrl);
});
