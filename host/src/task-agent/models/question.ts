// Describes one question as the services' clients are asked it.
import type { AskOptions, PromptMessage } from "../model.ts";

export interface Question extends Pick<AskOptions, "signal" | "onDelta"> {
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly answerTokens: number;
  /** The name of `answerTokens` in the chat API: newer services refuse the older name, and older ones the newer. */
  readonly answerField: "max_completion_tokens" | "max_tokens";
}
