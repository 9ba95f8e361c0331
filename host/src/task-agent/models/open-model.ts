// Opens a model over the official client of its service, and translates its errors.
import { WebservError } from "@webserv/shared/errors/errors.ts";

import type { AskOptions, Model, ModelAnswer, PromptMessage } from "../model.ts";
import { AnswerFailed, isPassing, pauseAfter } from "./broken-answer.ts";
import type { Question } from "./question.ts";
import { readTooLong } from "./too-long.ts";

export const modelApis = ["chat", "responses", "anthropic"] as const;
export type ModelApi = (typeof modelApis)[number];

/** Environment variables that hold the key if none is named. */
export const keyVariables: Readonly<Record<ModelApi, string>> = {
  chat: "OPENAI_API_KEY",
  responses: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
};

/**
 * The number of times that a question is asked again. The clients ask again by themselves after 408, 409, 429 and
 * 5xx, and if nothing answered; this file does so if a service breaks its answer off.
 */
const MAX_RETRIES = 4;

export interface ModelOptions {
  readonly api: ModelApi;
  readonly model: string;
  /** Address of the service; the client's own if left out. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
  /** The longest wait, in ms, for one attempt's answer to begin, and for each pause in the answer. */
  readonly timeoutMs: number;
  /** The longest answer that is asked for, reasoning included. */
  readonly answerTokens: number;
}

type Lengths = Pick<Question, "answerTokens" | "answerField">;

/** The clients are loaded here: no other command waits for them. */
export async function openModel(options: ModelOptions): Promise<Model> {
  const { api, model } = options;
  const [ask, errors] = await Promise.all([askerOf(options), errorsOf(api)]);
  const once = onceAsker(ask, errors, options);
  /** The longest answer that the service has been found to take. */
  let longest = options.answerTokens;
  let answerField: Lengths["answerField"] = "max_completion_tokens";
  return {
    name: model,
    ask: async (messages, asked) => {
      // A long question leaves less room for its answer; the next one may leave more.
      let answerTokens = longest;
      for (let tries = 0; ;) {
        const tried = await once(messages, { answerTokens, answerField }, asked);
        if (tried.kind === "answer") return tried.answer;
        if (tried.kind === "broken") {
          if (!isPassing(tried.error) || tries === MAX_RETRIES) {
            throw modelError(tried.error, options, { tries: tries + 1 });
          }
          asked.onAgain(`the service broke the answer off: ${wordsOf(tried.error, options)}`);
          await pauseAfter(tried.error, tries++, asked.signal);
          continue;
        }
        const { tooLong, words } = tried;
        if (tooLong.kind === "question") return { text: words, usage: undefined, stop: "overflow" };
        if (tooLong.kind === "answer") {
          answerTokens = tooLong.tokens;
          if (tooLong.always) longest = answerTokens;
        } else if (answerField === "max_tokens") {
          throw modelError(tried.error, options, {});
        } else {
          answerField = "max_tokens";
        }
      }
    },
  };
}

type Tried =
  | { readonly kind: "answer"; readonly answer: ModelAnswer }
  /** The answer had begun. */
  | { readonly kind: "broken"; readonly error: Error }
  | {
      readonly kind: "too-long";
      readonly tooLong: NonNullable<ReturnType<typeof readTooLong>>;
      readonly words: string;
      readonly error: Error;
    };

type Errors = Awaited<ReturnType<typeof errorsOf>>;

/** Asks one time, as far as we see: the client asks again by itself before an answer has begun. */
function onceAsker(ask: Ask, errors: Errors, options: ModelOptions) {
  return async (
    messages: readonly PromptMessage[],
    lengths: Lengths,
    asked: AskOptions,
  ): Promise<Tried> => {
    const pause = watchPauses(asked, options.timeoutMs);
    try {
      const question = { ...pause.asked, ...lengths, messages, model: options.model };
      return { kind: "answer", answer: await ask(question) };
    } catch (error) {
      asked.signal.throwIfAborted();
      // The clients do not retry an answer that breaks off after its beginning.
      if (pause.tooLong() || isBrokenOff(error)) {
        return { kind: "answer", answer: { text: "", usage: undefined, stop: "cut" } };
      }
      const { APIConnectionError, APIError } = errors;
      const unreachable = error instanceof APIConnectionError;
      const isApis = error instanceof APIError && !unreachable;
      const status = isApis ? statusOf(error) : undefined;
      if (error instanceof AnswerFailed || isApis) {
        const broken = status === undefined;
        const words = wordsOf(error, options);
        const tooLong =
          TOO_LONG_STATUSES.has(status ?? 0) || (broken && !isPassing(error))
            ? readTooLong(words, lengths.answerTokens)
            : undefined;
        if (tooLong !== undefined) return { kind: "too-long", tooLong, words, error };
        if (broken) return { kind: "broken", error };
      }
      throw modelError(error, options, { status, unreachable });
    } finally {
      pause.end();
    }
  };
}

