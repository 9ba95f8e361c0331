// Asks a model over Anthropic's messages API, or a service that speaks it.
import type Anthropic from "@anthropic-ai/sdk";
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";

import type { ModelAnswer, PromptMessage, Stop, Usage } from "../model.ts";
import type { Question } from "./question.ts";

export async function askAnthropic(
  client: Anthropic,
  { model, messages, answerTokens, signal, onDelta }: Question,
): Promise<ModelAnswer> {
  const system = messages.flatMap(({ role, text }) => (role === "system" ? [text] : []));
  const events = await client.messages.create(
    {
      model,
      max_tokens: answerTokens,
      // The instructions are the same at every step, and are read from the service's cache.
      system: system.map((text) => ({ type: "text", text, cache_control: { type: "ephemeral" } })),
      messages: messages.flatMap(toMessage),
      stream: true,
    },
    { signal },
  );
  onDelta("");
  let text = "";
  let reason: string | null = null;
  let whole = false;
  let usage: Usage | undefined;
  for await (const event of events) {
    onDelta("");
    switch (event.type) {
      case "message_start": {
        const { usage: told } = event.message;
        const cachedTokens = told.cache_read_input_tokens ?? 0;
        const cacheWriteTokens = told.cache_creation_input_tokens ?? 0;
        // The service counts these apart.
        const inputTokens = told.input_tokens + cachedTokens + cacheWriteTokens;
        usage = { inputTokens, outputTokens: told.output_tokens, cachedTokens, cacheWriteTokens };
        break;
      }
      case "content_block_delta":
        if (event.delta.type === "text_delta") {
          text += event.delta.text;
          onDelta(event.delta.text);
        } else if (event.delta.type === "thinking_delta") onDelta(event.delta.thinking);
        break;
      case "message_delta":
        reason = event.delta.stop_reason;
        // The usage is counted from the beginning, not since the last event.
        if (usage !== undefined) {
          usage = { ...usage, outputTokens: event.usage.output_tokens };
        }
        break;
      case "message_stop":
        whole = true;
        break;
      default:
        break;
    }
  }
  return { text, usage, stop: whole ? stopOf(reason) : "cut" };
}

function stopOf(reason: string | null): Stop {
  if (reason === "refusal") return "refusal";
  return reason === "max_tokens" || reason === "model_context_window_exceeded" ? "length" : "end";
}

function toMessage({ role, text, picture }: PromptMessage): MessageParam[] {
  if (role === "system") return [];
  if (picture === undefined) return [{ role, content: text }];
  return [
    {
      role,
      content: [
        { type: "text", text },
        {
          type: "image",
          source: { type: "base64", media_type: picture.mediaType, data: picture.data },
        },
      ],
    },
  ];
}
