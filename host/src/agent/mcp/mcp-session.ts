// The one session of an MCP connection: what its tools ask of the daemon, one after another.
import { randomUUID } from "node:crypto";

import type { Action } from "@webserv/shared/model/action.ts";
import type { Observation } from "@webserv/shared/model/observation.ts";
import type { Step } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { ParamsInput } from "@webserv/shared/protocol/methods.ts";
import type { Peer } from "@webserv/shared/rpc/peer.ts";

import { withBrowser } from "../ensure-browser.ts";
import type { FillingSession } from "../fill.ts";
import type { LookParams } from "./tools.ts";

const OPEN_TIMEOUT_MS = 120_000;
/** Longer than the longest `wait`. */
const ACT_TIMEOUT_MS = 150_000;
/** What an answer to an action may take of a model's context; `look` shows more. */
const ACT_TOKENS = 4_000;

/** A model acts by ids; where a link leads to is told where it asks. */
const BRIEFLY = { addresses: "off" } as const;
const ACT_OBSERVE = { ...BRIEFLY, diff: true, maxTokens: ACT_TOKENS } as const;

export type AgentPeer = Pick<Peer<"agent-daemon", "daemon-agent">, "call">;

/** What whoever runs the server says of its sessions, and no model does. */
export type SessionManner = Pick<ParamsInput<"session.open">, "filesFrom" | "settle">;

export class McpSession {
  readonly #peer: AgentPeer;
  readonly #manner: SessionManner;
  #sessionId: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(peer: AgentPeer, manner: SessionManner) {
    this.#peer = peer;
    this.#manner = manner;
  }

  /** Clients may call tools side by side; a session takes one action after another. */
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

  /** Closes the session there was; null where the page can't be read. */
  async open(
    params: Pick<ParamsInput<"session.open">, "url" | "sites">,
    signal: AbortSignal,
  ): Promise<Observation | null> {
    const previous = this.#sessionId;
    if (previous !== undefined) {
      await this.#peer.call("session.close", { sessionId: previous }, { signal });
      this.#sessionId = undefined;
    }
    const wish = {
      ...params,
      lifetime: "connection" as const,
      observe: BRIEFLY,
      ...this.#manner,
    };
    const { session, observation } = await withBrowser(this.#peer, signal, () =>
      this.#peer.call("session.open", wish, { signal, timeoutMs: OPEN_TIMEOUT_MS }),
    );
    this.#sessionId = session.sessionId;
    return observation;
  }

  async look(
    { addresses = false, ...params }: LookParams,
    signal: AbortSignal,
  ): Promise<Observation> {
    return await this.#peer.call(
      "session.observe",
      { ...params, addresses: addresses ? "on" : "off", sessionId: this.#id() },
      { signal },
    );
  }

  /** For several fields in one call. */
  filling(signal: AbortSignal): FillingSession {
    return {
      act: (action, later) => this.act(action, signal, later),
      changes: () =>
        this.#peer.call("session.observe", { sessionId: this.#id(), ...ACT_OBSERVE }, { signal }),
    };
  }

  /** @param later the page is told with the next action */
  async act(action: Action, signal: AbortSignal, later = false): Promise<Step> {
    return await this.#peer.call(
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

  #id(): string {
    if (this.#sessionId !== undefined) return this.#sessionId;
    throw new WebservError("unknown-session", "no session is open on this connection", {
      next: "Call the tool open first.",
    });
  }
}
