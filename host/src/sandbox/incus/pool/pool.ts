// Keeps clones of sites ready to be handed out: made in the background, as many as the policy says.
import type { PoolState } from "@webserv/shared/model/sandbox.ts";
import type { PoolSize } from "@webserv/shared/model/site.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { CloneWork } from "./clone-work.ts";
import { Foreground } from "./foreground.ts";
import { planPools } from "./policy.ts";
import type { Circumstances, MachineFacts, SiteFacts } from "./policy.ts";
import { SiteStock } from "./site-stock.ts";

export interface PoolOptions<Clone> {
  /** Makes a clone, ready and frozen. One that throws or is aborted leaves nothing behind. */
  make(site: string, signal: AbortSignal): Promise<Clone>;
  discard(clone: Clone): Promise<void>;
  /**
   * Tells whether a ready clone still is as it was made. It is called before one is handed out, so it takes well below
   * a ms and does not throw.
   */
  sound(clone: Clone): boolean;
  /** Returns the size a site's definition asks for. */
  size(site: string): PoolSize;
  /** See `watchMachine`. Asked often, so it is to answer from memory or /proc. */
  machine(): MachineFacts;
  /** Returns the memory of a clone of the site in MiB; undefined if it has not been measured. */
  cloneMiB?(site: string): number | undefined;
  /** Returns the time in ms, by a clock that never goes back. */
  now?(): number;
  readonly log: { warn(fields: object, message: string): void };
  /** Called after a change, never from within a call of the pool. */
  onChange?(state: PoolState): void;
}

export interface Pool<Clone> {
  /**
   * Takes the oldest sound clone; the caller owns it from then on. It counts as demand also if there is none, and has
   * the place filled again.
   */
  acquire(site: string): Clone | undefined;
  /** From now on the site is kept ready; also tries at once what failed before. */
  fill(site: string): void;
  /** Sets a size in place of the definition's, until the daemon ends. */
  setSize(site: string, size: PoolSize): void;
  /**
   * Gives up what is ready and what is being made, but for what `keep` says: its template has changed.
   * Resolves when they are gone; meanwhile new ones are made.
   */
  drain(site: string, keep?: (clone: Clone) => boolean): Promise<void>;
  /** Gives up the clones that match, of whatever site: they are known to have died. */
  drop(matches: (clone: Clone) => boolean): void;
  /** Drains, and keeps the site no longer. */
  remove(site: string): Promise<void>;
  /** Takes over a clone found at the start; false if the pool is closed and the clone stays the caller's. */
  adopt(site: string, clone: Clone): boolean;
  /** Nothing is begun from now on until the function returned is called: somebody waits for a sandbox. */
  pause(): () => void;
  states(): readonly PoolState[];
  /** Resolves when every site holds its target or is held back for longer than a moment. */
  settled(signal?: AbortSignal): Promise<void>;
  /** Ends what is being made, and resolves when that is over; what is ready stays for the next daemon. */
  abandon(): Promise<void>;
  /** Ends what is being made and discards everything. */
  close(): Promise<void>;
}

export function createPool<Clone>(options: PoolOptions<Clone>): Pool<Clone> {
  return new ClonePool(options);
}

/** The memory that a clone which has not been measured is assumed to need. */
const ASSUMED_CLONE_MIB = 128;

/**
 * The interval of checks while demand falls or something is in the way, in ms; the next constant is that at other
 * times.
 */
const RESTLESS_MS = 1000;
const RESTING_MS = 10_000;

