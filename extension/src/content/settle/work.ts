// Describes one thing that an action has set in motion.
import type { SettleWork } from "@webserv/shared/model/page/settle.ts";
import type { BegunKind, PageChange } from "@webserv/shared/protocol/work-notes.ts";

import { NETWORK_UNREAD_BODY_MS, REPLY_LINKS } from "./limits.ts";

/** Kinds of work that answer from out of the page's reach. */
const REPLIES: ReadonlySet<BegunKind> = new Set(["worker", "socket", "push"]);

const STRENGTH: Readonly<Record<PageChange, number>> = {
  styled: 0,
  replaced: 1,
  grown: 2,
  shown: 3,
};

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
  /**
   * The loop that it is a round of, as it was found at the ledger's `version`; undefined if nobody
   * has looked.
   */
  found: { readonly version: number; readonly loop: Loop | undefined } | undefined;
  /** Its end, or its callback, is yet to come. */
  isPending: boolean;
  /** The time when an animation began to run. */
  startedMs: number | undefined;
  /** The time when a request's headers came. */
  headersMs: number | undefined;
  /** The time when its body began to be read. */
  bodyMs: number | undefined;
  /** Its body is read as a stream, whose end only the browser reports. */
  isStream: boolean;
  /** The time when it ended. */
  endedMs: number | undefined;
  /** A request was answered with an error, or not at all. */
  hasFailed: boolean;
  /** The strongest change of the page by the code that it has led to. */
  change: PageChange | undefined;
  /** The strongest change by what this reply has led to since it came. */
  brought: PageChange | undefined;
  /** The time of the first such change. */
  broughtMs: number | undefined;
  /** What the answer to a request said, or to one that this timer made. */
  answer: Answer | undefined;
}

/** `unready`: it says that it will have to be asked for again. */
export type Answer = "ready" | "unready";

export interface Loop {
  /** The number of times that the same was done before. */
  readonly rounds: number;
  /** The number of last rounds that changed nothing a person could see. */
  readonly unchangedRounds: number;
  /** The time when the first of those began, in ms. */
  readonly unchangedSinceMs: number;
  /** The time when the first round began, in ms. */
  readonly sinceMs: number;
  /** One of the last three rounds added to the page. */
  readonly grows: boolean;
  /** A timer lies between its rounds. */
  readonly pauses: boolean;
}

/** Returns the time since when a request has headers whose body nobody has begun to read. */
export function unreadSinceMs({ headersMs, bodyMs }: Work): number | undefined {
  return bodyMs === undefined ? headersMs : undefined;
}

/**
 * Returns the time when a request is over because nobody reads its body; Infinity if it is read, or
 * has no headers yet. The page does not want such a body: one that looks only at the status would
 * otherwise never come to rest. A busy page begins to read late, and waits for that body too.
 */
export function lapseOf(work: Work): number {
  return (unreadSinceMs(work) ?? Infinity) + NETWORK_UNREAD_BODY_MS;
}

export function isRequest(kind: BegunKind): boolean {
  return kind === "fetch" || kind === "xhr";
}

export function toSettleWork(work: Work, nowMs: number): SettleWork {
  return {
    kind: work.kind === "root" ? "document" : work.kind,
    url: work.url,
    ms: nowMs - work.beganMs,
  };
}

/** Returns the one that tells more. */
export function stronger(known: PageChange | undefined, change: PageChange): PageChange {
  return known === undefined || STRENGTH[change] > STRENGTH[known] ? change : known;
}

/**
 * Returns the reply that has led to this work, a few links back: frames and tasks put on the page
 * what it brings.
 */
export function replyOf(work: Work): Work | undefined {
  let at: Work | undefined = work;
  for (let links = 0; at !== undefined && links < REPLY_LINKS; links++, at = at.parent) {
    if (REPLIES.has(at.kind)) return at;
  }
  return undefined;
}
