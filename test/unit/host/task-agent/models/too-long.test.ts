import { readTooLong } from "@webserv/host/src/task-agent/models/too-long.ts";
import { expect, test } from "vitest";

// As the services write it; the question asked for an answer of 16,000 tokens.
test.each([
  [
    "max_tokens is too large: 16000. This model supports at most 4096 completion tokens, whereas you provided 16000.",
    { kind: "answer", tokens: 4096, always: true },
  ],
  [
    "max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku-20241022",
    { kind: "answer", tokens: 8192, always: true },
  ],
  [
    "`max_completion_tokens` must be less than or equal to `8192`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model",
    { kind: "answer", tokens: 8192, always: true },
  ],
  [
    "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
    { kind: "answer", tokens: 8192, always: true },
  ],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is 8192 tokens and your request has 5000 input tokens (16000 > 8192 - 5000).",
    { kind: "answer", tokens: 3192, always: false },
  ],
  [
    "input length and `max_tokens` exceed context limit: 188240 + 16000 > 200000, decrease input length or `max_tokens` and try again",
    { kind: "answer", tokens: 11_760, always: false },
  ],
  [
    "This model's maximum context length is 8192 tokens. However, you requested 24000 tokens (8000 in the messages, 16000 in the completion). Please reduce the length of the messages or completion.",
    { kind: "question" },
  ],
  [
    "max_output_tokens exceeds what the model can do",
    { kind: "answer", tokens: 8000, always: false },
  ],
  ["prompt is too long: 205000 tokens > 200000 maximum", { kind: "question" }],
  [
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    { kind: "question" },
  ],
  ["the request exceeds the available context size, try increasing it", { kind: "question" }],
  ["Unrecognized request argument supplied: max_completion_tokens", { kind: "field" }],
  ["messages: at least one message is required", undefined],
  ["Invalid API parameter: temperature is too large", undefined],
])("the words of a service tell whether and what was too long: %s", (words, expected) => {
  expect(readTooLong(words, 16_000)).toEqual(expected);
});

test("a question has to be shorter if its answer would become too short to be one", () => {
  expect(readTooLong("max_tokens and the input exceed the context", 700)).toEqual({
    kind: "question",
  });
});
