// Reads a large page in stretches, between which the page's own work goes on, and yet as of one moment.
import type { Walk } from "./walk.ts";

/** One way through the page. */
export interface Reader {
  /** @returns whether all has been read */
  readOn(goOn: () => boolean): boolean;
  result(): Walk;
}

export interface Stretches<R extends Reader> {
  /** Begins at the beginning. */
  readonly begin: () => R;
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
  /** Whether anything that was read is another now. */
  hasChanged(): boolean;
  end(): void;
}

/** In ms: with what is written afterwards, no more than a page may be kept from its work. */
const STRETCH_MS = 25;
/** A page that never rests is read in one go after so many beginnings. */
const BEGINNINGS = 3;

/** What `then` makes of the page, which has not changed from the reading's beginning to its end. */
export async function inStretches<R extends Reader, T>(
  stretches: Stretches<R>,
  then: (walk: Walk, reader: R) => T,
): Promise<T> {
  for (let beginning = 1; beginning <= BEGINNINGS; beginning++) {
    const made = await attempt(stretches, then);
    if (made !== undefined) return made.value;
  }
  return stretches.during(() => {
    const reader = stretches.begin();
    reader.readOn(() => true);
    return then(reader.result(), reader);
  });
}

/** Undefined where the page changed under the reading. */
async function attempt<R extends Reader, T>(
  { begin, during, watch, pause, now }: Stretches<R>,
  then: (walk: Walk, reader: R) => T,
): Promise<{ readonly value: T } | undefined> {
  const from = now();
  const until = (end: number) => (): boolean => now() < end;
  const reader = during(begin);
  const finish = (): { readonly value: T } => ({
    value: during(() => then(reader.result(), reader)),
  });
  if (during(() => reader.readOn(until(from + STRETCH_MS)))) return finish();
  const watching = watch(reader);
  try {
    for (let isRead = false; ;) {
      await pause();
      if (watching.hasChanged()) return undefined;
      // What is made of a large page takes a stretch of its own.
      if (isRead) return finish();
      const end = now() + STRETCH_MS;
      isRead = during(() => reader.readOn(until(end)));
    }
  } finally {
    watching.end();
  }
}
