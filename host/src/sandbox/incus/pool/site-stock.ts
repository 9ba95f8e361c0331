// Holds the clones of one site: those ready, those being made, and the times and failures of making them.
import type { PoolState } from "@webserv/shared/model/sandbox.ts";
import type { PoolSize } from "@webserv/shared/model/site.ts";

import { countAcquire, expectedDemand, noDemand } from "./demand.ts";
import type { SiteFacts, SitePlan } from "./policy.ts";

/** A clone being made. */
export interface Fill<Clone> {
  readonly ending: AbortController;
  /** The tests for clones to keep, one of each drain since it began. */
  readonly drains: ((clone: Clone) => boolean)[];
  /** It resolves when it is over, either way. */
  readonly done: Promise<void>;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;

/** The time that a clone is assumed to need before the first one was made. */
const ASSUMED_FILL_MS = 2000;

export class SiteStock<Clone> {
  readonly site: string;
  /** Oldest first. */
  readonly ready: Clone[] = [];
  readonly fills = new Set<Fill<Clone>>();
  #size: PoolSize;
  #chosen = false;
  #demand = noDemand;
  #fillMs: number | undefined;
  #failure:
    | { readonly why: string; readonly times: number; readonly retryAtMs: number }
    | undefined;
  #plan: SitePlan = { target: 0, start: 0, waiting: 0, discard: 0 };
  #told: string | undefined;

  constructor(site: string, size: PoolSize) {
    this.site = site;
    this.#size = size;
  }

  /** Sets a size in place of the definition's, also of a later one. */
  choose(size: PoolSize): void {
    this.#size = size;
    this.#chosen = true;
  }

  define(size: PoolSize): void {
    if (!this.#chosen) this.#size = size;
  }

  /** Removes and returns the ready clones that match. */
  takeOut(matches: (clone: Clone) => boolean): Clone[] {
    const { take = [], leave = [] } = Object.groupBy(this.ready, (clone) =>
      matches(clone) ? "take" : "leave",
    );
    this.ready.splice(0, this.ready.length, ...leave);
    return take;
  }

  countAcquire(atMs: number, missed: boolean): void {
    // A clone taken now is back in the time one takes, if it is not second in the queue.
    const horizonMs = 2 * (this.#fillMs ?? ASSUMED_FILL_MS);
    this.#demand = countAcquire(this.#demand, { atMs, missed, horizonMs });
  }

  succeeded(tookMs: number): void {
    this.#failure = undefined;
    this.#fillMs = this.#fillMs === undefined ? tookMs : 0.7 * this.#fillMs + 0.3 * tookMs;
  }

  /** Returns how long until the next try, in ms; it doubles with each failure. */
  failed(why: string, nowMs: number): number {
    const times = (this.#failure?.times ?? 0) + 1;
    const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** (times - 1), LAST_RETRY_MS);
    this.#failure = { why, times, retryAtMs: nowMs + retryInMs };
    return retryInMs;
  }

  /** Whatever was in the way may be gone: the next try is now. */
  forgive(): void {
    this.#failure = undefined;
  }

  facts(nowMs: number, cloneMiB: number): SiteFacts {
    const failure = this.#failure;
    return {
      site: this.site,
      size: this.#size,
      demand: expectedDemand(this.#demand, nowMs),
      ready: this.ready.length,
      filling: this.fills.size,
      cloneMiB,
      ...(failure === undefined
        ? {}
        : { failure: { why: failure.why, retryInMs: Math.max(0, failure.retryAtMs - nowMs) } }),
    };
  }

  follow(plan: SitePlan): void {
    this.#plan = plan;
  }

  /** Nothing to do for it until demand, size or machine change. */
  get settled(): boolean {
    const { start, waiting, discard } = this.#plan;
    return this.fills.size + start + waiting + discard === 0;
  }

  get state(): PoolState {
    const { target, held } = this.#plan;
    return {
      site: this.site,
      min: this.#size.min,
      max: this.#size.max,
      ready: this.ready.length,
      filling: this.fills.size,
      target,
      ...(held === undefined ? {} : { held }),
    };
  }

  /** Returns the state if it differs from the last one reported. */
  news(): PoolState | undefined {
    const state = this.state;
    const text = JSON.stringify(state);
    if (text === this.#told) return undefined;
    this.#told = text;
    return state;
  }
}
