// Holds the leases of this worker; only this file changes a lease, stores it and reports the change.
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { nextTask } from "../platform/wait.ts";
import type { LeaseStorage } from "./lease-storage.ts";
import { KEPT_OUTCOMES } from "./lease-storage.ts";
import type { Lease } from "./lease.ts";

export class Leases {
  readonly #storage: LeaseStorage;
  readonly #onChange: () => void;
  readonly #held = new Map<string, Lease>();
  readonly #outcomes = new Map<string, readonly StepOutcome[]>();
  /**
   * Resolves after the last write, for which the next one waits: a later state must not be overtaken by an earlier. No
   * write begins in the task that asks for it, since pages and the daemon wait for what that task sends them.
   */
  #writes: Promise<void> = Promise.resolve();
  /**
   * Does the same for outcomes, apart from the leases: an outcome contains a whole page, and the lease's record of the
   * next action must not wait for that write.
   */
  #outcomeWrites: Promise<void> = Promise.resolve();

  constructor(storage: LeaseStorage, onChange: () => void) {
    this.#storage = storage;
    this.#onChange = onChange;
  }

  /** Restores the leases of an earlier worker of this browser. It must end before any other method is called. */
  async restore(): Promise<void> {
    for (const held of await this.#storage.readAll()) {
      this.#held.set(held.sessionId, held);
      this.#outcomes.set(held.sessionId, await this.#storage.readOutcomes(held.sessionId));
    }
    this.#onChange();
  }

  all(): readonly Lease[] {
    return [...this.#held.values()];
  }

  find(sessionId: string): Lease | undefined {
    return this.#held.get(sessionId);
  }

  /** @throws WebservError `unknown-session`. */
  get(sessionId: string): Lease {
    const held = this.#held.get(sessionId);
    if (held === undefined) {
      throw new WebservError(
        "unknown-session",
        `this browser holds no session with the id "${sessionId}"`,
      );
    }
    return held;
  }

  ofTab(tabId: number): Lease | undefined {
    return this.all().find(({ tabIds }) => tabIds.includes(tabId));
  }

  /** Adds a lease at once; resolves when it is stored. */
  async add(held: Lease): Promise<void> {
    this.#held.set(held.sessionId, held);
    this.#onChange();
    await this.#write(() => this.#storage.writeLease(held));
  }

  /** Changes a lease at once; resolves when it is stored. A lease that was removed stays removed. */
  async update(sessionId: string, change: (held: Lease) => Lease): Promise<void> {
    const before = this.#held.get(sessionId);
    if (before === undefined) return;
    const after = change(before);
    if (after === before) return;
    this.#held.set(sessionId, after);
    this.#onChange();
    await this.#write(() => this.#storage.writeLease(after));
  }

  async remove(sessionId: string): Promise<void> {
    this.#held.delete(sessionId);
    this.#outcomes.delete(sessionId);
    this.#onChange();
    const kept = this.#outcomeWrites;
    await this.#write(async () => {
      await kept;
      await this.#storage.remove(sessionId);
    });
  }

  outcomeOf(sessionId: string, actionId: string): StepOutcome | undefined {
    return this.#outcomes.get(sessionId)?.findLast((outcome) => outcome.actionId === actionId);
  }

  async keepOutcome(sessionId: string, outcome: StepOutcome): Promise<void> {
    const kept = [...(this.#outcomes.get(sessionId) ?? []), outcome].slice(-KEPT_OUTCOMES);
    this.#outcomes.set(sessionId, kept);
    const written = this.#outcomeWrites
      .then(nextTask)
      .then(() => this.#storage.writeOutcomes(sessionId, kept));
    this.#outcomeWrites = written.catch(() => {});
    await written;
  }

  #write(write: () => Promise<void>): Promise<void> {
    const written = this.#writes.then(nextTask).then(write);
    this.#writes = written.catch(() => {});
    return written;
  }
}
