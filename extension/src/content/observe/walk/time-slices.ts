// Reads a large page in time slices, between which the page's own work goes on, and yet as of one
// moment.
import type { Walk } from "../tree/walk-result.ts";

/** Makes one way through the page. */
export interface Reader {
  /**
   * Reads on while `goOn` says so.
   *
   * @returns whether all has been read
   */
  readOn(goOn: () => boolean): boolean;
  result(): Walk;
}

export interface TimeSlices<R extends Reader> {
  /** Begins at the beginning; a patient reader goes on though the page changes. */
  readonly begin: (isPatient: boolean) => R;
  /** Runs what reads; a place to keep what must not outlive it. */
  readonly during: <T>(read: () => T) => T;
  /** Watches, from now on, for changes of what `reader` has read already. */
  readonly watch: (reader: R) => Watch;
  /** Lets the page do what it has to do. */
  readonly pause: () => Promise<void>;
  /** Returns the time in ms. */
  readonly now: () => number;
}

export interface Watch {
  /**
   * Tells whether anything that was read is another now, but for what a patient reader has taken
   * note of.
   */
  hasChanged(): boolean;
  end(): void;
}

export type Phase = "before-ids" | "after-ids";

/** Makes something of a page, a piece at a time. */
export type ReadingSteps<T> = Generator<Phase, T>;

export interface ReadingOutcome<T> {
  readonly value: T;
  /** All of it is of one moment. */
  readonly steady: boolean;
}

/**
 * The longest slice, in ms: a page may be kept from its work no longer, with what can't be
 * interrupted.
 */
const SLICE_MS = 25;
/**
 * The slice of a patient reading, in ms. Its page changes after each slice and is laid out anew
 * each time, so slices are fewer, and still short enough.
 */
const PATIENT_SLICE_MS = 40;
/** After so many beginnings a page that never rests is read through its changes. */
const MAX_ATTEMPTS = 3;

/**
 * Returns what `then` makes of the page, which has not changed from the reading's beginning to its
 * end. If a page changes each time, texts that become other texts are told as they are in the end.
 * For any other change the answer says that the page was not steady.
 */
export async function readInTimeSlices<R extends Reader, T>(
  slices: TimeSlices<R>,
  then: (walk: Walk, reader: R) => ReadingSteps<T>,
): Promise<ReadingOutcome<T>> {
  for (let beginning = 1; beginning <= MAX_ATTEMPTS; beginning++) {
    const made = await new Attempt(slices, false).make(then);
    if (made !== undefined) return made;
  }
  const made = await new Attempt(slices, true).make(then);
  if (made === undefined) throw new Error("a patient reading gives nothing up");
  return made;
}

class Attempt<R extends Reader> {
  readonly #slices: TimeSlices<R>;
  readonly #isPatient: boolean;
  readonly #sliceMs: number;
  #end: number;
  #steady = true;
  #watching: Watch | undefined;

  constructor(slices: TimeSlices<R>, isPatient: boolean) {
    this.#slices = slices;
    this.#isPatient = isPatient;
    this.#sliceMs = isPatient ? PATIENT_SLICE_MS : SLICE_MS;
    this.#end = slices.now() + this.#sliceMs;
  }

  /** Returns undefined if the page changed under the reading. */
  async make<T>(
    then: (walk: Walk, reader: R) => ReadingSteps<T>,
  ): Promise<ReadingOutcome<T> | undefined> {
    const { begin, during, now } = this.#slices;
    const reader = during(() => begin(this.#isPatient));
    const goOn = (): boolean => now() < this.#end;
    try {
      while (!during(() => reader.readOn(goOn))) {
        if (!(await this.#rest(reader))) return undefined;
      }
      // To make something of a large page takes a slice of its own.
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

  /** Pauses, and returns whether what was read may still be told. */
  async #rest(reader: R): Promise<boolean> {
    this.#watching ??= this.#slices.watch(reader);
    await this.#slices.pause();
    this.#end = this.#slices.now() + this.#sliceMs;
    if (this.#watching.hasChanged()) this.#steady = false;
    return this.#steady || this.#isPatient;
  }
}
