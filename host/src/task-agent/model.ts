// Declares what the agent needs of a model, whichever service it runs on.

export interface Picture {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
  /** The picture in base64. */
  readonly data: string;
}

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly text: string;
  /** A picture, which only a user's message may have. */
  readonly picture?: Picture | undefined;
}

export interface Usage {
  /** Tokens of the question, including cached ones. */
  readonly inputTokens: number;
  /** Tokens of the answer, including its reasoning. */
  readonly outputTokens: number;
  /** Tokens of the question that were read from the service's cache. */
  readonly cachedTokens: number;
  /** Tokens of the question that were written into it. */
  readonly cacheWriteTokens: number;
}

/**
 * The reason why the answer ended: whole, too long, refused, or cut off on its way. After `overflow` there is no
 * answer, since the question does not fit into the model's context.
 */
export type Stop = "end" | "length" | "refusal" | "cut" | "overflow";

export interface ModelAnswer {
  /** The answer; after `overflow`, the service's message. */
  readonly text: string;
  /** The usage; undefined if the service reported none. */
  readonly usage: Usage | undefined;
  readonly stop: Stop;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  /** Receives the answer, and the reasoning before it, piece by piece; an empty text is a sign of life. */
  readonly onDelta: (text: string) => void;
  /** Called if the answer so far is void and is asked for again, with the reason. */
  readonly onAgain: (why: string) => void;
}

export interface Model {
  readonly name: string;
  /** @throws WebservError `model-unauthorized`, `model-failed`, or the signal's reason. */
  ask(messages: readonly PromptMessage[], options: AskOptions): Promise<ModelAnswer>;
}

/** The longest answer that is asked for by default, in tokens, reasoning included. */
export const DEFAULT_ANSWER_TOKENS = 16_000;
