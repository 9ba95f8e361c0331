// Sends one agent's connection the events it subscribed to, as fast as it reads, from the journal that all share.
import type { Event } from "@webserv/shared/model/event.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import type { EventJournal, EventReader } from "../session/state/event-journal.ts";

/** The most subscriptions of one connection. */
export const MAX_SUBSCRIPTIONS = 64;

export interface EventSubscriptionsOptions {
  readonly journal: EventJournal;
  /** The connection; events wait in the journal while it is clogged. */
  readonly transport: Pick<Transport, "clogged" | "onFlowing">;
  readonly tell: (told: Params<"events.told">) => void;
}

export class EventSubscriptions {
  readonly #options: EventSubscriptionsOptions;
  readonly #readers = new Map<string, EventReader>();
  /** The next event of each subscription, if it was read already. */
  readonly #heads = new Map<string, Event>();
  #telling = false;

  constructor(options: EventSubscriptionsOptions) {
    this.#options = options;
    options.transport.onFlowing?.(() => this.#tellSoon());
  }

  /** @throws WebservError `limit-reached`. */
  subscribe({
    subscriptionId,
    after,
    ...filter
  }: Params<"events.subscribe">): Result<"events.subscribe"> {
    if (!this.#readers.has(subscriptionId) && this.#readers.size >= MAX_SUBSCRIPTIONS) {
      throw new WebservError(
        "limit-reached",
        `this connection already has ${MAX_SUBSCRIPTIONS} subscriptions`,
        { next: "End one with events.unsubscribe, or ask for more kinds in one." },
      );
    }
    this.unsubscribe(subscriptionId);
    const reader = this.#options.journal.read(filter, after, () => this.#tellSoon());
    this.#readers.set(subscriptionId, reader);
    this.#tellSoon();
    return reader.start;
  }

  unsubscribe(subscriptionId: string): void {
    this.#readers.get(subscriptionId)?.end();
    this.#readers.delete(subscriptionId);
    this.#heads.delete(subscriptionId);
  }

  /** Ends all subscriptions, because the connection is closed. */
  end(): void {
    for (const subscriptionId of this.#readers.keys()) this.unsubscribe(subscriptionId);
  }

  /** Sends events after the answer that is on its way now, such as that to the subscription itself. */
  #tellSoon(): void {
    if (this.#telling) return;
    this.#telling = true;
    setImmediate(() => {
      this.#telling = false;
      this.#tell();
    });
  }

  #tell(): void {
    const { transport, tell } = this.#options;
    // `onFlowing` calls this again for the rest.
    while (transport.clogged?.() !== true) {
      const next = this.#next();
      if (next === undefined) return;
      this.#heads.delete(next.subscriptionId);
      tell(next);
    }
  }

  /** Returns the oldest event of any subscription: a connection receives all events in order. */
  #next(): Params<"events.told"> | undefined {
    let next: Params<"events.told"> | undefined;
    for (const [subscriptionId, reader] of this.#readers) {
      const event = this.#heads.get(subscriptionId) ?? reader.take();
      if (event === undefined) continue;
      this.#heads.set(subscriptionId, event);
      if (next === undefined || event.number < next.event.number) next = { subscriptionId, event };
    }
    return next;
  }
}
