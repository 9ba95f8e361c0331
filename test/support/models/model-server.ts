// Serves the three APIs of model services and answers as a script says.
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

import * as z from "zod/mini";

import { eventsOf, failureOf } from "./model-answers.ts";
import type { ModelServerApi, Scripted } from "./model-answers.ts";

export type { ModelServerApi, Scripted } from "./model-answers.ts";

/** Holds a question, whichever API it came by. */
export interface Asked {
  readonly api: ModelServerApi;
  readonly model: string;
  readonly system: string;
  /** The texts of the user's and the assistant's messages, in their order. */
  readonly texts: readonly string[];
  /** The pictures, as data addresses or base64. */
  readonly pictures: readonly string[];
  /** The key that came. */
  readonly key: string;
  /** The longest answer, in tokens, and the name under which that was said. */
  readonly answerTokens: number;
  readonly answerField: string;
}

export type Script = (asked: Asked, index: number) => Scripted;

export interface ModelServer {
  /** Returns the address to be given as --base-url. */
  readonly baseUrl: (api: ModelServerApi) => string;
  readonly asked: readonly Asked[];
  close(): void;
}

export async function openModelServer(script: Script): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, (question) => {
      asked.push(question);
      return script(question, asked.length - 1);
    }).catch((error: unknown) => {
      // A question that breaks the API's rules is a fault of the client's, and is answered as one.
      sendError(response, 400, String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl: (api) => (api === "anthropic" ? origin : `${origin}/v1`),
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: (asked: Asked) => Scripted,
): Promise<void> {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(request, "end");
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const question = read(request, body);
  const scripted = script(question);
  if (scripted.status !== undefined) {
    // Some services repeat what they were sent.
    const message = scripted.message ?? `as scripted, to ${question.key}`;
    return sendError(response, scripted.status, message);
  }
  response.writeHead(200, { "content-type": "text/event-stream", ...AT_ONCE });
  const events = eventsOf[question.api](scripted);
  const { fails } = scripted;
  const whole = scripted.cut === undefined && scripted.hangs !== true && fails === undefined;
  const cutAt = whole ? events.length : Math.floor(events.length / 2);
  for (const event of events.slice(0, cutAt)) response.write(event);
  if (scripted.hangs === true) return;
  if (fails !== undefined) response.write(failureOf[question.api](fails));
  if (scripted.cut === "broken") {
    // Whatever has been written reaches the client first.
    await new Promise<void>((resolve) => response.write(": on its way\n\n", () => resolve()));
    response.destroy();
  } else response.end();
}

/** Clients that ask again do so at once. */
const AT_ONCE = { "retry-after-ms": "1" };

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json", ...AT_ONCE });
  response.end(JSON.stringify({ type: "error", error: { type: "scripted", message } }));
}

const part = z.object({
  type: z.string(),
  text: z.optional(z.string()),
  image_url: z.optional(z.union([z.string(), z.object({ url: z.string() })])),
  source: z.optional(z.object({ type: z.literal("base64"), data: z.string() })),
});
type Part = z.infer<typeof part>;
const content = z.union([z.string(), z.array(part)]);
const message = z.object({ role: z.string(), content });

const questions = {
  chat: z.object({
    model: z.string(),
    stream: z.literal(true),
    max_completion_tokens: z.optional(z.int()),
    max_tokens: z.optional(z.int()),
    messages: z.array(message),
  }),
  responses: z.object({
    model: z.string(),
    stream: z.literal(true),
    instructions: z.string(),
    max_output_tokens: z.int(),
    input: z.array(message),
  }),
  anthropic: z.object({
    model: z.string(),
    stream: z.literal(true),
    max_tokens: z.int(),
    system: z.array(part),
    messages: z.array(message),
  }),
};

function read({ url, headers }: IncomingMessage, body: unknown): Asked {
  const key = headers.authorization?.replace(/^Bearer /, "") ?? "";
  switch (url) {
    case "/v1/chat/completions": {
      const { model, messages, ...limits } = questions.chat.parse(body);
      const system = messages.filter(({ role }) => role === "system");
      const others = messages.filter(({ role }) => role !== "system");
      const allowed = answerOf(limits);
      return { api: "chat", model, system: textOf(system), ...told(others), key, ...allowed };
    }
    case "/v1/responses": {
      const { model, instructions, input, ...limits } = questions.responses.parse(body);
      const allowed = answerOf(limits);
      return { api: "responses", model, system: instructions, ...told(input), key, ...allowed };
    }
    case "/v1/messages": {
      const { model, system, messages, ...limits } = questions.anthropic.parse(body);
      const words = system.map(({ text }) => text ?? "").join("\n");
      const allowed = answerOf(limits);
      return { api: "anthropic", model, system: words, ...told(messages), key, ...allowed };
    }
    default:
      throw new Error(`no API has ${url}`);
  }
}

/** Returns the one limit that was sent. */
function answerOf(limits: Readonly<Record<string, unknown>>) {
  const names = ["max_completion_tokens", "max_tokens", "max_output_tokens"];
  const [one, ...others] = names.flatMap((name) => {
    const tokens = limits[name];
    return typeof tokens === "number" ? [{ answerTokens: tokens, answerField: name }] : [];
  });
  if (one === undefined || others.length > 0) throw new Error("one limit of the answer is needed");
  return one;
}

type Message = z.infer<typeof message>;

function told(messages: readonly Message[]): Pick<Asked, "texts" | "pictures"> {
  const pictures = messages.flatMap(({ content }) => partsOf(content).flatMap(pictureOf));
  return { texts: messages.map((each) => textOf([each])), pictures };
}

function textOf(messages: readonly Message[]): string {
  return messages
    .flatMap(({ content }) => partsOf(content).flatMap(({ text }) => text ?? []))
    .join("\n");
}

function partsOf(content: Message["content"]): readonly Part[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function pictureOf({ image_url: address, source }: Part): string[] {
  if (source !== undefined) return [source.data];
  if (address === undefined) return [];
  return [typeof address === "string" ? address : address.url];
}
