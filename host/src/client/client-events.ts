// Keeps a client's subscriptions, one per listener, and renews each on the next connection where it left off.
import { randomUUID } from "node:crypto";

import type { EventKind, EventPlace } from "@webserv/shared/model/event.ts";
import type { Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { toWebservError } from "@webserv/shared/errors/errors.ts";
import type { WebservError } from "@webserv/shared/errors/errors.ts";

import type { AgentPeer } from "../reach/connect.ts";
import type { ClientEvent, ClientEventKind, ListenOptions } from "./client-event.ts";

type Listener = (event: ClientEvent) => void;
type Subscribe = (params: ParamsInput<"events.subscribe">) => Promise<Result<"events.subscribe">>;

interface Subscription {
  readonly kind: EventKind;
  readonly sessionId: string | undefined;
  readonly listener: Listener;
  /** The place after which its events follow; undefined until the daemon's first answer. */
  place: EventPlace | undefined;
  /** The number of the last event that it received since. */
  seen: number;
}

const ofTheClient = ["missed", "disconnected", "connected"] as const;

export class ClientEvents {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #listeners = new Set<{ readonly kind: ClientEventKind; readonly listener: Listener }>();
  #peer: AgentPeer | undefined;

  /** True if a connection is needed even without a call. */
  get wanted(): boolean {
    return this.#subscriptions.size + this.#listeners.size > 0;
  }

  /** Resolves to a function that ends it, once no later event can be missed. */
  async on(
    kind: ClientEventKind,
    listener: Listener,
    { sessionId }: ListenOptions,
    subscribe: Subscribe,
  ): Promise<() => void> {
    if (isOfTheClient(kind)) {
      const entry = { kind, listener };
      this.#listeners.add(entry);
      return () => void this.#listeners.delete(entry);
    }
    const id = randomUUID();
    const subscription: Subscription = { kind, sessionId, listener, place: undefined, seen: 0 };
    this.#subscriptions.set(id, subscription);
    try {
      subscription.place = await subscribe(paramsOf(id, subscription));
    } catch (error) {
      this.#subscriptions.delete(id);
      throw error;
    }
    return () => this.#end(id);
  }

  /** Handles an `events.told` from the daemon. */
  receive({ subscriptionId, event }: Params<"events.told">): void {
    const subscription = this.#subscriptions.get(subscriptionId);
    if (subscription === undefined) return;
    subscription.seen = event.number;
    if (event.kind !== "missed") {
      deliver(subscription.listener, event);
      return;
    }
    const { kind: of, sessionId } = subscription;
    this.#report({ kind: "missed", missed: event.missed, of, sessionId });
  }

  /** Renews the subscriptions on a new connection. */
  opened(peer: AgentPeer): void {
    const isFirst = this.#peer === undefined;
    this.#peer = peer;
    if (!isFirst) this.#report({ kind: "connected" });
    for (const [id, subscription] of this.#subscriptions) {
      // A subscription without a place is still being requested.
      if (subscription.place !== undefined) void this.#renew(id, subscription, peer);
    }
  }

  /** Reports that the connection was lost, or the next one refused. */
  lost(error: WebservError): void {
    this.#report({ kind: "disconnected", error });
  }

  async #renew(id: string, subscription: Subscription, peer: AgentPeer): Promise<void> {
    subscription.place = placeOf(subscription);
    subscription.seen = 0;
    try {
      subscription.place = await peer.call("events.subscribe", paramsOf(id, subscription));
    } catch (error) {
      // The next connection is another chance; what this daemon refuses stays refused.
      if (!peer.closed.aborted) this.lost(toWebservError(error));
    }
  }

  #end(id: string): void {
    this.#subscriptions.delete(id);
    this.#peer?.call("events.unsubscribe", { subscriptionId: id }).catch(() => {});
  }

  #report(event: ClientEvent): void {
    for (const { kind, listener } of this.#listeners)
      if (kind === event.kind) deliver(listener, event);
  }
}

function isOfTheClient(kind: ClientEventKind): kind is (typeof ofTheClient)[number] {
  return ofTheClient.some((own) => own === kind);
}

function paramsOf(id: string, subscription: Subscription): ParamsInput<"events.subscribe"> {
  const { kind, sessionId, place } = subscription;
  return {
    subscriptionId: id,
    kinds: [kind],
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(place === undefined ? {} : { after: place }),
  };
}

function placeOf({ place, seen }: Subscription): EventPlace | undefined {
  return place === undefined ? undefined : { ...place, number: Math.max(place.number, seen) };
}

/** An error that a listener throws is reported as in any EventTarget, and does not harm the connection. */
function deliver(listener: Listener, event: ClientEvent): void {
  try {
    listener(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
