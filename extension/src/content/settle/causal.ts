// Decides by causes that a frame is at rest: all that the action set in motion has ended, and has
// been drawn.
import {
  ANIMATION_MS,
  CHANGING_LOOP_MS,
  ENCLOSING_LOOP_LINKS,
  ENDLESS_LINKS,
  ENDLESS_ROUNDS,
  FIRST_ANSWER_MS,
  FRAMES_TO_RENDER,
  GROWING_LOOP_MS,
  IMAGE_MS,
  LOADING_MS,
  LONG_POLL_MS,
  LONG_TIMER_MS,
  NAVIGATION_MS,
  NEXT_GAPS,
  NEXT_MS,
  NEXT_SHOWN_MS,
  OPENING_LOOP,
  POLL_ROUNDS,
  REPLY_MS,
  ROW_ROUNDS,
  SLOW_ROUND_MS,
  UNCHANGED_CHAIN_MS,
  UNCHANGED_LINKS,
  UNCHANGED_LOOP_MS,
  UNREAD_BODY_MS,
} from "./limits.ts";
import type { RuleOutcome, SettleRequest, Situation } from "./situation.ts";
import { DRAWS_NOTHING, STILL_LOADING } from "./situation.ts";
import type { WorkLedger } from "./work-ledger.ts";
import type { Loop, Work } from "./work.ts";
import { isRequest, toSettleWork, unreadSinceMs } from "./work.ts";

export function assessCauses(request: SettleRequest, situation: Situation): RuleOutcome {
  const { nowMs, lastFrameMs, works: ledger, document, framesSinceWork } = situation;
  const { works, left, untilMs, isGrowing } = holding({
    ledger,
    nowMs,
    lastFrameMs,
    isWaiting: situation.isWaiting,
    repliesFromMs: request.awaitsWorkers ? request.beganMs : -Infinity,
  });
  const loadsUntilMs = document.loaded ? nowMs : (document.parsedMs ?? Infinity) + LOADING_MS;
  const isIdle = works.length === 0 && loadsUntilMs <= nowMs;
  const leavesMs = (isIdle ? document.leavesMs() : undefined) ?? -Infinity;
  const isDrawn = framesSinceWork >= FRAMES_TO_RENDER;
  const isDone = isIdle && leavesMs <= nowMs && isDrawn;
  // Asked last: the browser has to work for the answer.
  const isAtRest = isDone && !situation.isStartingToMove();
  const lastEventMs = Math.max(
    request.beganMs,
    ledger.lastActivityMs,
    document.loadedMs ?? -Infinity,
  );
  return {
    restMs: isAtRest ? lastEventMs + request.idleMs : undefined,
    wakeMs: Math.min(untilMs, ...[loadsUntilMs, leavesMs].filter((ms) => ms > nowMs)),
    waitedFor: () => ledger.ended,
    pending: () => [...works, ...left].map((work) => toSettleWork(work, nowMs)),
    unlisted: ledger.unlisted,
    reasons: () => [
      ...(document.loaded ? [] : [STILL_LOADING]),
      ...(leavesMs > nowMs ? ["the document is about to lead on to another"] : []),
      ...(works.length > 0 ? [`still under way: ${counted(works)}`] : []),
      ...(isDrawn ? [] : [DRAWS_NOTHING]),
    ],
    left: () => [
      ...(document.loaded ? [] : [STILL_LOADING]),
      ...(left.length > 0
        ? [`no longer waited for, as nothing shows that the page waits: ${counted(left)}`]
        : []),
    ],
    isGrowing,
  };
}

/** Returns a list such as `2 fetch, 1 timer`. */
function counted(works: readonly Work[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of works) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
}

interface Holding {
  /** The works that the answer waits for, oldest first. */
  readonly works: readonly Work[];
  /**
   * The time when one of them no longer holds if no note comes before; Infinity if only an event
   * can tell.
   */
  readonly untilMs: number;
  /** Requests under way that are no longer waited for. */
  readonly left: readonly Work[];
  /** All works that are waited for add to the page, again and again. */
  readonly isGrowing: boolean;
}

interface Present {
  readonly ledger: WorkLedger;
  readonly nowMs: number;
  /** The time when a frame was last drawn, or waited for in vain. */
  readonly lastFrameMs: number;
  /** Tells whether the page shows a sign that it waits: a spinner, a busy region. */
  readonly isWaiting: () => boolean;
  /** The time from which replies of workers are waited for anew. */
  readonly repliesFromMs: number;
}

function holding(present: Present): Holding {
  const { ledger, nowMs, lastFrameMs } = present;
  const works: Work[] = [];
  const left: Work[] = [];
  let untilMs = Infinity;
  let growing = 0;
  for (const work of ledger.pending) {
    const until = holdsUntil(work, present);
    // An animation moves, and ends, with frames: a busy browser draws the one of its end late.
    if (until > (work.kind === "animation" ? lastFrameMs : nowMs)) {
      works.push(work);
      if (until > nowMs) untilMs = Math.min(untilMs, until);
      if (ledger.loopOf(work)?.grows === true || isStreaming(work)) growing++;
    } else if (isRequest(work.kind) && until !== NEVER && unreadSinceMs(work) === undefined) {
      left.push(work);
    }
  }
  return { works, untilMs, left, isGrowing: works.length > 0 && growing === works.length };
}

const NEVER = -Infinity;

