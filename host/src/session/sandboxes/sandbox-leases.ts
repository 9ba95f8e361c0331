// Keeps the leases of sandboxes, and deletes those whose lease nobody has renewed in time.
import { toWebservError, WebservError } from "@webserv/shared/errors/errors.ts";

import type { LeaseStore } from "./lease-store.ts";

export interface SandboxLeasesOptions {
  readonly store: LeaseStore;
  /** Tells whether a session sees the sandbox, which renews it as long as it lasts. */
  readonly inUse: (sandboxId: string) => boolean;
  /** Deletes the sandbox; does nothing if there is none. */
  readonly remove: (sandboxId: string) => Promise<void>;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

interface Lease {
  readonly leaseMs: number;
  /** The time by the clock that no one sets and that stands still while the machine sleeps. */
  readonly dueMs: number;
  /** True if it is being deleted, or will be: nobody can have it any more. */
  readonly over: boolean;
}

/** After a restart nobody's lease ends before its holder had this long to renew it. */
const GRACE_MS = 10_000;
/** The time until the deletion of a sandbox that failed is tried again, in ms. */
const RETRY_MS = 10_000;
const LONGEST_TIMER_MS = 3_600_000;

/** A sandbox without a lease is kept until it is deleted. */
export class SandboxLeases {
  readonly #options: SandboxLeasesOptions;
  readonly #leases = new Map<string, Lease>();
  readonly #busy = new Map<string, number>();
  readonly #removing = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  #started = false;

  /** Reads what an earlier daemon left; `start` begins to delete. */
  constructor(options: SandboxLeasesOptions) {
    this.#options = options;
    for (const { sandboxId, leaseMs, until } of options.store.load()) {
      // The wall clock may have been set while no daemon ran: never more than a lease, and some time to renew.
      const left = Date.parse(until) - Date.now();
      const leftMs = Math.min(leaseMs, Math.max(left, Math.min(leaseMs, GRACE_MS)));
      this.#leases.set(sandboxId, { leaseMs, dueMs: performance.now() + leftMs, over: false });
    }
  }

  /** Call it once sessions are taken back. `signal` ends it. */
  start(signal: AbortSignal): void {
    this.#started = true;
    // Until now nobody could renew.
    const now = performance.now();
    for (const [sandboxId, lease] of this.#leases) {
      const earliest = now + Math.min(lease.leaseMs, GRACE_MS);
      if (!lease.over && lease.dueMs < earliest) {
        this.#leases.set(sandboxId, { ...lease, dueMs: earliest });
      }
    }
    signal.addEventListener("abort", () => {
      this.#ended = true;
      clearTimeout(this.#timer);
    });
    this.#schedule();
  }

  /** Gives a lease from now on, or none. Errors of the disk are thrown. */
  grant(sandboxId: string, leaseMs: number | undefined): void {
    if (leaseMs === undefined) this.forget(sandboxId);
    else this.#set(sandboxId, leaseMs);
  }

  /**
   * Counts the lease anew from now on; if there is no lease and `leaseMs` is left out, there is none then.
   * @throws WebservError `unknown-sandbox` if its time is over.
   */
  renew(sandboxId: string, leaseMs?: number): void {
    this.assertKept(sandboxId);
    const wanted = leaseMs ?? this.#leases.get(sandboxId)?.leaseMs;
    if (wanted !== undefined) this.#set(sandboxId, wanted);
  }

  /** @throws WebservError `unknown-sandbox` if its time is over. */
  assertKept(sandboxId: string): void {
    if (this.#leases.get(sandboxId)?.over !== true) return;
    throw new WebservError(
      "unknown-sandbox",
      `the lease of the sandbox "${sandboxId}" has expired, and it is being deleted`,
      { next: "Create another, and renew it in time." },
    );
  }

  /** Runs work during which it is not deleted; its lease counts anew afterwards. */
  async using<T>(sandboxId: string, work: () => Promise<T>): Promise<T> {
    this.assertKept(sandboxId);
    this.#busy.set(sandboxId, (this.#busy.get(sandboxId) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#busy.get(sandboxId) ?? 1) - 1;
      if (left > 0) this.#busy.set(sandboxId, left);
      else this.#busy.delete(sandboxId);
      this.touch(sandboxId);
    }
  }

  /** Renews the lease of a sandbox that is in use. */
  touch(sandboxId: string): void {
    const lease = this.#leases.get(sandboxId);
    if (lease === undefined || lease.over) return;
    this.#attempt(sandboxId, () => this.#set(sandboxId, lease.leaseMs));
  }

  /** Has it deleted as soon as that is possible, also by a next daemon. Never throws. */
  expire(sandboxId: string): void {
    if (this.#leases.get(sandboxId)?.over === true) return;
    this.#leases.set(sandboxId, {
      leaseMs: GRACE_MS,
      dueMs: performance.now() + RETRY_MS,
      over: true,
    });
    this.#schedule();
    this.#attempt(sandboxId, () => this.#save(sandboxId));
  }

  forget(sandboxId: string): void {
    if (this.#leases.delete(sandboxId)) this.#options.store.remove(sandboxId);
  }

  /** Returns the end of the lease in ISO 8601; undefined if it has none. */
  until(sandboxId: string): string | undefined {
    const lease = this.#leases.get(sandboxId);
    if (lease === undefined) return undefined;
    return new Date(Date.now() + lease.dueMs - performance.now()).toISOString();
  }

  #attempt(sandboxId: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#options.log.warn({ err: error, sandboxId }, "a lease could not be written down");
    }
  }

  #set(sandboxId: string, leaseMs: number): void {
    this.#leases.set(sandboxId, { leaseMs, dueMs: performance.now() + leaseMs, over: false });
    this.#schedule();
    this.#save(sandboxId);
  }

  #save(sandboxId: string): void {
    const lease = this.#leases.get(sandboxId);
    const until = this.until(sandboxId);
    if (lease === undefined || until === undefined) return;
    this.#options.store.save({ version: 1, sandboxId, leaseMs: lease.leaseMs, until });
  }

  #schedule(): void {
    if (!this.#started || this.#ended) return;
    clearTimeout(this.#timer);
    const due = Math.min(...[...this.#leases.values()].map(({ dueMs }) => dueMs));
    if (due === Infinity) return;
    const waitMs = Math.min(Math.max(due - performance.now(), 0), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#reap(), Math.ceil(waitMs));
    // A sandbox that is due while the daemon ends is left to the next daemon.
    this.#timer.unref();
  }

  #reap(): void {
    const now = performance.now();
    for (const [sandboxId, lease] of this.#leases) {
      if (lease.dueMs > now) continue;
      if (!lease.over && (this.#busy.has(sandboxId) || this.#options.inUse(sandboxId))) {
        this.touch(sandboxId);
      } else {
        this.#leases.set(sandboxId, { ...lease, over: true, dueMs: now + RETRY_MS });
        void this.#remove(sandboxId);
      }
    }
    this.#schedule();
  }

  async #remove(sandboxId: string): Promise<void> {
    const { remove, log } = this.#options;
    if (this.#removing.has(sandboxId)) return;
    this.#removing.add(sandboxId);
    try {
      log.info({ sandboxId }, "a sandbox's lease has expired");
      await remove(sandboxId);
    } catch (error) {
      log.warn(
        { err: toWebservError(error), sandboxId },
        "an expired sandbox could not be deleted",
      );
    } finally {
      this.#removing.delete(sandboxId);
    }
  }
}
