// Describes the measurements of the connection to the daemon, and how they are shown.
import type { Params } from "@webserv/shared/protocol/methods.ts";

export const BEAT_INTERVAL_MS = 5_000;
/** The number of unanswered beats after which the connection counts as dead. */
export const MISSED_BEATS = 2;

export interface ConnectionFacts {
  /** True if the hello was answered and the port has not closed since. */
  readonly open: boolean;
  readonly refused: boolean;
  /** The round trip of the last beat, in ms. */
  readonly beatMs: number | null;
  /** The time at which the last beat was answered, in ms since the epoch. */
  readonly beatAt: number | null;
  /** The reason for which there is no connection, in words; empty while there is one. */
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
