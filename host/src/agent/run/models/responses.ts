// A model behind OpenAI's responses, or a service that speaks as they do.
import type OpenAI from "openai";
import type { Response, ResponseInputItem } from "openai/resources/responses/responses";

import { WebservError } from "@webserv/shared/protocol/errors.ts";

import { MAX_ANSWER_TOKENS } from "../model.ts";
import type { AskOptions, ModelAnswer, PromptMessage, Stop } from "../model.ts";

export async function askResponses(
  client: OpenAI,
  model: string,
  messages: readonly PromptMessage[],
  { signal, onDelta }: AskOptions,
): Promise<ModelAnswer> {
  const events = await client.responses.create(
    {
      model,
      instructions: messages
        .flatMap(({ role, text }) => (role === "system" ? [text] : []))
        .join("\n"),
      input: messages.filter(({ role }) => role !== "system").map(toInput),
      max_output_tokens: MAX_ANSWER_TOKENS,
      // Each question holds all there is to know: nothing is kept at the service.
      store: false,
      stream: true,
    },
    { signal },
  );
  onDelta("");
  let text = "";
  let refusal = "";
  let final: Response | undefined;
  for await (const event of events) {
    onDelta("");
    switch (event.type) {
      case "response.output_text.delta":
        text += event.delta;
        onDelta(event.delta);
        break;
      case "response.reasoning_summary_text.delta":
        onDelta(event.delta);
        break;
      case "response.refusal.delta":
        refusal += event.delta;
        break;
      case "response.completed":
      case "response.incomplete":
        final = event.response;
        break;
      case "response.failed":
        throw new WebservError(
          "model-failed",
          `the model failed: ${event.response.error?.message ?? "the service does not say why"}`,
        );
      default:
        break;
    }
  }
  const usage =
    final?.usage === undefined || final.usage === null
      ? undefined
      : { inputTokens: final.usage.input_tokens, outputTokens: final.usage.output_tokens };
  return refusal === ""
    ? { text, usage, stop: stopOf(final) }
    : { text: refusal, usage, stop: "refusal" };
}

function stopOf(final: Response | undefined): Stop {
  if (final === undefined) return "cut";
  if (final.status !== "incomplete") return "end";
  return final.incomplete_details?.reason === "content_filter" ? "refusal" : "length";
}

function toInput({ role, text, picture }: PromptMessage): ResponseInputItem {
  if (role === "assistant") return { role, content: text };
  if (picture === undefined) return { role: "user", content: text };
  const url = `data:${picture.mediaType};base64,${picture.data}`;
  return {
    role: "user",
    content: [
      { type: "input_text", text },
      { type: "input_image", image_url: url, detail: "auto" },
    ],
  };
}
