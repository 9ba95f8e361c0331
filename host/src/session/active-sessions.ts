// Keeps the open sessions, and those that are being opened, for all that ask which browser has which.
import type { LiveSession } from "./actions/live-session.ts";
import type { SessionActions } from "./actions/session-actions.ts";

export interface ActiveSession {
  readonly session: LiveSession;
  readonly actions: SessionActions;
}

export interface BeingOpened {
  readonly browserId: string;
  readonly stop: AbortController;
}

export class ActiveSessions {
  readonly open = new Map<string, ActiveSession>();
  readonly opening = new Map<string, BeingOpened>();

  /** Returns the open sessions of a browser. */
  of(browserId: string): ActiveSession[] {
    return [...this.open.values()].filter(({ session }) => session.browserId === browserId);
  }

  idsOf(browserId: string): string[] {
    return this.of(browserId).map(({ session }) => session.sessionId);
  }
}
