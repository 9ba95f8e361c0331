// Sends one request to Incus over a kept-alive connection, and waits a little if Incus is just restarting.
import { setTimeout as delay } from "node:timers/promises";
import type { Readable } from "node:stream";

import { WebservError } from "@webserv/shared/errors/errors.ts";
import { errors as undici, request as undiciRequest } from "undici";
import type { Dispatcher } from "undici";

import { endpointDispatcher, endpointName, endpointOrigin } from "./endpoint.ts";
import type { IncusEndpoint } from "./endpoint.ts";
import { answerTimeout, unreachable } from "./errors.ts";

export type HttpMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface HttpRequest {
  readonly method: HttpMethod;
  /** The path with the query, such as `/1.0/instances?recursion=1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent in chunks as it comes. */
  readonly body?: string | Buffer | Readable;
  /** The longest time until the answer begins, and between its parts, in ms. */
  readonly timeoutMs?: number;
  /**
   * The time that an abort still waits for the answer to a request that was sent, in ms: Incus may have begun an
   * operation by then that only the answer names.
   */
  readonly graceMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Dispatcher.ResponseData["body"];
}

export interface IncusHttp {
  /** Resolves with the answer, whatever its status. Throws IncusError if no answer comes, and the signal's reason. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

const ANSWER_TIMEOUT_MS = 60_000;

/** Makes the sender of requests; each waits up to `downWaitMs` for an Incus that does not listen. */
export function incusHttp(endpoint: IncusEndpoint, downWaitMs: number): IncusHttp {
  const dispatcher = endpointDispatcher(endpoint);
  const origin = endpointOrigin(endpoint);
  return {
    async send(request, signal) {
      const until = performance.now() + downWaitMs;
      for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 250)) {
        signal.throwIfAborted();
        const last = performance.now() >= until;
        try {
          const answer = await sendOnce(dispatcher, origin, request, signal);
          // Incus says so while it starts and while it stops; it has done nothing then.
          if (answer.status !== 503 || last || !repeatable(request)) return answer;
          await answer.body.dump();
        } catch (thrown) {
          signal.throwIfAborted();
          if (last || !neverSent(thrown, request)) throw inWords(thrown, endpoint, request);
        }
        await delay(waitMs, undefined, { signal });
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function sendOnce(
  dispatcher: Dispatcher,
  origin: string,
  { method, path, headers, body, timeoutMs = ANSWER_TIMEOUT_MS, graceMs }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const patient = graceMs === undefined ? undefined : outlasting(signal, graceMs);
  const answer = await undiciRequest(origin + path, {
    dispatcher,
    method,
    headers: { "user-agent": "webserv", ...headers },
    body: body ?? null,
    signal: patient?.signal ?? signal,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  }).finally(() => patient?.end());
  return {
    status: answer.statusCode,
    header: (name) => {
      const value = answer.headers[name.toLowerCase()];
      return typeof value === "string" ? value : value?.[0];
    },
    body: answer.body,
  };
}

/** Makes a signal that is aborted `ms` after the other one; `end` releases it. */
function outlasting(
  signal: AbortSignal,
  ms: number,
): { readonly signal: AbortSignal; end(): void } {
  const later = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => later.abort(signal.reason), ms);
  };
  signal.addEventListener("abort", begin, { once: true });
  return {
    signal: later.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener("abort", begin);
    },
  };
}

/** Tells whether the request can be sent again, which a stream that was begun can't. */
function repeatable({ body }: HttpRequest): boolean {
  return body === undefined || typeof body === "string" || Buffer.isBuffer(body);
}

/** Tells whether nobody received the request, or it only reads, so that asking twice does no harm. */
function neverSent(thrown: unknown, request: HttpRequest): boolean {
  const code = errorCode(thrown);
  // undici connects before it touches the body.
  if (code === "ECONNREFUSED" || code === "ENOENT") return true;
  return request.method === "GET" && (code === "UND_ERR_SOCKET" || code === "ECONNRESET");
}

function inWords(thrown: unknown, endpoint: IncusEndpoint, request: HttpRequest): Error {
  // An error of the caller's own stream is the caller's.
  if (thrown instanceof WebservError) return thrown;
  const asked = describeRequest(request);
  if (thrown instanceof undici.HeadersTimeoutError || thrown instanceof undici.BodyTimeoutError) {
    return answerTimeout(asked, request.timeoutMs ?? ANSWER_TIMEOUT_MS, thrown);
  }
  const fromConnection = errorCode(thrown) !== undefined;
  if (!fromConnection && thrown instanceof Error) return thrown;
  const words = connectionWords(thrown);
  return unreachable(endpointName(endpoint), { asked, status: 0, words, cause: thrown });
}

function connectionWords(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  switch (errorCode(thrown)) {
    case "ENOENT":
      return "there is no such socket";
    case "ECONNREFUSED":
      return "nobody listens there";
    case "EACCES":
      return "this user may not open the socket";
    default:
      return message;
  }
}

function errorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}

/** Returns method and path without the query. */
export function describeRequest({ method, path }: Pick<HttpRequest, "method" | "path">): string {
  return `${method} ${path.split("?")[0] ?? path}`;
}
