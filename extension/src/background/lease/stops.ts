// Stops sessions as their person asks, and holds agents off until the person lets them begin again.
import type { Leases } from "./leases.ts";
import type { Pause } from "./pause.ts";
import type { SessionTabs } from "./session-tabs.ts";

interface StopsOptions {
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly pause: Pause;
  /** Stops what the session does. */
  readonly stopWork: (sessionId: string) => Promise<void>;
  /** Gives the end of what is under way: an action, or the session's opening. */
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

  /** Stops a session by the panel's Stop. */
  async stop(sessionId: string): Promise<void> {
    const { leases, tabs, pause, stopWork, doneOf, tell } = this.#options;
    const stopped = stopWork(sessionId);
    // This goes out before the answer to the action that ends by it: the daemon must not let the agent begin again
    // in between. If no daemon is connected, it learns of the stop from the list when it comes back.
    tell(sessionId);
    await Promise.all([stopped, pause.begin()]);
    const held = leases.find(sessionId);
    if (held !== undefined) await tabs.groups.dissolve(held);
    await doneOf(sessionId)?.catch(() => {});
    // A session that was being opened is gone by now, and its tab is closed.
    const left = leases.find(sessionId);
    if (left !== undefined) await tabs.giveBack(left);
  }

  /**
   * Stops a session by Cancel in the browser's bar, which is for all tabs: each session that had a debugger hears of
   * it.
   */
  async cancelled(tabId: number): Promise<void> {
    const held = this.#options.leases.ofTab(tabId);
    if (held !== undefined) await this.stop(held.sessionId);
  }

  /** @throws WebservError if no daemon is connected, since the daemon holds agents off. */
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
