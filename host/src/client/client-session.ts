// Acts in one session, reads and closes it, by its id.
import { randomUUID } from "node:crypto";

import type { EventKind } from "@webserv/shared/model/event.ts";
import { DEFAULT_BUDGET_MS } from "@webserv/shared/model/page/settle.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { DEFAULT_TIMEOUT_MS } from "@webserv/shared/rpc/peer.ts";
import type { CallOptions } from "@webserv/shared/rpc/peer.ts";

import type { ClientEventKind, ClientEventOf, ListenOptions } from "./client-event.ts";

type ActParams = ParamsInput<"session.act">;
export type ActOptions = CallOptions & Partial<Pick<ActParams, "actionId" | "settle" | "observe">>;

/** The calls of a client that a session makes. */
export interface SessionCalls {
  call<N extends MethodOn<"agent-daemon">>(
    method: N,
    params: ParamsInput<N>,
    options?: CallOptions,
  ): Promise<Result<N>>;
  on<K extends ClientEventKind>(
    kind: K,
    listener: (event: ClientEventOf<K>) => void,
    options?: ListenOptions,
  ): Promise<() => void>;
}

export class ClientSession {
  readonly id: string;
  /** The page as it was opened; null if it could not be read, or the session was open already. */
  readonly opened: Result<"session.open">["observation"];
  /** The browser it was opened in, and whose profile that has; null if the session was open already. */
  readonly browser: Result<"session.open">["browser"] | null;
  readonly #client: SessionCalls;
  /** The longest wait for the page after an action that names none. */
  readonly #budgetMs: number;

  constructor(
    client: SessionCalls,
    id: string,
    opened?: Pick<Result<"session.open">, "browser" | "observation">,
    budgetMs = DEFAULT_BUDGET_MS,
  ) {
    this.#client = client;
    this.id = id;
    this.opened = opened?.observation ?? null;
    this.browser = opened?.browser ?? null;
    this.#budgetMs = budgetMs;
  }

  /** Carries out one action, at most once, even if the connection breaks meanwhile. */
  act(action: ActParams["action"], options: ActOptions = {}): Promise<Result<"session.act">> {
    const { actionId = randomUUID(), settle, observe, ...call } = options;
    const params = {
      sessionId: this.id,
      actionId,
      action,
      ...(settle === undefined ? {} : { settle }),
      ...(observe === undefined ? {} : { observe }),
    };
    const budgetMs = settle?.budgetMs ?? this.#budgetMs;
    return this.#client.call("session.act", params, {
      timeoutMs: budgetMs + DEFAULT_TIMEOUT_MS,
      ...call,
    });
  }

  observe(
    options: Omit<ParamsInput<"session.observe">, "sessionId"> = {},
    call?: CallOptions,
  ): Promise<Result<"session.observe">> {
    return this.#client.call("session.observe", { ...options, sessionId: this.id }, call);
  }

  /** Listens to the events of this session; otherwise as `Client.on`. */
  on<K extends EventKind>(
    kind: K,
    listener: (event: ClientEventOf<K>) => void,
    options: Omit<ListenOptions, "sessionId"> = {},
  ): Promise<() => void> {
    return this.#client.on(kind, listener, { ...options, sessionId: this.id });
  }

  async close(call?: CallOptions): Promise<void> {
    await this.#client.call("session.close", { sessionId: this.id }, call);
  }
}
