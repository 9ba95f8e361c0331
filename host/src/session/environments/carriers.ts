// Runs the headless browsers that carry environments: few, each with so many that a crash loses few.
import { randomBytes } from "node:crypto";

import type { BrowserContexts } from "../../browser/contexts/browser-contexts.ts";
import type { LaunchedBrowser } from "../../browser/launch/launched-browser.ts";
import type { BrowserUsageOptions } from "./browser-usage.ts";
import { BrowserUsage } from "./browser-usage.ts";
import type { Launches } from "../browsers/launches.ts";

/** Environments of one browser; further ones get another. */
export const PLACES = 16;

const CARRY_MS = 10_000;
/** How long a browser is kept that carries nothing. */
const EMPTY_MS = 5_000;

export interface Carrier {
  readonly process: LaunchedBrowser;
  /** The secret by which the extension of its environments is let in. */
  readonly token: string;
  readonly contexts: BrowserContexts;
  /** Measures what its environments take of the machine. */
  readonly usage: BrowserUsage;
}

interface Berth {
  readonly launching: Promise<Carrier>;
  /** Environments that have a place in it, also while it is launched. */
  taken: number;
}

export class Carriers {
  readonly #launches: Pick<Launches, "launchCarrier">;
  readonly #memoryMiB: BrowserUsageOptions["memoryMiB"];
  readonly #berths = new Set<Berth>();

  constructor(
    launches: Pick<Launches, "launchCarrier">,
    memoryMiB: BrowserUsageOptions["memoryMiB"],
  ) {
    this.#launches = launches;
    this.#memoryMiB = memoryMiB;
  }

  /** Returns how many environments the browser carries. */
  carried(carrier: Carrier): Promise<number> {
    return this.#berthOf(carrier).then((berth) => berth?.taken ?? 0);
  }

  /**
   * Takes a place in a browser that has one left, or in a new one.
   * @throws WebservError `browser-not-found`, `launch-failed`, `cancelled`.
   */
  async take(signal: AbortSignal): Promise<Carrier> {
    const berth = [...this.#berths].find(({ taken }) => taken < PLACES) ?? this.#launch();
    berth.taken++;
    try {
      const carrier = await berth.launching;
      signal.throwIfAborted();
      return carrier;
    } catch (error) {
      await this.#leave(berth);
      throw error;
    }
  }

  /** Gives a place back; a browser that carries nothing for a while is ended. */
  async leave(carrier: Carrier): Promise<void> {
    const berth = await this.#berthOf(carrier);
    if (berth !== undefined) await this.#leave(berth);
  }

  #launch(): Berth {
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
    const berth: Berth = { launching, taken: 0 };
    this.#berths.add(berth);
    const forget = (): void => void this.#berths.delete(berth);
    launching.then(({ process }) => process.ended.then(forget), forget);
    return berth;
  }

  async #berthOf(carrier: Carrier): Promise<Berth | undefined> {
    for (const berth of this.#berths) {
      if ((await berth.launching.catch(() => undefined)) === carrier) return berth;
    }
    return undefined;
  }

  async #leave(berth: Berth): Promise<void> {
    berth.taken--;
    if (berth.taken > 0) return;
    const carrier = await berth.launching.catch(() => undefined);
    if (carrier === undefined) return;
    // A reset of the only one gives its place back and takes it again.
    setTimeout(() => {
      if (berth.taken > 0 || !this.#berths.delete(berth)) return;
      void carrier.process.close();
    }, EMPTY_MS).unref();
  }
}
