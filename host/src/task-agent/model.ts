// Declares what the agent needs of a model, whichever service it runs on.

export interface Picture {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
  /** Base64. */
  readonly data: string;
}

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly text: string;
  /** Only in a user's message. */
  readonly picture?: Picture | undefined;
}

export interface Usage {
  /** Tokens of the question, cached ones too. */
  readonly inputTokens: number;
  /** Tokens of the answer, reasoning too. */
  readonly outputTokens: number;
  /** Tokens of the question that were read from the service's cache. */
  readonly cachedTokens: number;
  /** Tokens of the question that were written into it. */
  readonly cacheWriteTokens: number;
}

/**
 * Why the answer ended: whole, too long, refused, or cut off on its way. After `overflow` there is
 * none, since the question does not fit into the model's context.
 */
export type Stop = "end" | "length" | "refusal" | "cut" | "overflow";

export interface ModelAnswer {
  /** After `overflow` the service's message. */
  readonly text: string;
  /** Undefined if the service reported none. */
  readonly usage: Usage | undefined;
  readonly stop: Stop;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Receives the answer, and the reasoning before it, piece by piece; an empty text is a sign of life. */
  readonly onDelta: (text: string) => void;
  /** Called with the reason why what came so far is void, and the same is asked again. */
  readonly onAgain: (why: string) => void;
}

export interface Model {
  readonly name: string;
  /** @throws WebservError `model-unauthorized`, `model-failed`, or the signal's reason. */
  ask(messages: readonly PromptMessage[], options: AskOptions): Promise<ModelAnswer>;
}

/** The longest answer that is asked for by default, in tokens, reasoning included. */
export const DEFAULT_ANSWER_TOKENS = 16_000;