function holdsUntil(work: Work, present: Present): number {
  const { ledger, isWaiting } = present;
  if (work.unseen) return NEVER;
  const own = ownHold(work, present);
  const looped = loopHold(work, ledger, ledger.isOpening ? OPENING_LOOP : 1);
  const hold = Math.min(own, looped, unchangedChainHold(work));
  // If the page says that it waits, whatever may end that is waited for.
  return hold !== Infinity && isWaiting() ? unlessUnwanted(work) : hold;
}

function unlessUnwanted(work: Work): number {
  return (unreadSinceMs(work) ?? Infinity) + UNREAD_BODY_MS;
}

/** Returns until when a work holds by what it is in itself. */
function ownHold(work: Work, { ledger, isWaiting, repliesFromMs }: Present): number {
  switch (work.kind) {
    case "timer":
    case "task":
      return work.delayMs > LONG_TIMER_MS ? NEVER : Infinity;
    case "interval":
      return work.delayMs >= SLOW_ROUND_MS ? NEVER : Infinity;
    case "fetch":
    case "xhr":
    case "script":
    case "style":
    case "frame": {
      if (unreadSinceMs(work) !== undefined) return unlessUnwanted(work);
      if (isStreaming(work)) return Infinity;
      return work.beganMs + (ledger.hasShown ? LONG_POLL_MS : FIRST_ANSWER_MS);
    }
    case "message":
      return isNext(work) ? nextHold(work) : Infinity;
    case "worker":
      return isNext(work) ? nextHold(work) : Math.max(work.beganMs, repliesFromMs) + REPLY_MS;
    case "socket":
      return isNext(work) ? nextHold(work) : work.beganMs + REPLY_MS;
    case "promise":
    case "file":
    case "database":
      return work.beganMs + LONG_POLL_MS;
    case "image":
      return work.beganMs + IMAGE_MS;
    case "navigation":
      return work.beganMs + (work.parent === undefined ? NAVIGATION_MS : REPLY_MS);
    case "animation":
      return work.delayMs > LONG_TIMER_MS && !isWaiting()
        ? NEVER
        : (work.startedMs ?? work.beganMs) + work.delayMs + ANIMATION_MS;
    default:
      return Infinity;
  }
}

/**
 * Tells whether nobody has asked for this reply: another may follow the one before it, `delayMs`
 * being the gap so far.
 */
function isNext(work: Work): boolean {
  return work.delayMs > 0;
}

/**
 * Returns until when the next reply is waited for. It is, if the one before it was shown: an answer
 * that comes in pieces.
 */
function nextHold(work: Work): number {
  const brought = work.parent?.brought;
  // The page has yet to make something of it.
  if (brought === undefined) return work.beganMs + NEXT_SHOWN_MS;
  if (brought === "styled") return NEVER;
  return work.beganMs + Math.min(Math.max(NEXT_GAPS * work.delayMs, NEXT_MS), REPLY_MS);
}

/**
 * Returns until when a work holds as a round of a loop.
 *
 * @param part the part of the time for which loops hold
 */
function loopHold(work: Work, ledger: WorkLedger, part: number): number {
  const loop = ledger.loopOf(work);
  if (loop === undefined) return enclosingHold(work, ledger, part);
  if (loop.rounds >= ENDLESS_ROUNDS && !loop.grows) return NEVER;
  if (loop.unchangedRounds > 0) return unchangedHold(work, loop, part);
  if (loop.grows) return work.delayMs >= SLOW_ROUND_MS ? loop.sinceMs + GROWING_LOOP_MS : Infinity;
  if (work.delayMs >= SLOW_ROUND_MS) return NEVER;
  return loop.sinceMs + part * CHANGING_LOOP_MS;
}

function isPoll({ unchangedRounds, pauses }: Loop): boolean {
  return unchangedRounds >= (pauses ? POLL_ROUNDS : ROW_ROUNDS);
}

/** Returns until when the last of the rounds that changed nothing holds. */
function unchangedHold({ kind, delayMs }: Work, loop: Loop, part: number): number {
  if (isRequest(kind)) return isPoll(loop) ? NEVER : Infinity;
  if (delayMs >= SLOW_ROUND_MS) return NEVER;
  return loop.unchangedSinceMs + part * (UNCHANGED_LOOP_MS[kind] ?? CHANGING_LOOP_MS);
}

/**
 * Returns until when a work holds by a loop before it in its chain that goes round already and has
 * changed nothing since. A poll waits between its rounds.
 */
function enclosingHold(work: Work, ledger: WorkLedger, part: number): number {
  let links = 0;
  for (let at = work.parent; at !== undefined && links < ENCLOSING_LOOP_LINKS; at = at.parent) {
    const loop = ledger.loopOf(at);
    if (loop !== undefined && loop.unchangedRounds > 1) return unchangedHold(at, loop, part);
    if (at.change !== undefined) break;
    links++;
  }
  return Infinity;
}

/** Returns until when a work holds as a link of a chain that has changed nothing for long. */
function unchangedChainHold(work: Work): number {
  let count = 0;
  let sinceMs = work.beganMs;
  for (let at = work.parent; at !== undefined && at.change === undefined; at = at.parent) {
    if (++count >= ENDLESS_LINKS) return NEVER;
    sinceMs = at.beganMs;
  }
  return count >= UNCHANGED_LINKS ? sinceMs + UNCHANGED_CHAIN_MS : Infinity;
}

/** Tells whether the contents of a request are shown while they come. */
function isStreaming(work: Work): boolean {
  return isRequest(work.kind) && work.change === "grown";
}
