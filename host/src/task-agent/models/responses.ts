// Asks a model over OpenAI's responses API, or a service that speaks it.
import type OpenAI from "openai";
import type {
  Response,
  ResponseInputItem,
  ResponseUsage,
} from "openai/resources/responses/responses";

import type { ModelAnswer, PromptMessage, Stop, Usage } from "../model.ts";
import { AnswerFailed } from "./broken-answer.ts";
import type { Question } from "./question.ts";

export async function askResponses(
  client: OpenAI,
  { model, messages, answerTokens, signal, onDelta }: Question,
): Promise<ModelAnswer> {
  const asked = client.responses.create(
    {
      model,
      instructions: messages
        .flatMap(({ role, text }) => (role === "system" ? [text] : []))
        .join("\n"),
      input: messages.filter(({ role }) => role !== "system").map(toInput),
      max_output_tokens: answerTokens,
      // Each question holds all there is to know: the service keeps nothing.
      store: false,
      stream: true,
    },
    { signal },
  );
  const { data: events, response } = await asked.withResponse();
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
        throw new AnswerFailed(event.response.error, response.headers);
      default:
        break;
    }
  }
  const usage = readUsage(final?.usage);
  return refusal === ""
    ? { text, usage, stop: stopOf(final) }
    : { text: refusal, usage, stop: "refusal" };
}

/** Services that are not OpenAI's leave the details out. */
type ToldUsage = Pick<ResponseUsage, "input_tokens" | "output_tokens"> & {
  readonly input_tokens_details?: { readonly cached_tokens?: number };
};

function readUsage(told: ToldUsage | null | undefined): Usage | undefined {
  if (told === null || told === undefined) return undefined;
  return {
    inputTokens: told.input_tokens,
    outputTokens: told.output_tokens,
    cachedTokens: told.input_tokens_details?.cached_tokens ?? 0,
    cacheWriteTokens: 0,
  };
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
