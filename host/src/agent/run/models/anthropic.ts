// A model behind Anthropic's messages, or a service that speaks as they do.
import type Anthropic from "@anthropic-ai/sdk";
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";

import { MAX_ANSWER_TOKENS } from "../model.ts";
import type { AskOptions, ModelAnswer, PromptMessage, Stop, Usage } from "../model.ts";

export async function askAnthropic(
  client: Anthropic,
  model: string,
  messages: readonly PromptMessage[],
  { signal, onDelta }: AskOptions,
): Promise<ModelAnswer> {
  const system = messages.flatMap(({ role, text }) => (role === "system" ? [text] : []));
  const events = await client.messages.create(
    {
      model,
      max_tokens: MAX_ANSWER_TOKENS,
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
  let inputTokens: number | undefined;
  let outputTokens = 0;
  for await (const event of events) {
    onDelta("");
    switch (event.type) {
      case "message_start": {
        const { usage } = event.message;
        inputTokens =
          usage.input_tokens +
          (usage.cache_creation_input_tokens ?? 0) +
          (usage.cache_read_input_tokens ?? 0);
        outputTokens = usage.output_tokens;
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
        // Counted up to here, not since the last event.
        outputTokens = event.usage.output_tokens;
        break;
      case "message_stop":
        whole = true;
        break;
      default:
        break;
    }
  }
  const usage: Usage | undefined =
    inputTokens === undefined ? undefined : { inputTokens, outputTokens };
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
