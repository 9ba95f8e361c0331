// Stops sessions when the person asks for it, and lets no agent begin until the person allows it again.
import type { Leases } from "./leases.ts";
import type { Pause } from "./pause.ts";
import type { SessionTabs } from "./session-tabs.ts";

interface StopsOptions {
  readonly leases: Leases;
  readonly tabs: SessionTabs;
  readonly pause: Pause;
  /** Stops the session's action, or its opening. */
  readonly stopWork: (sessionId: string) => Promise<void>;
  /** Returns a promise of the end of the session's action, or of its opening, if one is under way. */
  readonly doneOf: (sessionId: string) => Promise<unknown> | null | undefined;
  /** Tells the daemon that a session was stopped. */
  readonly tell: (sessionId: string) => void;
  /** Asks the daemon to let agents begin again. */
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
    // This is sent before the answer to the aborted action, so that the daemon can't let the agent begin again in
    // between. If no daemon is connected, it learns of the stop from the list of leases when it comes back.
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
   * Stops a session after Cancel in the browser's bar. Cancel concerns all tabs, so this is called for each tab that
   * had a debugger.
   */
  async cancelled(tabId: number): Promise<void> {
    const held = this.#options.leases.ofTab(tabId);
    if (held !== undefined) await this.stop(held.sessionId);
  }

  /** Lets agents begin again. @throws WebservError if no daemon is connected, since the daemon refuses them. */
  async letAgentsBegin(): Promise<void> {
    const { leases, pause, allow } = this.#options;
    await allow();
    await pause.end();
    // A new daemon asks for the stopped sessions, and must not pause agents because of these.
    for (const { sessionId } of leases.all()) {
      await leases.update(sessionId, ({ stoppedAt: _stoppedAt, ...held }) => held);
    }
  }
}
