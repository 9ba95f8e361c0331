// Models what a session may do now, as a small state machine.
import type { Session } from "@webserv/shared/model/session.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

export interface SessionState {
  readonly connected: boolean;
  /** The person pressed Stop. */
  readonly stopped: boolean;
  /** The agent ended its task. */
  readonly terminated: boolean;
  /** The id of the action under way. */
  readonly acting: string | null;
}

export type SessionEvent =
  | { readonly type: "connected"; readonly stopped: boolean }
  | { readonly type: "lost" }
  | { readonly type: "halted" }
  | { readonly type: "began"; readonly actionId: string }
  | { readonly type: "ended"; readonly actionId: string }
  | { readonly type: "terminated" };

export function initialState(connected: boolean): SessionState {
  return { connected, stopped: false, terminated: false, acting: null };
}

export function advance(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "connected":
      // A stop that the daemon was told of counts even if the browser has forgotten it.
      return { ...state, connected: true, stopped: state.stopped || event.stopped };
    case "lost":
      return { ...state, connected: false };
    case "halted":
      return { ...state, stopped: true };
    case "began":
      return { ...state, acting: event.actionId };
    case "ended":
      return state.acting === event.actionId ? { ...state, acting: null } : state;
    case "terminated":
      return { ...state, terminated: true };
  }
}

/** Returns the state as agents see it. */
export function shownState(state: SessionState): Session["state"] {
  if (state.stopped) return "stopped";
  return state.connected ? "open" : "away";
}

/** @throws WebservError `session-stopped`. */
export function assertMayRead(state: SessionState, sessionId: string): void {
  if (state.stopped) {
    throw new WebservError("session-stopped", `the person stopped the session "${sessionId}"`);
  }
}

/** @throws WebservError `session-stopped`, `session-terminated`, `session-busy`. */
export function assertMayAct(state: SessionState, sessionId: string): void {
  assertMayRead(state, sessionId);
  if (state.terminated) {
    throw new WebservError(
      "session-terminated",
      `the task of the session "${sessionId}" was ended with terminate`,
    );
  }
  if (state.acting !== null) {
    throw new WebservError(
      "session-busy",
      `the session "${sessionId}" is still carrying out "${state.acting}"`,
      { details: { actionId: state.acting } },
    );
  }
}
