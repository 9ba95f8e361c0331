// Stops sessions as their person asks, and holds agents off until the person lets them begin again.
import type { SessionTabs } from "./session-tabs.ts";
import type { Leases } from "./leases.ts";
import type { Pause } from "./pause.ts";

interface StopsOptions {
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly pause: Pause;
  /** Stops what the session does. */
  readonly stopSteps: (sessionId: string) => Promise<void>;
  /** The end of the action under way, if there is one. */
  readonly doneOf: (sessionId: string) => Promise<unknown> | null | undefined;
  /** Tells the daemon that a session was stopped. */
  readonly tell: (sessionId: string) => void;
  /** Asks the daemon to hold agents off no longer. */
  readonly allow: () => Promise<unknown>;
}

export class Stops {
  readonly #options: StopsOptions;

  constructor(options: StopsOptions) {
    this.#options = options;
  }

  /** By the panel's Stop. */
  async stop(sessionId: string): Promise<void> {
    const { leases, tabs, pause, stopSteps, doneOf, tell } = this.#options;
    await Promise.all([stopSteps(sessionId), pause.begin()]);
    const held = leases.find(sessionId);
    if (held !== undefined) await tabs.groups.dissolve(held);
    // Where no daemon is connected it learns of the stop from the list, when it comes back.
    tell(sessionId);
    await doneOf(sessionId)?.catch(() => {});
    if (held !== undefined) await tabs.giveBack(held);
  }

  /** By Cancel in the browser's bar, which is for all tabs: each session that had a debugger hears of it. */
  async cancelled(tabId: number): Promise<void> {
    const held = this.#options.leases.ofTab(tabId);
    if (held !== undefined) await this.stop(held.sessionId);
  }

  /** @throws WebservError where no daemon is connected, which is what holds agents off. */
  async letAgentsBegin(): Promise<void> {
    const { leases, pause, allow } = this.#options;
    await allow();
    await pause.end();
    // The next daemon asks for the sessions that were stopped: this one is not held against agents any more.
    for (const { sessionId } of leases.all()) {
      await leases.update(sessionId, ({ stoppedAt: _stoppedAt, ...held }) => held);
    }
  }
}
