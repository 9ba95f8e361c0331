// Carries out what a pool decides: makes clones and deletes them, and keeps track until each is over.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import type { Fill, SiteStock } from "./site-stock.ts";

export interface CloneWorkOptions<Clone> {
  make(site: string, signal: AbortSignal): Promise<Clone>;
  discard(clone: Clone): Promise<void>;
  cloneMiB(site: string): number;
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
  /** Ends every fill. */
  readonly until: AbortSignal;
  /** Called when a piece of work is over. */
  readonly over: () => void;
}

export class CloneWork<Clone> {
  readonly #options: CloneWorkOptions<Clone>;
  readonly #running = new Set<Promise<void>>();
  #returningMiB = 0;

  constructor(options: CloneWorkOptions<Clone>) {
    this.#options = options;
  }

  /** Memory of clones that are being deleted. */
  get returningMiB(): number {
    return this.#returningMiB;
  }

  get idle(): boolean {
    return this.#running.size === 0;
  }

  /** Resolves when everything is over, also what was begun meanwhile. */
  async finished(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Makes one clone for the stock. */
  fill(stock: SiteStock<Clone>): void {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const fill: Fill<Clone> = { ending: new AbortController(), drains: [], done };
    stock.fills.add(fill);
    const made = this.#make(stock, fill).finally(() => {
      stock.fills.delete(fill);
      resolve();
    });
    this.#track(made);
  }

  /** Never rejects: what can't be deleted now is swept at the daemon's next start. */
  async discard(site: string, clone: Clone): Promise<void> {
    const mib = this.#options.cloneMiB(site);
    this.#returningMiB += mib;
    const gone = this.#options
      .discard(clone)
      .catch((error: unknown) => {
        const { code, message } = toWebservError(error);
        this.#options.log.warn({ site, code, error: message }, "a clone could not be deleted");
      })
      .finally(() => {
        this.#returningMiB -= mib;
      });
    this.#track(gone);
    return gone;
  }

  /** Discards what is ready and what is being made, but for what `keep` says; resolves when it is gone. */
  async empty(stock: SiteStock<Clone>, keep?: (clone: Clone) => boolean): Promise<void> {
    const keeps = keep ?? (() => false);
    const gone = stock
      .takeOut((clone) => !keeps(clone))
      .map(async (clone) => this.discard(stock.site, clone));
    for (const fill of stock.fills) {
      fill.drains.push(keeps);
      if (keep === undefined) fill.ending.abort(new Error(`the pool of ${stock.site} is drained`));
      gone.push(fill.done);
    }
    await Promise.all(gone);
  }

  async #make(stock: SiteStock<Clone>, fill: Fill<Clone>): Promise<void> {
    const { now, log, until } = this.#options;
    const { site } = stock;
    const startedAtMs = now();
    const signal = AbortSignal.any([until, fill.ending.signal]);
    try {
      const clone = await this.#options.make(site, signal);
      if (signal.aborted || fill.drains.some((keeps) => !keeps(clone))) {
        await this.discard(site, clone);
        return;
      }
      stock.ready.push(clone);
      stock.succeeded(now() - startedAtMs);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message } = toWebservError(error);
      const retryInMs = stock.failed(`a clone could not be made: ${message}`, now());
      log.warn({ site, code, error: message, retryInMs }, "filling a pool failed");
    }
  }

  #track(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => {
      this.#running.delete(work);
      this.#options.over();
    });
  }
}
