// What one agent's connection is told of: as fast as it reads, from the journal that all share.
import type { Event } from "@webserv/shared/model/event.ts";
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import type { Transport } from "@webserv/shared/rpc/transport.ts";

import type { EventJournal, EventReader } from "../session/state/event-journal.ts";

/** Subscriptions of one connection. */
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
  /** What each is to be told next, where that was looked at already. */
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

  /** The connection is closed. */
  end(): void {
    for (const subscriptionId of this.#readers.keys()) this.unsubscribe(subscriptionId);
  }

  /** After what is being answered now, such as the subscription itself. */
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
    // What flows again calls for the rest.
    while (transport.clogged?.() !== true) {
      const next = this.#next();
      if (next === undefined) return;
      this.#heads.delete(next.subscriptionId);
      tell(next);
    }
  }

  /** The oldest event that any subscription is for: a connection is told of all in their order. */
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
