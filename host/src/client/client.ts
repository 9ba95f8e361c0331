// Exports `webserv-agent/client`: the daemon's methods, typed from the registry, over a connection that is made again if it
// breaks.
import { WebservError, toWebservError } from "@webserv/shared/errors/errors.ts";
import type { MethodOn, Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { DEFAULT_TIMEOUT_MS } from "@webserv/shared/rpc/peer.ts";
import type { CallOptions } from "@webserv/shared/rpc/peer.ts";

import { OPEN_TIMEOUT_MS } from "../reach/agent-limits.ts";
import { connectDaemon, greet } from "../reach/connect.ts";
import type { AgentPeer, GreetOptions } from "../reach/connect.ts";
import { displayVariables } from "../browser/launch/display.ts";
import { hostVersion } from "../version.ts";
import { ClientEvents } from "./client-events.ts";
import type { ClientEventKind, ClientEventOf, ListenOptions } from "./client-event.ts";
import { ClientSession } from "./client-session.ts";
import { Connection } from "./connection.ts";
import type { ConnectionWatch } from "./connection.ts";
import { OwnSessions } from "./own-sessions.ts";
import { isRepeatable } from "./repeatable.ts";

export type { ClientEvent, ClientEventKind, ClientEventOf, ListenOptions } from "./client-event.ts";
export { ClientSession } from "./client-session.ts";
export type { ActOptions } from "./client-session.ts";
export { WebservError } from "@webserv/shared/errors/errors.ts";

export interface ClientOptions {
  /**
   * Address of a daemon's interface for agents, such as ws://127.0.0.1:41234/. If left out, this
   * user's own daemon is used, and started if none runs.
   */
  readonly url?: string;
  /** The bearer token of the daemon at `url`. */
  readonly token?: string;
  /** WEBSERV_HOME of this user's own daemon. */
  readonly home?: string;
  /** Ends the client. */
  readonly signal?: AbortSignal;
  /** The name that the daemon is told; `webserv-agent/client` if left out. */
  readonly name?: string;
  /** Receives the progress of calls that were given a `progressId`. */
  readonly onProgress?: (progress: Params<"import.progress">) => void;
}

/**
 * Resolves when a daemon has agreed on the protocol.
 * @throws WebservError `daemon-unreachable`, `unauthorized`, `version-mismatch`, `cancelled`;
 *   `invalid-params` if only one of `url` and `token` is given.
 */
export function connect(options: ClientOptions = {}): Promise<Client> {
  return Client.connect(options);
}

export class Client {
  readonly #connection: Connection;
  readonly #events: ClientEvents;
  readonly #own: OwnSessions;
  readonly #closing: AbortController;
  /**
   * This machine's display, on which its own daemon launches browsers; undefined if the daemon may
   * be on another machine.
   */
  readonly #display: Params<"session.open">["display"];

  private constructor(
    connection: Connection,
    { events, own }: ConnectionParts,
    closing: AbortController,
    { url }: ClientOptions,
  ) {
    this.#display = url === undefined ? displayVariables(process.env) : undefined;
    this.#connection = connection;
    this.#events = events;
    this.#own = own;
    this.#closing = closing;
  }

  /** See `connect`. */
  static async connect(options: ClientOptions = {}): Promise<Client> {
    const closing = new AbortController();
    const signal = AbortSignal.any([
      closing.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]);
    const parts: ConnectionParts = { events: new ClientEvents(), own: new OwnSessions() };
    const connection = new Connection({
      open: openerOf(options, parts, signal),
      watch: watchOf(parts),
      signal,
    });
    await connection.first();
    return new Client(connection, parts, closing, options);
  }

  /**
   * Calls a method. If the connection breaks, a call that may be repeated is sent again on the next
   * one, within the same deadline.
   * @throws WebservError what the daemon answered; `timeout`, `cancelled`, or `disconnected` if
   *   nobody knows the outcome of a call that must not be repeated.
   */
  async call<N extends MethodOn<"agent-daemon">>(
    method: N,
    params: ParamsInput<N>,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS }: CallOptions = {},
  ): Promise<Result<N>> {
    const deadline = performance.now() + timeoutMs;
    const left = (): CallOptions => ({
      timeoutMs: Math.max(1, Math.ceil(deadline - performance.now())),
      ...(signal === undefined ? {} : { signal }),
    });
    let wasLost = false;
    for (;;) {
      const peer = await this.#connection.peer(method, left());
      try {
        const result = await peer.call(method, params, left());
        this.#own.note(method, params, result);
        return result;
      } catch (error) {
        const { code } = toWebservError(error);
        if (code === "unknown-session") this.#own.forget(params);
        if (!mayAskAgain(method, peer, error)) {
          const isUnknown = wasLost && method === "session.act" && code === "unknown-session";
          throw isUnknown ? lostAction(error) : error;
        }
        wasLost ||= code === "disconnected";
        // A daemon that is ending still has its connection: the next attempt needs another.
        peer.close("asked again elsewhere");
      }
    }
  }

  /**
   * Passes each event of a kind to `listener`. Resolves to a function that ends this, once no later
   * event can be missed. After a lost connection it continues where it was: events of the gap come
   * later, and those that the daemon no longer has are reported to listeners of `missed`. While
   * there are listeners the client connects again by itself, and starts no daemon for that.
   * @throws WebservError as `call`.
   */
  async on<K extends ClientEventKind>(
    kind: K,
    listener: (event: ClientEventOf<K>) => void,
    options: ListenOptions = {},
  ): Promise<() => void> {
    const deliver = (event: { readonly kind: string }): void => {
      // The daemon was asked for this kind alone.
      if (event.kind === kind) listener(event as ClientEventOf<K>);
    };
    const stop = await this.#events.on(kind, deliver, options, (params) =>
      this.call("events.subscribe", params),
    );
    if (options.signal?.aborted === true) stop();
    else options.signal?.addEventListener("abort", stop, { once: true });
    return stop;
  }

  /**
   * Opens a session, in a browser that is launched for it if none is connected. It outlives the
   * connection unless `lifetime` says otherwise.
   */
  async open(
    params: ParamsInput<"session.open"> = {},
    options: CallOptions = {},
  ): Promise<ClientSession> {
    const display = params.display ?? this.#display;
    const opened = await this.call(
      "session.open",
      { ...params, ...(display === undefined ? {} : { display }) },
      { timeoutMs: OPEN_TIMEOUT_MS, ...options },
    );
    return new ClientSession(this, opened.session.sessionId, opened, params.settle?.budgetMs);
  }

  /** Returns a session that is open already. */
  session(sessionId: string): ClientSession {
    return new ClientSession(this, sessionId);
  }

  /** Ends the connection; sessions go on until they are closed or their lease ends. */
  close(): void {
    this.#closing.abort(new WebservError("cancelled", "the client was closed"));
  }
}

