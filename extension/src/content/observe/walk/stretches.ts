// Reads a large page in stretches, between which the page's own work goes on, and yet as of one moment.
import type { Walk } from "../tree/walk-result.ts";

/** One way through the page. */
export interface Reader {
  /** @returns whether all has been read */
  readOn(goOn: () => boolean): boolean;
  result(): Walk;
}

export interface Stretches<R extends Reader> {
  /** Begins at the beginning; a patient reader goes on though the page changes. */
  readonly begin: (isPatient: boolean) => R;
  /** Runs what reads; a place to keep what must not outlive it. */
  readonly during: <T>(read: () => T) => T;
  /** Watches, from now on, for changes of what `reader` has read already. */
  readonly watch: (reader: R) => Watch;
  /** Lets the page do what it has to do. */
  readonly pause: () => Promise<void>;
  /** In ms. */
  readonly now: () => number;
}

export interface Watch {
  /** Whether anything that was read is another now, but for what a patient reader has taken note of. */
  hasChanged(): boolean;
  end(): void;
}

export type Phase = "before-ids" | "after-ids";

/** What is made of a page, a piece at a time. */
export type Making<T> = Generator<Phase, T>;

export interface Made<T> {
  readonly value: T;
  /** All of it is of one moment. */
  readonly steady: boolean;
}

/** In ms: no more than a page may be kept from its work, with what can't be interrupted. */
const STRETCH_MS = 25;
/** Of a page that changes after each stretch, and is laid out anew each time: fewer, and still short enough. */
const PATIENT_STRETCH_MS = 40;
/** A page that never rests is read through its changes after so many beginnings. */
const BEGINNINGS = 3;

/**
 * What `then` makes of the page, which has not changed from the reading's beginning to its end. Of one
 * that changes each time, what changes into the like of it is told as it is in the end; of what else
 * changes, the answer says that it does.
 */
export async function inStretches<R extends Reader, T>(
  stretches: Stretches<R>,
  then: (walk: Walk, reader: R) => Making<T>,
): Promise<Made<T>> {
  for (let beginning = 1; beginning <= BEGINNINGS; beginning++) {
    const made = await new Attempt(stretches, false).make(then);
    if (made !== undefined) return made;
  }
  const made = await new Attempt(stretches, true).make(then);
  if (made === undefined) throw new Error("a patient reading gives nothing up");
  return made;
}

class Attempt<R extends Reader> {
  readonly #stretches: Stretches<R>;
  readonly #isPatient: boolean;
  readonly #stretchMs: number;
  #end: number;
  #steady = true;
  #watching: Watch | undefined;

  constructor(stretches: Stretches<R>, isPatient: boolean) {
    this.#stretches = stretches;
    this.#isPatient = isPatient;
    this.#stretchMs = isPatient ? PATIENT_STRETCH_MS : STRETCH_MS;
    this.#end = stretches.now() + this.#stretchMs;
  }

  /** Undefined where the page changed under the reading. */
  async make<T>(then: (walk: Walk, reader: R) => Making<T>): Promise<Made<T> | undefined> {
    const { begin, during, now } = this.#stretches;
    const reader = during(() => begin(this.#isPatient));
    const goOn = (): boolean => now() < this.#end;
    try {
      while (!during(() => reader.readOn(goOn))) {
        if (!(await this.#rest(reader))) return undefined;
      }
      // What is made of a large page takes a stretch of its own.
      if (this.#watching !== undefined && !(await this.#rest(reader))) return undefined;
      const making = during(() => then(reader.result(), reader));
      for (;;) {
        const step = during(() => making.next());
        if (step.done === true) return { value: step.value, steady: this.#steady };
        if (goOn()) continue;
        // Ids that were given are not to be given in vain.
        if (!(await this.#rest(reader)) && step.value === "before-ids") return undefined;
      }
    } finally {
      this.#watching?.end();
    }
  }

  /** Whether what was read may still be told. */
  async #rest(reader: R): Promise<boolean> {
    this.#watching ??= this.#stretches.watch(reader);
    await this.#stretches.pause();
    this.#end = this.#stretches.now() + this.#stretchMs;
    if (this.#watching.hasChanged()) this.#steady = false;
    return this.#steady || this.#isPatient;
  }
}
