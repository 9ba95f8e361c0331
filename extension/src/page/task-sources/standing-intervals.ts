// Tells of the next round of intervals that were set before the action: it may do what the action has left for them.
import type { Causes } from "../cause/causes.ts";
import type { NewWork } from "../cause/new-work.ts";
import { bareRecord } from "../platform/natives.ts";

/** A slower interval looks at something else: a clock, the news. In ms. */
const FAST_MS = 100;
/** The most intervals that are known: a page that sets more has them for something else. */
const MOST = 20;

interface Standing {
  readonly interval: NewWork;
  /** Tells whether the action has led to it. */
  readonly isCaused: () => boolean;
  /** The work for its next round, the first after the action; an older one if that has been. */
  next: number;
}

/**
 * Follows fast intervals. A page may put its tasks into a list that one of them looks at. What such a round begins is
 * not followed: it most often does so without an action, too.
 */
export class StandingIntervals {
  readonly #causes: Causes;
  /** The intervals by the numbers that the browser gave them. */
  readonly #known = bareRecord<Standing>();
  #count = 0;

  constructor(causes: Causes) {
    this.#causes = causes;
    causes.onRootRun(() => {
      for (const handle in this.#known) {
        const standing = this.#known[handle];
        if (standing === undefined || standing.isCaused() || causes.isCurrent(standing.next))
          continue;
        standing.next = causes.begin({ ...standing.interval, unseen: true }, causes.root);
      }
    });
  }

  set(handle: unknown, interval: NewWork, isCaused: () => boolean): void {
    if (typeof handle !== "number" || (interval.delayMs ?? 0) >= FAST_MS || this.#count >= MOST) {
      return;
    }
    this.#count++;
    this.#known[handle] = { interval, isCaused, next: 0 };
  }

  /** Notes that an interval has its next round. */
  ticks(handle: unknown): void {
    const standing = this.#of(handle);
    if (standing === undefined) return;
    this.#causes.note("end", standing.next);
    standing.next = 0;
  }

  drop(handle: unknown): void {
    const standing = this.#of(handle);
    if (typeof handle !== "number" || standing === undefined) return;
    this.#causes.note("end", standing.next);
    this.#count--;
    delete this.#known[handle];
  }

  #of(handle: unknown): Standing | undefined {
    return typeof handle === "number" ? this.#known[handle] : undefined;
  }
}
