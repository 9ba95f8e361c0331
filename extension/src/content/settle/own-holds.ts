// Says until when a work holds the answer by what it is in itself: a timer, a request, a reply.
import {
  ANIMATION_MS,
  FIRST_ANSWER_MS,
  FIRST_ROUND_MS,
  IMAGE_MS,
  LONG_POLL_MS,
  LONG_TIMER_MS,
  NAVIGATION_MS,
  NEXT_GAPS,
  NEXT_MS,
  NEXT_SHOWN_MS,
  OPENED_ANSWER_MS,
  OPENED_GAP_MS,
  PUSH_LINKS,
  PUSH_SHOWN_MS,
  REPLY_MS,
  SLOW_ROUND_MS,
  UNREAD_BODY_MS,
} from "./limits.ts";
import type { Present } from "./situation.ts";
import type { Work } from "./work.ts";
import { isRequest, unreadSinceMs } from "./work.ts";

export const NEVER = -Infinity;

/** Returns until when a work holds by what it is in itself. */
export function ownHold(work: Work, present: Present): number {
  const { repliesFromMs } = present;
  switch (work.kind) {
    case "timer":
    case "task":
      return work.delayMs > LONG_TIMER_MS && !mayBeAnswer(work, present) ? NEVER : Infinity;
    case "interval":
      if (work.delayMs < SLOW_ROUND_MS) return Infinity;
      return mayBringOutcome(work, present) ? Infinity : NEVER;
    case "fetch":
    case "xhr":
    case "script":
    case "style":
    case "frame": {
      if (unreadSinceMs(work) !== undefined) return unlessUnwanted(work);
      if (isStreaming(work)) return Infinity;
      if (isAskedForMore(work)) return work.beganMs + NEXT_MS;
      return requestHold(work, present);
    }
    case "message":
      return isNext(work) ? nextHold(work, isQuestion(work, present)) : Infinity;
    case "worker":
      return isNext(work) ? nextHold(work) : replyHold(work, Math.max(work.beganMs, repliesFromMs));
    case "socket":
      return isNext(work) ? nextHold(work) : replyHold(work, work.beganMs);
    case "push":
      return pushHold(work);
    case "promise":
    case "file":
    case "database":
      return work.beganMs + LONG_POLL_MS;
    case "image":
      return work.beganMs + IMAGE_MS;
    case "navigation":
      return work.beganMs + (work.parent === undefined ? NAVIGATION_MS : REPLY_MS);
    case "animation":
      return work.delayMs > LONG_TIMER_MS ? NEVER : animationEnd(work);
    default:
      return Infinity;
  }
}

/**
 * Returns until when a work holds whose result is invisible. An interval that was set before a click may bring the first
 * answer to it in its next round.
 */
export function unseenHold({ kind }: Work, { ledger, awaitsAnswer }: Present): number {
  const mayAnswer = awaitsAnswer && !ledger.isOpening && !ledger.hasShown;
  return kind === "interval" && mayAnswer ? Infinity : NEVER;
}

/** Tells whether a longer timer may bring the first answer to a click. */
function mayBeAnswer(work: Work, { ledger, awaitsAnswer }: Present): boolean {
  return awaitsAnswer && !ledger.isOpening && ledger.silentTimers.mayAnswer(work);
}

/**
 * Tells whether nobody has asked for this reply: another may follow the one before it, `delayMs`
 * being the gap so far.
 */
function isNext(work: Work): boolean {
  return work.delayMs > 0;
}

/** Tells whether the message before this one, for which nobody has asked, asks an inner frame for something. */
function isQuestion({ parent }: Work, { isInner }: Present): boolean {
  return isInner && parent?.kind === "message";
}

/**
 * Returns until when the next reply is waited for. It is, if the one before it was shown: an answer
 * that comes in pieces.
 *
 * @param isAsking says that the one before it asks for something, so that it is no receipt
 */
function nextHold(work: Work, isAsking = false): number {
  const brought = broughtBy(work.parent);
  if (brought === undefined) {
    // The page has yet to make something of it. If it was only a receipt, the answer is still to come.
    const { parent } = work;
    const isFirst = parent !== undefined && !isNext(parent) && work.delayMs > OPENED_GAP_MS;
    if (isAsking) return work.beganMs + NEXT_SHOWN_MS;
    return Math.max(work.beganMs + NEXT_SHOWN_MS, isFirst ? parent.beganMs + REPLY_MS : NEVER);
  }
  if (brought === "styled") return NEVER;
  return work.beganMs + Math.min(Math.max(NEXT_GAPS * work.delayMs, NEXT_MS), REPLY_MS);
}

/** A message between windows is no reply of its own kind: all that it has led to is what it brought. */
function broughtBy(reply: Work | undefined): Work["brought"] {
  return reply?.kind === "message" ? reply.change : reply?.brought;
}

/**
 * Returns until when a reply is waited for that was asked for. Something has come meanwhile that may
 * have been the reply: if it has changed the page, it was.
 */
function replyHold({ broughtMs }: Work, askedMs: number): number {
  return broughtMs === undefined ? askedMs + REPLY_MS : broughtMs + NEXT_MS;
}

/** Returns until when is waited for what the server tells of a request by another way. */
function pushHold(work: Work): number {
  if (work.broughtMs !== undefined) return work.broughtMs + NEXT_MS;
  const { change, answer } = work.parent ?? {};
  const hasAnswered = change !== undefined && change !== "styled";
  if (!hasAnswered) return work.beganMs + REPLY_MS;
  return work.beganMs + (answer === "unready" ? PUSH_SHOWN_MS : NEXT_MS);
}

function requestHold(work: Work, { ledger, loadedMs }: Present): number {
  // What a document's own code asks for may be news that come any time.
  if (ledger.isOpening) return Math.max(work.beganMs, loadedMs) + OPENED_ANSWER_MS;
  return work.beganMs + (ledger.hasShown ? LONG_POLL_MS : FIRST_ANSWER_MS);
}

/** Tells whether a request asks for the news after those that have just come by the same address. */
export function isAskedForMore(work: Work): boolean {
  let at = work.parent;
  for (let links = 0; at !== undefined && links < PUSH_LINKS; links++, at = at.parent) {
    if (at.kind === work.kind && at.callSite === work.callSite) return at.parent?.kind === "push";
  }
  return false;
}

/**
 * Tells whether the next round of a slow interval may bring what the action is to: it has yet to show what it is for. If
 * the page has answered, and has asked nobody to do anything, there is no outcome to look for: the interval only watches.
 */
function mayBringOutcome({ kind, callSite, delayMs, parent }: Work, { ledger }: Present): boolean {
  const isFirst = parent?.kind !== kind || parent.callSite !== callSite;
  const isWatching = ledger.hasShown && !ledger.asked.hasAsked;
  return isFirst && delayMs <= FIRST_ROUND_MS && !isWatching;
}

export function animationEnd(work: Work): number {
  return (work.startedMs ?? work.beganMs) + work.delayMs + ANIMATION_MS;
}

export function unlessUnwanted(work: Work): number {
  return (unreadSinceMs(work) ?? Infinity) + UNREAD_BODY_MS;
}

/** Tells whether the contents of a request are shown while they come. */
export function isStreaming(work: Work): boolean {
  return isRequest(work.kind) && work.change === "grown";
}
