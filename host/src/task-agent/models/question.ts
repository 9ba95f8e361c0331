// One question as the services' clients are asked it.
import type { AskOptions, PromptMessage } from "../model.ts";

export interface Question extends Pick<AskOptions, "signal" | "onDelta"> {
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly answerTokens: number;
  /** How the chat API calls these: newer services refuse the older word, and older ones the newer. */
  readonly answerField: "max_completion_tokens" | "max_tokens";
}