class ClonePool<Clone> implements Pool<Clone> {
  readonly #options: PoolOptions<Clone>;
  readonly #now: () => number;
  readonly #stocks = new Map<string, SiteStock<Clone>>();
  readonly #ending = new AbortController();
  readonly #until: AbortSignal;
  readonly #work: CloneWork<Clone>;
  readonly #foreground = new Foreground();
  readonly #waiters = new Set<() => void>();
  #inspectedAtMs = Number.NEGATIVE_INFINITY;
  #turn: { readonly atMs: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(options: PoolOptions<Clone>) {
    this.#options = options;
    this.#now = () => options.now?.() ?? performance.now();
    this.#until = this.#ending.signal;
    this.#work = new CloneWork({
      make: async (site, signal) => options.make(site, signal),
      discard: async (clone) => options.discard(clone),
      cloneMiB: (site) => this.#cloneMiB(site),
      now: this.#now,
      log: options.log,
      until: this.#until,
      over: () => this.#wake(0),
    });
  }

  acquire(site: string): Clone | undefined {
    if (this.#until.aborted) return undefined;
    const stock = this.#stock(site);
    let taken = stock.ready.shift();
    while (taken !== undefined && !this.#options.sound(taken)) {
      void this.#work.discard(site, taken);
      taken = stock.ready.shift();
    }
    const nowMs = this.#now();
    stock.countAcquire(nowMs, taken === undefined);
    if (taken !== undefined) this.#foreground.handedOut(nowMs);
    this.#wake(0);
    return taken;
  }

  fill(site: string): void {
    this.#stock(site).forgive();
    this.#wake(0);
  }

  setSize(site: string, size: PoolSize): void {
    this.#stock(site).choose(size);
    this.#wake(0);
  }

  async drain(site: string, keep?: (clone: Clone) => boolean): Promise<void> {
    const stock = this.#stocks.get(site);
    stock?.forgive();
    if (stock !== undefined) await this.#work.empty(stock, keep);
  }

  drop(matches: (clone: Clone) => boolean): void {
    for (const stock of this.#stocks.values()) {
      for (const clone of stock.takeOut(matches)) void this.#work.discard(stock.site, clone);
    }
  }

  async remove(site: string): Promise<void> {
    const stock = this.#stocks.get(site);
    if (stock === undefined) return;
    this.#stocks.delete(site);
    await this.#work.empty(stock);
  }

  adopt(site: string, clone: Clone): boolean {
    if (this.#until.aborted) return false;
    this.#stock(site).ready.push(clone);
    this.#wake(0);
    return true;
  }

  pause(): () => void {
    return this.#foreground.begin(this.#now(), () => this.#wake(0));
  }

  states(): readonly PoolState[] {
    return [...this.#stocks.values()].map((stock) => stock.state);
  }

  async settled(signal?: AbortSignal): Promise<void> {
    const until = signal === undefined ? this.#until : AbortSignal.any([this.#until, signal]);
    until.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const give = (): void => reject(until.reason);
    until.addEventListener("abort", give, { once: true });
    // A call made just before is planned for in the next turn, which tells the waiters.
    this.#waiters.add(resolve);
    this.#wake(0);
    try {
      await promise;
    } finally {
      this.#waiters.delete(resolve);
      until.removeEventListener("abort", give);
    }
  }

  async abandon(): Promise<void> {
    this.#ending.abort(
      new WebservError(
        "backend-unavailable",
        "the pool of clones was given up, since what an earlier daemon left could not be taken back",
      ),
    );
    clearTimeout(this.#turn?.timer);
    this.#stocks.clear();
    await this.#work.finished();
  }

  async close(): Promise<void> {
    this.#ending.abort(new WebservError("backend-unavailable", "the pool of clones is closed"));
    clearTimeout(this.#turn?.timer);
    for (const stock of this.#stocks.values()) {
      for (const clone of stock.takeOut(() => true)) void this.#work.discard(stock.site, clone);
    }
    await this.#work.finished();
    this.#stocks.clear();
  }

  #stock(site: string): SiteStock<Clone> {
    const size = this.#options.size(site);
    const stock = this.#stocks.get(site) ?? new SiteStock<Clone>(site, size);
    this.#stocks.set(site, stock);
    // The definition may be another one since.
    stock.define(size);
    return stock;
  }

  /** Makes sure that the next look at everything is no later than in `inMs`. */
  #wake(inMs: number): void {
    if (this.#until.aborted) return;
    const atMs = this.#now() + inMs;
    if (this.#turn !== undefined && this.#turn.atMs <= atMs) return;
    clearTimeout(this.#turn?.timer);
    const timer = setTimeout(() => {
      this.#turn = undefined;
      this.#look();
    }, inMs);
    if (inMs > 0) timer.unref();
    this.#turn = { atMs, timer };
  }

  #look(): void {
    if (this.#until.aborted) return;
    this.#inspect();
    const nowMs = this.#now();
    const facts = [...this.#stocks.values()].map((stock) =>
      stock.facts(nowMs, this.#cloneMiB(stock.site)),
    );
    const plans = planPools(facts, this.#circumstances(nowMs));
    for (const stock of this.#stocks.values()) {
      const plan = plans.get(stock.site);
      if (plan === undefined) continue;
      stock.follow(plan);
      for (const clone of stock.ready.splice(0, plan.discard))
        void this.#work.discard(stock.site, clone);
      for (let count = 0; count < plan.start; count += 1) this.#work.fill(stock);
    }
    this.#tell();
    this.#wake(this.#restMs(facts, nowMs));
  }

  /** A ready clone may have died without an event, such as while Incus was down. */
  #inspect(): void {
    const nowMs = this.#now();
    if (nowMs - this.#inspectedAtMs < RESTING_MS) return;
    this.#inspectedAtMs = nowMs;
    this.drop((clone) => !this.#options.sound(clone));
  }

  #circumstances(nowMs: number): Circumstances {
    return {
      machine: this.#options.machine(),
      returningMiB: this.#work.returningMiB,
      ...this.#foreground.circumstances(nowMs),
    };
  }

  #tell(): void {
    for (const stock of this.#stocks.values()) {
      const news = stock.news();
      if (news !== undefined) this.#options.onChange?.(news);
    }
    const settled = this.#work.idle && [...this.#stocks.values()].every((each) => each.settled);
    if (settled) for (const waiter of this.#waiters) waiter();
  }

  #restMs(facts: readonly SiteFacts[], nowMs: number): number {
    const restless =
      this.#foreground.isBusy ||
      this.states().some(({ held, target, min }) => held !== undefined || target > min);
    const retries = facts.flatMap(({ failure }) =>
      failure !== undefined && failure.retryInMs > 0 ? [failure.retryInMs] : [],
    );
    const quietMs = this.#foreground.quietForMs(nowMs);
    return Math.min(
      restless ? RESTLESS_MS : RESTING_MS,
      ...retries,
      ...(quietMs > 0 ? [quietMs] : []),
    );
  }

  #cloneMiB(site: string): number {
    return this.#options.cloneMiB?.(site) ?? ASSUMED_CLONE_MIB;
  }
}
