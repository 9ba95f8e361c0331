// Sends the requests of every part of the client to Incus: questions, operations, uploads, WebSockets.
import type { WebSocket } from "ws";
import type * as z from "zod/mini";

import type { IncusEndpoint } from "./endpoint.ts";
import { parseValue, readAnswer } from "./envelope.ts";
import type { Answer } from "./envelope.ts";
import { isIncusNotFound, malformed, outcomeUnknown, refusal } from "./errors.ts";
import { incusEvents, openWebSocket } from "./events.ts";
import type { IncusEvents } from "./events.ts";
import { describeRequest, incusHttp } from "./http.ts";
import type { HttpAnswer, HttpMethod, HttpRequest } from "./http.ts";
import { operationState } from "./operation-state.ts";
import type { OperationProgress, OperationState } from "./operation-state.ts";
import { finishedOperation, trackOperation } from "./operation.ts";
import type { Operation, OperationLink, OperationResult } from "./operation.ts";

export type Query = Readonly<Record<string, string>>;

export interface AskOptions {
  readonly query?: Query;
  /** The largest answer, in bytes. */
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

export interface StartOptions extends AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RunOptions extends StartOptions {
  readonly progress?: ((now: OperationProgress) => void) | undefined;
}

/** A body that is sent as it is, in place of JSON. */
export interface RawBody {
  readonly raw: Exclude<HttpRequest["body"], undefined>;
}

/** Paths are whole, such as `apiPath("instances", name)`; our project goes into each query. */
export interface IncusConnection {
  readonly endpoint: IncusEndpoint;
  readonly project: string;
  readonly events: IncusEvents;
  /** Returns a value, parsed. */
  ask<T extends z.ZodMiniType>(
    schema: T,
    path: string,
    signal: AbortSignal,
    options?: AskOptions,
  ): Promise<z.infer<T>>;
  /** Returns a value and its ETag, to be given to the PUT that replaces it. */
  askTagged<T extends z.ZodMiniType>(
    schema: T,
    path: string,
    signal: AbortSignal,
  ): Promise<{ value: z.infer<T>; etag: string }>;
  /** Begins something. Its operation is done already if Incus answers at once. */
  start(
    method: HttpMethod,
    path: string,
    body: object | RawBody | undefined,
    signal: AbortSignal,
    options?: StartOptions,
  ): Promise<Operation>;
  /**
   * Begins something and waits for its end. After an abort it still waits a moment for the operation to end,
   * so that what the caller then clears away is no longer being made.
   */
  run(
    method: HttpMethod,
    path: string,
    body: object | RawBody | undefined,
    signal: AbortSignal,
    options?: RunOptions,
  ): Promise<OperationResult>;
  /** Returns an answer outside the envelope, such as a file. Throws IncusError if the status is an error's. */
  fetch(
    request: Omit<HttpRequest, "path"> & { readonly path: string; readonly query?: Query },
    signal: AbortSignal,
  ): Promise<HttpAnswer>;
  webSocket(path: string, query: Query, maxBytes: number): WebSocket;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly endpoint: IncusEndpoint;
  readonly project: string;
  /** The time that a call waits for an Incus that does not listen, in ms. */
  readonly downWaitMs: number;
  readonly log: ((message: string, facts: Record<string, unknown>) => void) | undefined;
}

const AFTER_ABORT_MS = 15_000;

export function incusConnection(options: ConnectionOptions): IncusConnection {
  const { endpoint, project } = options;
  const http = incusHttp(endpoint, options.downWaitMs);
  const events = incusEvents(options);

  const withQuery = (path: string, query: Query = {}): string =>
    `${path}?${new URLSearchParams({ project, ...query }).toString()}`;

  const exchange = async (
    request: HttpRequest,
    signal: AbortSignal,
    maxBytes?: number,
  ): Promise<Answer> => readAnswer(request, await http.send(request, signal), maxBytes);

  const question = (path: string, { query, timeoutMs }: AskOptions = {}): HttpRequest => ({
    method: "GET",
    path: withQuery(path, query),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

  const link: OperationLink = {
    events,
    async ask(id, waitS, signal) {
      const path = apiPath("operations", id, ...(waitS > 0 ? ["wait"] : []));
      const request = question(path, { query: waitS > 0 ? { timeout: String(waitS) } : {} });
      const { metadata } = await exchange(request, signal);
      return parseValue(operationState, metadata, describeRequest(request));
    },
    async cancel(id) {
      const request: HttpRequest = { method: "DELETE", path: withQuery(apiPath("operations", id)) };
      await exchange(request, AbortSignal.timeout(AFTER_ABORT_MS));
    },
  };

  const connection: IncusConnection = {
    endpoint,
    project,
    events,
    async ask(schema, path, signal, options) {
      const request = question(path, options);
      const { metadata } = await exchange(request, signal, options?.maxBytes);
      return parseValue(schema, metadata, describeRequest(request));
    },
    async askTagged(schema, path, signal) {
      const request = question(path);
      const { metadata, etag } = await exchange(request, signal);
      return { value: parseValue(schema, metadata, describeRequest(request)), etag: etag ?? "" };
    },
    async start(method, path, body, signal, { query, headers, timeoutMs, maxBytes } = {}) {
      // This comes before the request, so that no event of the operation is missed.
      await events.listen(signal);
      const request: HttpRequest = {
        method,
        path: withQuery(path, query),
        ...encode(body, headers),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        // A body that is still being sent is broken off: nothing is begun before its end.
        ...(body !== undefined && isRaw(body) ? {} : { graceMs: AFTER_ABORT_MS }),
      };
      const asked = describeRequest(request);
      const { kind, metadata } = await exchange(request, signal, maxBytes);
      if (kind === "sync") return finishedOperation(metadata, asked);
      const first: OperationState = parseValue(operationState, metadata, asked);
      const operation = trackOperation(tellingLoss(link, asked), first, asked);
      if (signal.aborted) await endAfterAbort(operation, signal);
      return operation;
    },
    async run(method, path, body, signal, options = {}) {
      const operation = await connection.start(method, path, body, signal, options);
      const stop =
        options.progress === undefined ? undefined : operation.progress(options.progress);
      try {
        return await operation.wait(signal);
      } finally {
        stop?.();
        if (signal.aborted) await operation.settle(AFTER_ABORT_MS);
      }
    },
    async fetch({ query, ...request }, signal) {
      const whole = { ...request, path: withQuery(request.path, query) };
      const answer = await http.send(whole, signal);
      if (answer.status < 400) return answer;
      // HEAD has no body that could say more.
      if (request.method === "HEAD") {
        await answer.body.dump();
        const words = answer.status === 404 ? "not found" : "an error without words";
        throw refusal({ asked: describeRequest(whole), status: answer.status, words });
      }
      await readAnswer(whole, answer);
      throw malformed(describeRequest(whole), answer.status, "an error without words");
    },
    webSocket: (path, query, maxBytes) => openWebSocket(endpoint, withQuery(path, query), maxBytes),
    async close() {
      events.close();
      await http.close();
    },
  };
  return connection;
}

/** Cancels the operation if that is allowed, waits for its end, and throws the signal's reason. */
async function endAfterAbort(operation: Operation, signal: AbortSignal): Promise<void> {
  await operation.wait(signal).catch(() => undefined);
  await operation.settle(AFTER_ABORT_MS);
  signal.throwIfAborted();
}

/** `apiPath("instances", "a b")` is `/1.0/instances/a%20b`. */
export function apiPath(...parts: readonly string[]): string {
  return ["/1.0", ...parts.map((part) => encodeURIComponent(part))].join("/");
}

function encode(
  body: object | RawBody | undefined,
  headers: Readonly<Record<string, string>> = {},
): Pick<HttpRequest, "headers" | "body"> {
  if (body === undefined) return { headers };
  if (isRaw(body)) {
    return { headers: { "content-type": "application/octet-stream", ...headers }, body: body.raw };
  }
  return {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

function isRaw(body: object | RawBody): body is RawBody {
  return "raw" in body;
}

/** An operation that Incus no longer knows and whose end was not heard: Incus was restarted meanwhile. */
function tellingLoss(link: OperationLink, asked: string): OperationLink {
  return {
    ...link,
    async ask(id, waitS, signal) {
      try {
        return await link.ask(id, waitS, signal);
      } catch (thrown) {
        if (!isIncusNotFound(thrown)) throw thrown;
        throw outcomeUnknown(asked, thrown);
      }
    },
  };
}
