// Runs the headless browsers that carry environments: few, each with so many that a crash loses few.
import { randomBytes } from "node:crypto";

import type { BrowserContexts } from "../../browser/contexts/browser-contexts.ts";
import type { LaunchedBrowser } from "../../browser/launch/launched-browser.ts";
import type { BrowserUsageOptions } from "./browser-usage.ts";
import { BrowserUsage } from "./browser-usage.ts";
import type { Launches } from "../browsers/launches.ts";

/** The most environments of one browser; further ones get another. */
export const ENVIRONMENTS_PER_CARRIER = 16;

const CARRY_MS = 10_000;
/** The time that a browser which carries nothing is kept, in ms. */
const EMPTY_MS = 5_000;

export interface Carrier {
  readonly process: LaunchedBrowser;
  /** The secret by which the extension of its environments is let in. */
  readonly token: string;
  readonly contexts: BrowserContexts;
  /** Measures what its environments take of the machine. */
  readonly usage: BrowserUsage;
}

interface Slot {
  readonly launching: Promise<Carrier>;
  /** Environments that have a place in it, also while it is launched. */
  taken: number;
}

export class Carriers {
  readonly #launches: Pick<Launches, "launchCarrier">;
  readonly #memoryMiB: BrowserUsageOptions["memoryMiB"];
  readonly #slots = new Set<Slot>();

  constructor(
    launches: Pick<Launches, "launchCarrier">,
    memoryMiB: BrowserUsageOptions["memoryMiB"],
  ) {
    this.#launches = launches;
    this.#memoryMiB = memoryMiB;
  }

  /** Returns how many environments the browser carries. */
  carried(carrier: Carrier): Promise<number> {
    return this.#slotOf(carrier).then((slot) => slot?.taken ?? 0);
  }

  /**
   * Takes a place in a browser that has one left, or in a new one.
   * @throws WebservError `browser-not-found`, `launch-failed`, `cancelled`.
   */
  async take(signal: AbortSignal): Promise<Carrier> {
    const slot =
      [...this.#slots].find(({ taken }) => taken < ENVIRONMENTS_PER_CARRIER) ?? this.#launch();
    slot.taken++;
    try {
      const carrier = await slot.launching;
      signal.throwIfAborted();
      return carrier;
    } catch (error) {
      await this.#leave(slot);
      throw error;
    }
  }

  /** Gives a place back; a browser that carries nothing for a while is ended. */
  async leave(carrier: Carrier): Promise<void> {
    const slot = await this.#slotOf(carrier);
    if (slot !== undefined) await this.#leave(slot);
  }

  #launch(): Slot {
    const token = randomBytes(32).toString("base64url");
    const launching = this.#launches.launchCarrier(async ({ process, link }) => {
      await link.peer.call("environments.carry", { token }, { timeoutMs: CARRY_MS });
      const { contexts } = process;
      const usage = new BrowserUsage({
        processes: () => contexts.processes(),
        memoryMiB: this.#memoryMiB,
      });
      return { process, token, contexts, usage };
    });
    const slot: Slot = { launching, taken: 0 };
    this.#slots.add(slot);
    const forget = (): void => void this.#slots.delete(slot);
    launching.then(({ process }) => process.ended.then(forget), forget);
    return slot;
  }

  async #slotOf(carrier: Carrier): Promise<Slot | undefined> {
    for (const slot of this.#slots) {
      if ((await slot.launching.catch(() => undefined)) === carrier) return slot;
    }
    return undefined;
  }

  async #leave(slot: Slot): Promise<void> {
    slot.taken--;
    if (slot.taken > 0) return;
    const carrier = await slot.launching.catch(() => undefined);
    if (carrier === undefined) return;
    // A reset of the only one gives its place back and takes it again.
    setTimeout(() => {
      if (slot.taken > 0 || !this.#slots.delete(slot)) return;
      void carrier.process.close();
    }, EMPTY_MS).unref();
  }
}
