// What a client is told by itself: one subscription a listener, renewed on each connection where it left off.
import { randomUUID } from "node:crypto";

import type { EventKind, EventPlace } from "@webserv/shared/model/event.ts";
import type { Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { toWebservError } from "@webserv/shared/protocol/errors.ts";
import type { WebservError } from "@webserv/shared/protocol/errors.ts";

import type { AgentPeer } from "../reach/connect.ts";
import type { ClientEvent, ClientEventKind, ListenOptions } from "./client-event.ts";

type Hear = (event: ClientEvent) => void;
type Subscribe = (params: ParamsInput<"events.subscribe">) => Promise<Result<"events.subscribe">>;

interface Subscription {
  readonly kind: EventKind;
  readonly sessionId: string | undefined;
  readonly hear: Hear;
  /** After which it was to be told; undefined until the daemon has first said. */
  place: EventPlace | undefined;
  /** The last event that it was told of since. */
  seen: number;
}

const ofTheClient = ["missed", "disconnected", "connected"] as const;

export class ClientEvents {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #listeners = new Set<{ readonly kind: ClientEventKind; readonly hear: Hear }>();
  #peer: AgentPeer | undefined;

  /** Whether a connection is needed though nobody calls. */
  get wanted(): boolean {
    return this.#subscriptions.size + this.#listeners.size > 0;
  }

  /** Resolves, when all that happens from now on will be told, with what ends it. */
  async on(
    kind: ClientEventKind,
    hear: Hear,
    { sessionId }: ListenOptions,
    subscribe: Subscribe,
  ): Promise<() => void> {
    if (isOfTheClient(kind)) {
      const listener = { kind, hear };
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    }
    const id = randomUUID();
    const subscription: Subscription = { kind, sessionId, hear, place: undefined, seen: 0 };
    this.#subscriptions.set(id, subscription);
    try {
      subscription.place = await subscribe(paramsOf(id, subscription));
    } catch (error) {
      this.#subscriptions.delete(id);
      throw error;
    }
    return () => this.#end(id);
  }

  /** An `events.told` of the daemon's. */
  told({ subscriptionId, event }: Params<"events.told">): void {
    const subscription = this.#subscriptions.get(subscriptionId);
    if (subscription === undefined) return;
    subscription.seen = event.number;
    if (event.kind !== "missed") {
      give(subscription.hear, event);
      return;
    }
    const { kind: of, sessionId } = subscription;
    this.#tell({ kind: "missed", missed: event.missed, of, sessionId });
  }

  /** A connection was made: subscriptions go on there. */
  opened(peer: AgentPeer): void {
    const isFirst = this.#peer === undefined;
    this.#peer = peer;
    if (!isFirst) this.#tell({ kind: "connected" });
    for (const [id, subscription] of this.#subscriptions) {
      // One that the daemon has not heard of yet is still being asked for.
      if (subscription.place !== undefined) void this.#renew(id, subscription, peer);
    }
  }

  /** The connection was lost, or the next one refused. */
  lost(error: WebservError): void {
    this.#tell({ kind: "disconnected", error });
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

  #tell(event: ClientEvent): void {
    for (const { kind, hear } of this.#listeners) if (kind === event.kind) give(hear, event);
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

/** What a listener throws is its own fault, as in any EventTarget, and never the connection's. */
function give(hear: Hear, event: ClientEvent): void {
  try {
    hear(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
