// Implements one end of a JSON-RPC 2.0 connection: calls with deadlines, cancellation, and parsed values.
import type {
  Link,
  MethodName,
  MethodOn,
  Methods,
  Params,
  ParamsInput,
  Result,
} from "../protocol/methods.ts";
import { describeIssues } from "../protocol/describe-issues.ts";
import type { RequestEnvelope, ResponseEnvelope } from "../protocol/envelope.ts";
import {
  CANCEL_METHOD,
  errorEnvelope,
  requestEnvelope,
  resultEnvelope,
} from "../protocol/envelope.ts";
import { fromErrorObject, toErrorObject } from "../protocol/error-object.ts";
import { toWebservError, WebservError } from "../errors/errors.ts";
import { unlessAborted } from "./abort.ts";
import { MAX_NESTING, isNestedDeeperThan } from "./nesting.ts";
import { type CallOptions, DEFAULT_TIMEOUT_MS, PendingCalls } from "./pending-calls.ts";
import type { Transport } from "./transport.ts";

/** Calls of the other side that may be under way at once. */
export const MAX_CALLS_UNDER_WAY = 256;

/** Holds what a handler is given besides its params. */
export interface CallContext {
  /** Ends when the caller cancels, the deadline passes or the connection closes. */
  readonly signal: AbortSignal;
  /** The part of the caller's deadline that is left at the start, in ms. */
  readonly timeoutMs: number;
}

export type Handlers<L extends Link> = {
  readonly [N in MethodOn<L>]: (
    params: Params<N>,
    context: CallContext,
  ) => Promise<Result<N>> | Result<N>;
};

export interface LinkPeerOptions<Serves extends Link> {
  /** The declarations of all methods that may be called here or there. */
  readonly methods: Partial<Methods>;
  readonly transport: Transport;
  /** The link whose methods the other side may call, and what answers them. Null: none. */
  readonly serves: { readonly link: Serves; readonly handlers: Handlers<Serves> } | null;
  /** Longest wait of a call that names none of its own, in ms; 30,000 if left out. */
  readonly callMs?: number;
  /** Called before each handler; throw to refuse. */
  readonly admit?: (method: MethodName) => void;
  /** Faults that have no caller to go to. */
  readonly onFault?: (error: WebservError) => void;
}

/**
 * A connection's end that calls the methods of link `Calls` and serves those of link `Serves`. It is given their
 * declarations: a script that runs in every frame should not hold those of other links.
 * Params are parsed by the one who serves, results by the one who called.
 */
export class LinkPeer<Calls extends Link, Serves extends Link = never> {
  readonly #options: LinkPeerOptions<Serves>;
  readonly #calls: PendingCalls;
  /** Calls of the other side that it can take back, by their ids. */
  readonly #serving = new Map<string | number, AbortController>();
  /** Holds these and the notifications under way. */
  readonly #underWay = new Set<AbortController>();
  readonly #closed = new AbortController();