/** The statuses by which services refuse a question. */
const TOO_LONG_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** The clients' own timeout ends when the answer begins: one that stops coming would be waited for for ever. */
function watchPauses({ signal, onDelta }: AskOptions, timeoutMs: number) {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    asked: {
      signal: AbortSignal.any([signal, stop.signal]),
      onDelta: (text: string) => {
        clearTimeout(timer);
        timer = setTimeout(() => stop.abort(), timeoutMs);
        onDelta(text);
      },
    },
    tooLong: () => stop.signal.aborted,
    end: () => clearTimeout(timer),
  };
}

type Ask = (question: Question) => Promise<ModelAnswer>;

async function askerOf({ api, baseUrl, apiKey, timeoutMs }: ModelOptions): Promise<Ask> {
  const common = { apiKey, timeout: timeoutMs, maxRetries: MAX_RETRIES, logLevel: "off" } as const;
  const address = baseUrl === undefined ? {} : { baseURL: baseUrl };
  switch (api) {
    case "anthropic": {
      const [{ Anthropic }, { askAnthropic }] = await Promise.all([
        import("@anthropic-ai/sdk"),
        import("./anthropic.ts"),
      ]);
      const client = new Anthropic({ ...common, ...address });
      return (question) => askAnthropic(client, question);
    }
    case "chat": {
      const [{ OpenAI }, { askChat }] = await Promise.all([import("openai"), import("./chat.ts")]);
      const client = new OpenAI({ ...common, ...address });
      return (question) => askChat(client, question);
    }
    case "responses": {
      const [{ OpenAI }, { askResponses }] = await Promise.all([
        import("openai"),
        import("./responses.ts"),
      ]);
      const client = new OpenAI({ ...common, ...address });
      return (question) => askResponses(client, question);
    }
  }
}

async function errorsOf(api: ModelApi) {
  return api === "anthropic" ? await import("@anthropic-ai/sdk") : await import("openai");
}

function statusOf(error: object): number | undefined {
  return "status" in error && typeof error.status === "number" ? error.status : undefined;
}

/** Recognizes the error of reading a body whose connection ends. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof TypeError && error.message === "terminated";
}

/** Some services repeat the key they were given. */
function wordsOf(error: unknown, { apiKey }: ModelOptions): string {
  const message = error instanceof Error ? error.message : String(error);
  return apiKey === "" ? message : message.replaceAll(apiKey, "…");
}

interface Failure {
  readonly status?: number | undefined;
  readonly unreachable?: boolean;
  /** The number of times that it was asked for an answer and broke it off. */
  readonly tries?: number;
}

function modelError(
  error: unknown,
  options: ModelOptions,
  { status, unreachable = false, tries = 1 }: Failure,
): WebservError {
  const { model, baseUrl, api } = options;
  const words = wordsOf(error, options);
  const where = baseUrl ?? `the service of ${api}`;
  if (status === 401 || status === 403) {
    return new WebservError("model-unauthorized", `${where} refused the key: ${words}`);
  }
  if (unreachable) {
    return new WebservError(
      "model-failed",
      `${where} can't be reached or did not answer in time, in ${MAX_RETRIES + 1} tries: ${words}`,
      { next: "Check --base-url and that the service runs; --timeout-ms gives it more time." },
    );
  }
  const asked = status === 429 || (status ?? 0) >= 500 ? MAX_RETRIES + 1 : tries;
  return new WebservError(
    "model-failed",
    `${where} did not answer for the model "${model}"${asked > 1 ? ` in ${asked} tries` : ""}: ${words}`,
    { details: status === undefined ? {} : { status } },
  );
}
