// Decides by causes that a frame is at rest: all that the action set in motion has ended, and has
// been drawn.
import {
  FRAMES_TO_RENDER,
  LOADING_MS,
  OPENING_LOOP,
  SCRIPT_HEARD_MS,
  SCRIPT_RUNS_MS,
} from "./limits.ts";
import { isAfterReady, unreadyHold, whileWaiting } from "./lifts.ts";
import { loopHold, unchangedChainHold } from "./loop-holds.ts";
import { isAskedForMore, isStreaming, NEVER, ownHold, unseenHold } from "./own-holds.ts";
import type { Present, RuleOutcome, SettleRequest, Situation } from "./situation.ts";
import { DRAWS_NOTHING, STILL_LOADING } from "./situation.ts";
import type { Work } from "./work.ts";
import { isRequest, toSettleWork, unreadSinceMs } from "./work.ts";

export function assessCauses(request: SettleRequest, situation: Situation): RuleOutcome {
  const { nowMs, lastFrameMs, works: ledger, document, framesSinceWork } = situation;
  const { works, left, untilMs, isGrowing } = holding({
    ledger,
    nowMs,
    lastFrameMs,
    waiting: situation.waiting,
    loadedMs: document.loadedMs ?? nowMs,
    repliesFromMs: request.awaitsWorkers ? request.beganMs : -Infinity,
    awaitsAnswer: request.awaitsAnswer === true,
    isInner: situation.isInner,
  });
  const loadsUntilMs = document.loaded ? nowMs : (document.parsedMs ?? Infinity) + LOADING_MS;
  const isIdle = works.length === 0 && loadsUntilMs <= nowMs;
  const leavesMs = (isIdle ? document.leavesMs() : undefined) ?? -Infinity;
  const runsMs = scriptRunsUntil(request, ledger.lastActivityMs, document.loadedMs);
  const isDrawn = framesSinceWork >= FRAMES_TO_RENDER;
  const isDone = isIdle && leavesMs <= nowMs && runsMs <= nowMs && isDrawn;
  // Asked last: the browser has to work for the answer.
  const isAtRest = isDone && !situation.isStartingToMove();
  const lastEventMs = Math.max(
    request.beganMs,
    ledger.lastActivityMs,
    document.loadedMs ?? -Infinity,
  );
  return {
    restMs: isAtRest ? lastEventMs + request.idleMs : undefined,
    wakeMs: Math.min(untilMs, ...[loadsUntilMs, leavesMs, runsMs].filter((ms) => ms > nowMs)),
    waitedFor: () => ledger.ended,
    pending: () => [...works, ...left].map((work) => toSettleWork(work, nowMs)),
    unlisted: ledger.unlisted,
    reasons: () => [
      ...(document.loaded ? [] : [STILL_LOADING]),
      ...(leavesMs > nowMs ? ["the document is about to lead on to another"] : []),
      ...(runsMs > nowMs ? ["a script that has come is yet to run"] : []),
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

/**
 * Returns until when a script is waited for that has come, and whose code may be yet to run. It has run if anything has
 * happened for the action since. A document is not loaded before its own modules have run.
 */
function scriptRunsUntil(
  { scriptMs }: SettleRequest,
  lastActivityMs: number,
  loadedMs = -Infinity,
): number {
  if (scriptMs === undefined || loadedMs >= scriptMs) return -Infinity;
  const hasRun = lastActivityMs >= scriptMs - SCRIPT_HEARD_MS;
  return hasRun ? -Infinity : scriptMs + SCRIPT_RUNS_MS;
}

/** Returns a list such as `2 fetch, 1 timer`. */
function counted(works: readonly Work[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of works) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
}

/** Tells whether a request may still bring what the action is to show. */
function isMissed(work: Work): boolean {
  return unreadSinceMs(work) === undefined && !isAskedForMore(work);
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
    } else if (isRequest(work.kind) && until !== NEVER && isMissed(work)) left.push(work);
  }
  return { works, untilMs, left, isGrowing: works.length > 0 && growing === works.length };
}

function holdsUntil(work: Work, present: Present): number {
  const { ledger } = present;
  if (work.unseen) return unseenHold(work, present);
  const unready = unreadyHold(work, ledger.shownMs);
  if (unready !== undefined) return unready;
  const own = ownHold(work, present);
  const looped = loopHold(work, ledger, ledger.isOpening ? OPENING_LOOP : 1);
  const hold = isAfterReady(work) ? own : Math.min(own, looped, unchangedChainHold(work));
  if (hold === Infinity) return hold;
  // If the page shows that it waits, what may end that is waited for.
  return Math.max(hold, whileWaiting(work, present));
}
