// Holds what is measured of the connection to the daemon, and says how it is shown.
import type { Params } from "@webserv/shared/protocol/methods.ts";

export const BEAT_INTERVAL_MS = 5_000;
/** So many beats may go unanswered before the connection counts as dead. */
export const MISSED_BEATS = 2;

export interface ConnectionFacts {
  /** The hello was answered and the port has not closed since. */
  readonly open: boolean;
  readonly refused: boolean;
  /** This is the round trip of the last beat, in ms. */
  readonly beatMs: number | null;
  /** Says when the last beat was answered, in ms since the epoch. */
  readonly beatAt: number | null;
  /** Says in words why there is no connection; it is empty while there is one. */
  readonly reason: string;
  readonly daemonVersion: string;
}

export const noConnection: ConnectionFacts = {
  open: false,
  refused: false,
  beatMs: null,
  beatAt: null,
  reason: "connecting for the first time",
  daemonVersion: "",
};

export type ConnectionView = Params<"panel.show">["connection"];

/** Shows `connected` only while beats are answered: a port that is open and silent is not a connection. */
export function viewConnection(facts: ConnectionFacts, nowMs: number): ConnectionView {
  const { beatMs, beatAt, reason, daemonVersion } = facts;
  const measured = { beatMs, beatAt, daemonVersion };
  if (facts.refused) return { ...measured, state: "refused", reason };
  if (!facts.open || beatAt === null) return { ...measured, state: "connecting", reason };
  const silentMs = nowMs - beatAt;
  if (silentMs > BEAT_INTERVAL_MS * (MISSED_BEATS + 0.5)) {
    return {
      ...measured,
      state: "connecting",
      reason: `no heartbeat for ${Math.round(silentMs / 1000)} s`,
    };
  }
  return { ...measured, state: "connected", reason: "" };
}
