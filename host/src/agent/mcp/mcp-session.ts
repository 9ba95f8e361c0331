// Holds the one session of an MCP connection and calls the daemon for its tools, one call after another.
import { randomUUID } from "node:crypto";

import type { Asked } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/page/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";
import type { MethodOn, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import type { CallOptions, Peer } from "@webserv/shared/rpc/peer.ts";

import { OPEN_TIMEOUT_MS } from "../../reach/agent-limits.ts";
import type { FillingSession } from "../fill.ts";
import type { CallProgress } from "./call-progress.ts";
import type { LookParams, OpenParams } from "./tools.ts";

/** The deadline of an action, in ms; it is longer than the longest `wait`. */
const ACT_TIMEOUT_MS = 150_000;
/** The part of a model's context that an answer to an action may take; `look` shows more. */
const ACT_TOKENS = 4_000;

/** A model acts by ids; it asks for the address of a link if it needs it. */
const BRIEFLY = { addresses: "off" } as const;
const ACT_OBSERVE = { ...BRIEFLY, diff: true, maxTokens: ACT_TOKENS } as const;

export type AgentPeer = Pick<Peer<"agent-daemon", "daemon-agent">, "call">;

export interface McpSessionOptions {
  readonly peer: AgentPeer;
  readonly progress: CallProgress;
  /** `agent` if the connection outlives the daemon. */
  readonly lifetime: "connection" | "agent";
  /** The client's name, which the person is shown; known once the client has initialized. */
  readonly agent: () => string;
  /** The folder whose files may be uploaded; none if left out. */
  readonly filesFrom?: string | undefined;
  /** The browser for sessions that name none themselves. */
  readonly browserId?: string | undefined;
  /** A browser that is launched for a session stays open after it. */
  readonly keepBrowser?: boolean | undefined;
  /** The display a browser is launched on; the daemon's own if left out. */
  readonly display?: ParamsInput<"session.open">["display"];
  /** The options for the wait until a page is at rest. */
  readonly settle?: ParamsInput<"session.open">["settle"];
}

/** The circumstances of one call of a tool. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** Reports the stage that the call has reached, if it is known. */
  readonly tell: (text: string) => void;
}

export class McpSession {
  readonly #options: McpSessionOptions;
  #sessionId: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: McpSessionOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` after all earlier work: clients may call tools side by side, but a session takes
   * one action after another.
   */
  inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const turn = this.#last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Opens a session in place of the earlier one, which stays if the new one can't be opened beside it. */
  async open(
    { quiet = false, ...params }: OpenParams,
    { signal, tell }: ToolCall,
  ): Promise<Omit<Result<"session.open">, "session">> {
    const { peer, progress, lifetime, agent, filesFrom, browserId, keepBrowser, display, settle } =
      this.#options;
    const progressId = randomUUID();
    const replaces = this.#sessionId;
    const wish = {
      ...(browserId === undefined ? {} : { browserId }),
      ...params,
      lifetime,
      agent: agent(),
      observe: { ...BRIEFLY, later: quiet },
      progressId,
      keepBrowser: keepBrowser === true,
      ...(display === undefined ? {} : { display }),
      ...(replaces === undefined ? {} : { replaces }),
      ...(filesFrom === undefined ? {} : { filesFrom }),
      ...(settle === undefined ? {} : { settle }),
    };
    let at: string | undefined;
    const note = (text: string): void => {
      at = text;
      tell(text);
    };
    const unlisten = progress.listen(progressId, note);
    try {
      const { session, ...opened } = await peer.call("session.open", wish, {
        signal,
        timeoutMs: OPEN_TIMEOUT_MS,
      });
      this.#sessionId = session.sessionId;
      return opened;
    } catch (error) {
      throw at === undefined ? error : stillAt(at, error);
    } finally {
      unlisten();
    }
  }

  async look(
    { addresses = false, ...params }: LookParams,
    signal: AbortSignal,
  ): Promise<Observation> {
    const asked = { ...params, addresses: addresses ? "on" : "off" } as const;
    return await this.#call("session.observe", { ...asked, sessionId: this.#id() }, { signal });
  }

  /** Adapts the session for `fill`. */
  filling(signal: AbortSignal): FillingSession {
    return {
      act: (action, later) => this.act(action, signal, later),
      changes: () =>
        this.#call("session.observe", { sessionId: this.#id(), ...ACT_OBSERVE }, { signal }),
    };
  }

  /** @param later the page is reported with the next action */
  async act(action: Asked, signal: AbortSignal, later = false): Promise<Step> {
    return await this.#call(
      "session.act",
      {
        sessionId: this.#id(),
        actionId: randomUUID(),
        action,
        observe: { ...ACT_OBSERVE, later },
      },
      { signal, timeoutMs: ACT_TIMEOUT_MS },
    );
  }

  /**
   * Makes a call about the session. If the session is gone, the error says so once, and the
   * connection is free to open another.
   */
  async #call<N extends MethodOn<"agent-daemon">>(
    method: N,
    params: ParamsInput<N>,
    options: CallOptions,
  ): Promise<Result<N>> {
    try {
      return await this.#options.peer.call(method, params, options);
    } catch (error) {
      const { code, message } = toWebservError(error);
      if (code !== "unknown-session") throw error;
      this.#sessionId = undefined;
      throw new WebservError("unknown-session", `this connection's session is gone: ${message}`, {
        next: "Call the tool open: it begins anew. The tabs of the session are closed, and sandboxes that it had started are deleted.",
        cause: error,
      });
    }
  }

  #id(): string {
    if (this.#sessionId !== undefined) return this.#sessionId;
    throw new WebservError("unknown-session", "no session is open on this connection", {
      next: "Call the tool open first.",
    });
  }
}

/** Adds the stage that was reached to a timeout: a site that is still being prepared is no reason to give up. */
function stillAt(at: string, error: unknown): WebservError {
  const { code, message, next } = toWebservError(error);
  if (code !== "timeout") return toWebservError(error);
  return new WebservError("timeout", `${message}; it was at: ${at}`, {
    next: `Call open again: a site that is being prepared goes on meanwhile. ${next}`,
    cause: error,
  });
}
