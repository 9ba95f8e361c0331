// Writes answers of a model, whole and broken off, as the events of the three APIs.

export type ModelServerApi = "chat" | "responses" | "anthropic";

export interface Scripted {
  /** The answer, sent in several pieces. */
  readonly text?: string;
  /** The model's reasoning before the answer, sent apart from it. */
  readonly reasoning?: string;
  /** The words with which the model refuses. */
  readonly refusal?: string;
  /** True if the answer ends because it is too long. */
  readonly tooLong?: boolean;
  /** Set if the connection ends in the middle: `clean`, as if the answer were whole, or `broken`. */
  readonly cut?: "clean" | "broken";
  /** The tokens used. Of the input, `cached` was read from the service's cache and `kept` was written into it. */
  readonly usage?:
    | {
        readonly input: number;
        readonly output: number;
        readonly cached?: number;
        readonly kept?: number;
      }
    | "untold";
  /** The status of an error in place of an answer, whose words are in `message`. */
  readonly status?: number;
  readonly message?: string;
  /** Set if the service says in the middle of the answer that it can't go on. */
  readonly fails?: {
    readonly code: string;
    readonly message: string;
    /** True if the responses API says so by an event of its own, and not by the response's end. */
    readonly apart?: boolean;
  };
  /** True if the answer begins and never goes on. */
  readonly hangs?: boolean;
}

const USAGE = { input: 100, output: 10, cached: undefined, kept: undefined };

const NOTHING = { input: 0, output: 0, cached: 0, kept: 0 };

function event(data: unknown, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function piecesOf(text: string): string[] {
  return text.match(/[\s\S]{1,40}/g) ?? [];
}

/** Makes the events of a whole answer, in each API's own way. */
export const eventsOf: Readonly<Record<ModelServerApi, (scripted: Scripted) => string[]>> = {
  chat: ({ text = "", reasoning = "", refusal, tooLong, usage = USAGE }) => {
    const chunk = (delta: object, finish: string | null = null): string =>
      event({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model: "scripted",
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    return [
      chunk({ role: "assistant" }),
      ...piecesOf(reasoning).map((piece) => chunk({ reasoning_content: piece })),
      ...piecesOf(text).map((piece) => chunk({ content: piece })),
      ...(refusal === undefined ? [] : [chunk({ refusal })]),
      chunk({}, tooLong === true ? "length" : "stop"),
      ...(usage === "untold"
        ? []
        : [
            event({
              id: "chatcmpl-1",
              object: "chat.completion.chunk",
              choices: [],
              usage: {
                prompt_tokens: usage.input,
                completion_tokens: usage.output,
                ...(usage.cached === undefined
                  ? {}
                  : { prompt_tokens_details: { cached_tokens: usage.cached } }),
              },
            }),
          ]),
      "data: [DONE]\n\n",
    ];
  },
  responses: ({ text = "", reasoning = "", refusal, tooLong, usage = USAGE }) => {
    const response = (status: string): object => ({
      id: "resp_1",
      object: "response",
      status,
      output: [],
      incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
      usage:
        usage === "untold"
          ? null
          : {
              input_tokens: usage.input,
              output_tokens: usage.output,
              input_tokens_details: { cached_tokens: usage.cached ?? 0 },
            },
    });
    const last = tooLong === true ? "incomplete" : "completed";
    const typed = (type: string, fields: object): string => event({ type, ...fields }, type);
    const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
    return [
      typed("response.created", { response: response("in_progress") }),
      ...piecesOf(reasoning).map((delta) =>
        typed("response.reasoning_summary_text.delta", { ...place, delta }),
      ),
      ...piecesOf(text).map((delta) => typed("response.output_text.delta", { ...place, delta })),
      ...(refusal === undefined
        ? []
        : [typed("response.refusal.delta", { ...place, delta: refusal })]),
      typed(`response.${last}`, { response: response(last) }),
    ];
  },
  anthropic: ({ text = "", reasoning = "", refusal, tooLong, usage = USAGE }) => {
    const typed = (type: string, fields: object): string => event({ type, ...fields }, type);
    const { input, output, cached = 40, kept = 0 } = usage === "untold" ? NOTHING : usage;
    const delta = (each: object): string => typed("content_block_delta", { index: 0, delta: each });
    const reason = tooLong === true ? "max_tokens" : "end_turn";
    return [
      typed("message_start", {
        message: {
          id: "msg_1",
          type: "message",
          role: "assistant",
          content: [],
          model: "scripted",
          stop_reason: null,
          // Tokens that were read from the cache are counted apart.
          usage: {
            input_tokens: input - cached - kept,
            cache_read_input_tokens: cached,
            cache_creation_input_tokens: kept,
            output_tokens: 1,
          },
        },
      }),
      typed("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      ...piecesOf(reasoning).map((thinking) => delta({ type: "thinking_delta", thinking })),
      ...piecesOf(refusal ?? text).map((text) => delta({ type: "text_delta", text })),
      typed("content_block_stop", { index: 0 }),
      typed("message_delta", {
        delta: { stop_reason: refusal === undefined ? reason : "refusal", stop_sequence: null },
        usage: { output_tokens: output },
      }),
      typed("message_stop", {}),
    ];
  },
};

/** Says how each API reports that an answer can't be finished. */
export const failureOf: Readonly<
  Record<ModelServerApi, (fails: NonNullable<Scripted["fails"]>) => string>
> = {
  chat: ({ code, message }) => event({ error: { type: code, code, message } }),
  responses: ({ code, message, apart }) =>
    apart === true
      ? event({ type: "error", code, message, param: null }, "error")
      : event(
          {
            type: "response.failed",
            response: {
              id: "resp_1",
              object: "response",
              status: "failed",
              error: { code, message },
            },
          },
          "response.failed",
        ),
  anthropic: ({ code, message }) =>
    event({ type: "error", error: { type: code, message } }, "error"),
};
