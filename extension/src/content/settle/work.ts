// One thing that an action has set in motion.
import type { BegunKind, PageChange } from "@webserv/shared/protocol/page-bridge.ts";

/** One link of the chain that leads from the action to whatever it has set in motion. */
export interface Work {
  readonly id: number;
  readonly kind: BegunKind;
  readonly url: string;
  readonly delayMs: number;
  readonly callSite: number;
  readonly unseen: boolean;
  /** Forgotten in chains that have become too long. */
  parent: Work | undefined;
  readonly beganMs: number;
  /** The same was done twice before on the way here. */
  goesRound: boolean;
  /** The loop that it is a round of, as it was found at the ledger's `version`; not looked for where undefined. */
  found: { readonly version: number; readonly loop: Loop | undefined } | undefined;
  /** Its end, or its callback, is yet to come. */
  isPending: boolean;
  /** Of a request: its headers have come, and nobody has begun to read the body. */
  unreadSinceMs: number | undefined;
  /** Of a request: answered with an error, or not at all. */
  hasFailed: boolean;
  /** The strongest change of the page by the code it has led to. */
  change: PageChange | undefined;
  /** The strongest change since the reply that it is has come, by what that has led to. */
  brought: PageChange | undefined;
}

export interface Loop {
  /** How often the same was done before. */
  readonly rounds: number;
  /** How many of the last rounds changed nothing that a person could see. */
  readonly quietRounds: number;
  /** When the first of those began, in ms. */
  readonly quietSinceMs: number;
  /** When the first round began, in ms. */
  readonly sinceMs: number;
  /** One of the last three rounds added to the page. */
  readonly grows: boolean;
  /** A timer lies between its rounds. */
  readonly pauses: boolean;
}
