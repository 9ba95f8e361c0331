// Opens a model over the official client of its service, whose errors are told in our words.
import { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { AskOptions, Model, ModelAnswer, PromptMessage } from "../model.ts";

export const modelApis = ["chat", "responses", "anthropic"] as const;
export type ModelApi = (typeof modelApis)[number];

/** Environment variables that hold the key where none is named. */
export const keyVariables: Readonly<Record<ModelApi, string>> = {
  chat: "OPENAI_API_KEY",
  responses: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
};

/** How often the clients ask again by themselves: after 408, 409, 429, 5xx, and where nothing answered. */
const MAX_RETRIES = 4;

export interface ModelOptions {
  readonly api: ModelApi;
  readonly model: string;
  /** Address of the service; the client's own if left out. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string;
  /** Of one try of one question until its answer begins, and of each pause in the answer. */
  readonly timeoutMs: number;
}

/** The clients are loaded here: no other command waits for them. */
export async function openModel(options: ModelOptions): Promise<Model> {
  const { api, model, apiKey } = options;
  const ask = await askerOf(options);
  return {
    name: model,
    ask: async (messages, asked) => {
      const pause = watchPauses(asked, options.timeoutMs);
      try {
        return await ask(messages, pause.asked);
      } catch (error) {
        asked.signal.throwIfAborted();
        if (pause.tooLong()) return { text: "", usage: undefined, stop: "cut" };
        const { APIConnectionError, APIError } = await errorsOf(api);
        if (error instanceof WebservError) throw error;
        // An answer that breaks off after its beginning is not asked for again by the clients.
        if (!(error instanceof APIError) && isBrokenOff(error)) {
          return { text: "", usage: undefined, stop: "cut" };
        }
        throw told(error, options, {
          status: error instanceof APIError ? statusOf(error) : undefined,
          unreachable: error instanceof APIConnectionError,
          key: apiKey,
        });
      } finally {
        pause.end();
      }
    },
  };
}

/** The clients' own timeout ends where the answer begins: one that stops coming would be waited for for ever. */
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

type Ask = (messages: readonly PromptMessage[], options: AskOptions) => Promise<ModelAnswer>;

async function askerOf({ api, model, baseUrl, apiKey, timeoutMs }: ModelOptions): Promise<Ask> {
  const common = { apiKey, timeout: timeoutMs, maxRetries: MAX_RETRIES, logLevel: "off" } as const;
  const address = baseUrl === undefined ? {} : { baseURL: baseUrl };
  switch (api) {
    case "anthropic": {
      const [{ Anthropic }, { askAnthropic }] = await Promise.all([
        import("@anthropic-ai/sdk"),
        import("./anthropic.ts"),
      ]);
      const client = new Anthropic({ ...common, ...address });
      return (messages, options) => askAnthropic(client, model, messages, options);
    }
    case "chat": {
      const [{ OpenAI }, { askChat }] = await Promise.all([import("openai"), import("./chat.ts")]);
      const client = new OpenAI({ ...common, ...address });
      return (messages, options) => askChat(client, model, messages, options);
    }
    case "responses": {
      const [{ OpenAI }, { askResponses }] = await Promise.all([
        import("openai"),
        import("./responses.ts"),
      ]);
      const client = new OpenAI({ ...common, ...address });
      return (messages, options) => askResponses(client, model, messages, options);
    }
  }
}

async function errorsOf(api: ModelApi) {
  return api === "anthropic" ? await import("@anthropic-ai/sdk") : await import("openai");
}

function statusOf(error: object): number | undefined {
  return "status" in error && typeof error.status === "number" ? error.status : undefined;
}

/** What reading a body throws when its connection ends. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof TypeError && error.message === "terminated";
}

function told(
  error: unknown,
  { model, baseUrl, api }: ModelOptions,
  { status, unreachable, key }: { status: number | undefined; unreachable: boolean; key: string },
): WebservError {
  const message = error instanceof Error ? error.message : String(error);
  const words = key === "" ? message : message.replaceAll(key, "…");
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
  const tried = status === 429 || (status ?? 0) >= 500 ? ` in ${MAX_RETRIES + 1} tries` : "";
  return new WebservError(
    "model-failed",
    `${where} did not answer for the model "${model}"${tried}: ${words}`,
    { details: status === undefined ? {} : { status } },
  );
}