function mayAskAgain(method: MethodOn<"agent-daemon">, peer: AgentPeer, error: unknown): boolean {
  const { code } = toWebservError(error);
  // The daemon refused before anything of the call began.
  if (code === "daemon-unreachable") return true;
  return code === "disconnected" && peer.closed.aborted && isRepeatable(method);
}

/** Says that an action's daemon ended with the session, so that the next daemon knows of neither. */
function lostAction(cause: unknown): WebservError {
  return new WebservError(
    "unknown-session",
    "the daemon and the session ended while the action was under way, so whether it happened is unknown",
    {
      next: "Open a session, and look at what the action was to change before doing it again.",
      cause,
    },
  );
}

interface ConnectionParts {
  readonly events: ClientEvents;
  readonly own: OwnSessions;
}

function watchOf({ events, own }: ConnectionParts): ConnectionWatch {
  return {
    get wanted() {
      return events.wanted || own.ids.length > 0;
    },
    opened: (peer) => events.opened(peer),
    lost: (error) => events.lost(error),
  };
}

function openerOf(
  { url, token, home, name, onProgress }: ClientOptions,
  { events, own }: ConnectionParts,
  signal: AbortSignal,
): (start: boolean) => Promise<AgentPeer> {
  const onEvent: GreetOptions["onEvent"] = (event) => events.receive(event);
  const client = { name: name ?? "webserv-agent/client", version: hostVersion };
  const greeting = (): GreetOptions => ({
    client,
    signal,
    onEvent,
    sessions: own.ids,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  if (url === undefined && token === undefined) {
    const at = home === undefined ? {} : { home };
    return (start) => connectDaemon({ start, ...greeting(), ...at });
  }
  if (url === undefined || token === undefined) {
    throw new WebservError("invalid-params", "a daemon is named by url and token together", {
      next: "Give both, or neither for this user's own daemon.",
    });
  }
  return async () => {
    const [{ openSocket }, { webSocketTransport }] = await Promise.all([
      import("../reach/web-socket.ts"),
      import("../reach/ws-transport.ts"),
    ]);
    const socket = await openSocket(url, token, signal);
    if (socket === undefined) {
      throw new WebservError("daemon-unreachable", `nothing listens at ${url}`);
    }
    return await greet(webSocketTransport(socket), greeting());
  };
}
