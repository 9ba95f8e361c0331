// Keeps the latest events, once for all readers: a reader holds only its place.
import { randomUUID } from "node:crypto";

import type { Event, EventPlace, Happening } from "@webserv/shared/model/event.ts";

/** The number of events kept; a reader further behind has missed the older ones. */
export const KEPT_EVENTS = 1000;

/** An event without its place. */
export type NewEvent = Happening extends infer Kind
  ? Kind extends Happening
    ? Omit<Kind, "number" | "at">
    : never
  : never;

export interface EventFilter {
  readonly kinds?: readonly Happening["kind"][] | undefined;
  /** Limits the events to those of this session. */
  readonly sessionId?: string | undefined;
}

export class EventJournal {
  readonly id = randomUUID();
  readonly #kept: Happening[] = [];
  readonly #readers = new Set<EventReader>();
  readonly #size: number;
  #last = 0;

  constructor(size = KEPT_EVENTS) {
    this.#size = size;
  }

  get place(): EventPlace {
    return { journal: this.id, number: this.#last };
  }

  append(event: NewEvent): void {
    this.#last++;
    this.#kept.push({ ...event, number: this.#last, at: new Date().toISOString() });
    if (this.#kept.length > this.#size) {
      const dropped = this.#kept.shift();
      if (dropped !== undefined) for (const reader of this.#readers) reader.lose(dropped);
    }
    for (const reader of this.#readers) reader.wake();
  }

  /**
   * Makes a reader of the events after `after`, or after now.
   * @param wake called once per event, when there may be something to read
   */
  read(filter: EventFilter, after: EventPlace | undefined, wake: () => void): EventReader {
    const known = after === undefined || this.#knows(after);
    const start = known ? (after?.number ?? this.#last) : (this.#kept[0]?.number ?? 1) - 1;
    const reader: EventReader = new EventReader({
      filter,
      start: { journal: this.id, number: start },
      lost: known ? 0 : null,
      wake,
      next: (number) => this.#kept[number - (this.#kept[0]?.number ?? 0) + 1],
      end: () => this.#readers.delete(reader),
    });
    this.#readers.add(reader);
    return reader;
  }

  /** Tells whether all events after a place are still kept. */
  #knows({ journal, number }: EventPlace): boolean {
    const first = this.#kept[0]?.number ?? this.#last + 1;
    return journal === this.id && number >= first - 1 && number <= this.#last;
  }
}

interface ReaderOptions {
  readonly filter: EventFilter;
  readonly start: EventPlace;
  /** Events that are lost already; null if nobody knows how many. */
  readonly lost: number | null;
  readonly wake: () => void;
  /** Returns the event after the one with this number, which must not be older than the kept ones. */
  readonly next: (number: number) => Happening | undefined;
  readonly end: () => void;
}

export class EventReader {
  /** The place after which it reads. */
  readonly start: EventPlace;
  readonly #options: ReaderOptions;
  #number: number;
  #lost: number | null;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.start = options.start;
    this.#number = options.start.number;
    this.#lost = options.lost;
  }

  /** Returns the next event; undefined if there is none yet. */
  take(): Event | undefined {
    if (this.#lost !== 0) {
      const missed = this.#lost;
      this.#lost = 0;
      return { kind: "missed", number: this.#number, at: new Date().toISOString(), missed };
    }
    for (;;) {
      const event = this.#options.next(this.#number);
      if (event === undefined) return undefined;
      this.#number = event.number;
      if (this.#fits(event)) return event;
    }
  }

  /** Counts an event that is kept no longer. */
  lose(event: Happening): void {
    if (event.number <= this.#number) return;
    this.#number = event.number;
    if (this.#lost !== null && this.#fits(event)) this.#lost++;
  }

  wake(): void {
    this.#options.wake();
  }

  end(): void {
    this.#options.end();
  }

  #fits(event: Happening): boolean {
    const { kinds, sessionId } = this.#options.filter;
    if (kinds !== undefined && !kinds.includes(event.kind)) return false;
    return sessionId === undefined || ("sessionId" in event && event.sessionId === sessionId);
  }
}
