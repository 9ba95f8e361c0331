// Asks a model over OpenAI's chat completions, or a service that speaks them.
import type OpenAI from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";

import type { ModelAnswer, PromptMessage, Stop, Usage } from "../model.ts";
import type { Question } from "./question.ts";

interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?:
    | { readonly cached_tokens?: number | undefined }
    | null
    | undefined;
}

export async function askChat(
  client: OpenAI,
  { model, messages, answerTokens, answerField, signal, onDelta }: Question,
): Promise<ModelAnswer> {
  const chunks = await client.chat.completions.create(
    {
      model,
      messages: messages.map(toChatMessage),
      [answerField]: answerTokens,
      stream: true,
      stream_options: { include_usage: true },
    },
    { signal },
  );
  onDelta("");
  let text = "";
  let refusal = "";
  let stop: Stop = "cut";
  let usage: Usage | undefined;
  for await (const { choices, usage: told } of chunks) {
    onDelta("");
    if (told !== undefined && told !== null) usage = readUsage(told);
    const choice = choices[0];
    if (choice === undefined) continue;
    const { delta, finish_reason: finish } = choice;
    const reasoning = reasoningOf(delta);
    if (reasoning !== "") onDelta(reasoning);
    const piece = delta.content ?? "";
    if (piece !== "") onDelta(piece);
    text += piece;
    refusal += delta.refusal ?? "";
    if (finish !== null && finish !== undefined) stop = stopOf(finish);
  }
  return refusal === "" ? { text, usage, stop } : { text: refusal, usage, stop: "refusal" };
}

/** Services that are not OpenAI's send a model's reasoning in a field of their own. */
function reasoningOf(delta: object): string {
  if ("reasoning_content" in delta && typeof delta.reasoning_content === "string") {
    return delta.reasoning_content;
  }
  return "reasoning" in delta && typeof delta.reasoning === "string" ? delta.reasoning : "";
}

function stopOf(finish: string): Stop {
  if (finish === "length") return "length";
  return finish === "content_filter" ? "refusal" : "end";
}

function readUsage({ prompt_tokens, completion_tokens, prompt_tokens_details }: ChatUsage): Usage {
  return {
    inputTokens: prompt_tokens,
    outputTokens: completion_tokens,
    cachedTokens: prompt_tokens_details?.cached_tokens ?? 0,
    cacheWriteTokens: 0,
  };
}

function toChatMessage({ role, text, picture }: PromptMessage): ChatCompletionMessageParam {
  if (role !== "user") return { role, content: text };
  if (picture === undefined) return { role, content: text };
  const url = `data:${picture.mediaType};base64,${picture.data}`;
  return {
    role,
    content: [
      { type: "text", text },
      { type: "image_url", image_url: { url } },
    ],
  };
}
