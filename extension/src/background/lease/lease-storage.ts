// Keeps leases and the latest outcomes in the browser's session storage, so that they outlive the worker.
import type { StepOutcome } from "@webserv/shared/model/step.ts";
import { stepOutcome } from "@webserv/shared/model/step.ts";
import * as z from "zod/mini";

import type { KeyValueStore } from "../platform/key-value-store.ts";
import type { Lease } from "./lease.ts";
import { lease } from "./lease.ts";

/** The most outcomes that are kept of each session. */
export const KEPT_OUTCOMES = 2;
/**
 * The longest text of a page that is kept, in UTF-16 units, since session storage holds 10 MB. A larger page is kept
 * without its text, and read again when it is asked for.
 */
export const MAX_STORED_HTML = 200_000;

const outcomes = z.array(stepOutcome);

/** Keeps everything under the name of the worker's environment, since contexts of one browser share their storage. */
export class LeaseStorage {
  readonly #store: KeyValueStore;
  /** The environment's name. Each method awaits it exactly once, so that calls reach the store in their order. */
  readonly #environment: Promise<string>;

  constructor(store: KeyValueStore, environment: Promise<string>) {
    this.#store = store;
    this.#environment = environment;
  }

  async readAll(): Promise<Lease[]> {
    const items = await this.#store.get(null);
    const prefix = leaseKey(await this.#environment, "");
    const leases: Lease[] = [];
    for (const [key, value] of Object.entries(items)) {
      if (!key.startsWith(prefix)) continue;
      // A lease of an older version of the extension may not fit; its tabs then belong to no session.
      const parsed = lease.safeParse(value);
      if (parsed.success) leases.push(parsed.data);
    }
    return leases;
  }

  async writeLease(held: Lease): Promise<void> {
    await this.#store.set({ [leaseKey(await this.#environment, held.sessionId)]: held });
  }

  async remove(sessionId: string): Promise<void> {
    const environment = await this.#environment;
    await this.#store.remove([
      leaseKey(environment, sessionId),
      outcomesKey(environment, sessionId),
    ]);
  }

  /** Returns the outcomes of a session, oldest first. */
  async readOutcomes(sessionId: string): Promise<StepOutcome[]> {
    const key = outcomesKey(await this.#environment, sessionId);
    const items = await this.#store.get([key]);
    return outcomes.safeParse(items[key]).data ?? [];
  }

  async writeOutcomes(sessionId: string, kept: readonly StepOutcome[]): Promise<void> {
    await this.#store.set({
      [outcomesKey(await this.#environment, sessionId)]: kept.slice(-KEPT_OUTCOMES).map(small),
    });
  }
}

function leaseKey(environment: string, sessionId: string): string {
  return `lease/${environment}/${sessionId}`;
}

function outcomesKey(environment: string, sessionId: string): string {
  return `outcomes/${environment}/${sessionId}`;
}

function small({ screenshot: _screenshot, ...outcome }: StepOutcome): StepOutcome {
  const tooLarge = (outcome.observation?.html.length ?? 0) > MAX_STORED_HTML;
  return tooLarge ? { ...outcome, observation: null } : outcome;
}