  constructor(options: LinkPeerOptions<Serves>) {
    this.#options = options;
    this.#calls = new PendingCalls((message) => options.transport.send(message));
    options.transport.onMessage((message) => this.#receive(message));
    options.transport.onClose((reason) => this.#onClose(reason));
  }

  /** Ends with the connection; its reason is a `disconnected` error. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * Calls a method of the other side.
   * @throws WebservError what the other side threw; `timeout`, `cancelled`, `disconnected`, or `invalid-result` if the
   *   answer does not fit.
   */
  async call<N extends MethodOn<Calls>>(
    method: N,
    params: ParamsInput<N>,
    options: CallOptions = {},
  ): Promise<Result<N>> {
    if (this.#closed.signal.aborted) throw this.#disconnected(method);
    const { callMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const result = await this.#calls.begin(method, params, { timeoutMs: callMs, ...options });
    const parsed = this.#options.methods[method]?.result.safeParse(result);
    if (parsed === undefined) throw new WebservError("internal", `${method} is not declared`);
    if (!parsed.success) {
      throw new WebservError(
        "invalid-result",
        `the answer to ${method} does not fit: ${describeIssues(parsed.error.issues, result)}`,
      );
    }
    // The method's own result schema has just accepted it.
    return parsed.data as Result<N>;
  }

  /** Tells the other side something and does not wait for an answer. */
  notify<N extends MethodOn<Calls>>(method: N, params: ParamsInput<N>): void {
    if (this.#closed.signal.aborted) return;
    this.#options.transport.send({ jsonrpc: "2.0", method, params });
  }

  close(reason = "closed by this side"): void {
    this.#options.transport.close(reason);
    this.#onClose(reason);
  }

  #receive(message: unknown): void {
    if (isNestedDeeperThan(MAX_NESTING, message)) {
      const why = `the message is nested deeper than ${MAX_NESTING} levels`;
      this.#answer(idOfRequest(message), { error: new WebservError("parse-error", why) });
      return;
    }
    const request = requestEnvelope.safeParse(message);
    if (request.success) {
      void this.#serve(request.data);
      return;
    }
    const response = resultEnvelope.safeParse(message);
    const envelope: ResponseEnvelope | undefined = response.success
      ? response.data
      : errorEnvelope.safeParse(message).data;
    if (envelope === undefined) {
      this.#answer(idOfRequest(message), {
        error: new WebservError(
          "parse-error",
          `not a JSON-RPC 2.0 message: ${describeIssues(request.error.issues, message)}`,
        ),
      });
      return;
    }
    if (envelope.id !== null) this.#calls.settle(envelope);
    else if ("error" in envelope) this.#options.onFault?.(fromErrorObject(envelope.error));
  }

  async #serve(request: RequestEnvelope): Promise<void> {
    if (request.method === CANCEL_METHOD) {
      const id = idOf(request.params);
      if (id !== undefined)
        this.#serving.get(id)?.abort(new WebservError("cancelled", "cancelled by the caller"));
      return;
    }
    const id = request.id;
    const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const abort = new AbortController();
    const timer = setTimeout(
      () =>
        abort.abort(
          new WebservError("timeout", `${request.method} took longer than ${timeoutMs} ms`),
        ),
      timeoutMs,
    );
    try {
      if (id !== undefined && this.#serving.has(id)) {
        throw new WebservError(
          "parse-error",
          `the id ${JSON.stringify(id)} is already in use by a call under way`,
          { next: "Give every call of a connection an id of its own." },
        );
      }
      if (this.#underWay.size >= MAX_CALLS_UNDER_WAY) {
        throw new WebservError("overloaded", `${MAX_CALLS_UNDER_WAY} calls are already under way`);
      }
      this.#underWay.add(abort);
      if (id !== undefined) this.#serving.set(id, abort);
      const context = { signal: abort.signal, timeoutMs };
      // A handler that does not heed its signal must not keep its caller past the deadline.
      const result = await unlessAborted(this.#dispatch(request, context), abort.signal);
      if (id !== undefined) this.#answer(id, { result });
    } catch (error) {
      const failure = toWebservError(error);
      if (id !== undefined) this.#answer(id, { error: failure });
      else this.#options.onFault?.(failure);
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(abort);
      if (id !== undefined && this.#serving.get(id) === abort) this.#serving.delete(id);
    }
  }

  async #dispatch(request: RequestEnvelope, context: CallContext): Promise<unknown> {
    const { serves, methods } = this.#options;
    const method = request.method;
    const isKnown = serves !== null && isDeclared(method, methods);
    const spec = isKnown ? methods[method] : undefined;
    if (!isKnown || spec === undefined || spec.link !== serves.link) {
      throw new WebservError("unknown-method", `there is no method "${method}" on this connection`);
    }
    this.#options.admit?.(method);
    const params = spec.params.safeParse(request.params ?? {});
    if (!params.success) {
      throw new WebservError(
        "invalid-params",
        `${method}: ${describeIssues(params.error.issues, request.params)}`,
      );
    }
    // The type of one handler can't be computed over all links at once; the schema above is what
    // makes the params fit, and the mapped type what makes the handler be there.
    const handler: unknown = Reflect.get(serves.handlers, method);
    if (typeof handler !== "function")
      throw new WebservError("internal", `${method} has no handler`);
    const result: unknown = Reflect.apply(handler, serves.handlers, [params.data, context]);
    return await result;
  }

  #answer(id: string | number | null, answer: { result: unknown } | { error: WebservError }): void {
    try {
      this.#options.transport.send(
        "error" in answer
          ? { jsonrpc: "2.0", id, error: toErrorObject(answer.error) }
          : { jsonrpc: "2.0", id, result: answer.result },
      );
    } catch (thrown) {
      // A result that is too large or details that are no JSON can't be sent, and must not leave the caller waiting.
      const error = "error" in answer ? answer.error : toWebservError(thrown);
      const { code, message, next } = error;
      const plain = toErrorObject(new WebservError(code, message, { next }));
      this.#send({ jsonrpc: "2.0", id, error: plain });
    }
  }

  #send(message: unknown): void {
    if (this.#closed.signal.aborted) return;
    try {
      this.#options.transport.send(message);
    } catch (error) {
      this.#options.onFault?.(toWebservError(error));
    }
  }

  #onClose(reason: string): void {
    if (this.#closed.signal.aborted) return;
    const closed = new WebservError("disconnected", `the connection closed: ${reason}`);
    this.#closed.abort(closed);
    for (const call of this.#underWay) call.abort(closed);
    this.#calls.failAll(
      new WebservError("disconnected", `the connection closed before the answer: ${reason}`),
    );
  }

  #disconnected(method: string): WebservError {
    const reason = this.#closed.signal.reason;
    return new WebservError(
      "disconnected",
      `${method} was not sent: ${reason instanceof Error ? reason.message : "the connection is closed"}`,
      { cause: reason },
    );
  }
}

function isDeclared(name: string, methods: Partial<Methods>): name is MethodName {
  return Object.hasOwn(methods, name);
}

/**
 * Returns the id of a message that was meant as a request, so that its caller gets an answer. An answer's id is one of
 * ours, and would be taken for an answer to another call on the other side.
 */
function idOfRequest(message: unknown): string | number | null {
  const meant = typeof message === "object" && message !== null && "method" in message;
  const id = meant ? requestEnvelope.shape.id.safeParse(idOf(message)) : undefined;
  return id?.data ?? null;
}

function idOf(params: unknown): string | number | undefined {
  if (typeof params !== "object" || params === null || !("id" in params)) return undefined;
  return typeof params.id === "string" || typeof params.id === "number" ? params.id : undefined;
}
