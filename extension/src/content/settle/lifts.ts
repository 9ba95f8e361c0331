// Says until when a work holds the answer although its kind or its loop would not: the page shows that it waits, or the
// server says that it is not ready.
import {
  ANSWER_LINKS,
  ENCLOSING_LOOP_LINKS,
  HINTED,
  MAX_LOOP_LINKS,
  TOLD,
  UNREADY_GAP_MS,
  UNREADY_MS,
} from "./limits.ts";
import { animationEnd, NEVER, unlessUnwanted } from "./own-holds.ts";
import type { Present } from "./situation.ts";
import type { Work } from "./work.ts";
import { isRequest } from "./work.ts";

/** Returns until when a work holds because the page shows that it waits. */
export function whileWaiting(work: Work, { ledger, waiting }: Present): number {
  const shown = waiting();
  if (shown === "none") return NEVER;
  const { timerMs, roundMs, holdMs, requestMs } = shown === "told" ? TOLD : HINTED;
  // A document may be built with signs that stay; what it begins for good must not be taken for its building.
  const isBuilding = ledger.isOpening && shown === "hinted";
  const loop = ledger.loopOf(work);
  const sinceMs = loop?.sinceMs ?? work.beganMs;
  switch (work.kind) {
    case "script":
      // A document asks by scripts for what it shows, but not for ever by the same one.
      if (isBuilding && (loop?.unchangedRounds ?? 0) > 0) return NEVER;
      return Math.min(sinceMs + requestMs, unlessUnwanted(work));
    case "fetch":
    case "xhr":
    case "style":
    case "frame":
    case "image":
      return Math.min(sinceMs + (loop?.pauses === true ? holdMs : requestMs), unlessUnwanted(work));
    case "animation":
      return work.delayMs > timerMs ? NEVER : animationEnd(work);
    case "interval":
      return work.delayMs > roundMs || isBuilding ? NEVER : sinceMs + holdMs;
    case "timer":
    case "task":
      if (loop === undefined) return work.delayMs > timerMs ? NEVER : Infinity;
      return work.delayMs > roundMs ? NEVER : sinceMs + holdMs;
    default:
      return isBuilding ? NEVER : sinceMs + holdMs;
  }
}

/**
 * Returns until when a work holds because it asks again for what was not ready; undefined if it does
 * not, or if the last answer said nothing of the kind.
 */
export function unreadyHold(work: Work, shownMs = -Infinity): number | undefined {
  const isPause = work.kind === "timer" || work.kind === "interval";
  if (!isPause && !isRequest(work.kind)) return undefined;
  if (isPause && work.delayMs > UNREADY_GAP_MS) return undefined;
  const last = lastAnswered(work);
  if (last?.answer !== "unready") return undefined;
  let first = last;
  let links = 0;
  for (let at = last.parent; at !== undefined && links < MAX_LOOP_LINKS; links++, at = at.parent) {
    if (at.answer === "unready") first = at;
  }
  return Math.max(first.beganMs, shownMs) + UNREADY_MS;
}

/** Tells whether a work follows from an answer that is ready, after one that was not: it shows what it brings. */
export function isAfterReady(work: Work): boolean {
  const last = lastAnswered(work);
  if (last?.answer !== "ready") return false;
  // The pause before the question has the question's own answer.
  let pause = last.parent;
  for (let links = 0; pause !== undefined && links < ANSWER_LINKS; links++, pause = pause.parent) {
    if (pause.kind === "timer" || pause.kind === "interval") break;
  }
  return pause !== undefined && lastAnswered(pause)?.answer === "unready";
}

/** Returns the last work before this one whose answer is known, if that is near. */
function lastAnswered(work: Work): Work | undefined {
  let at = work.parent;
  for (let links = 0; at !== undefined && links < ENCLOSING_LOOP_LINKS; links++, at = at.parent) {
    if (at.answer !== undefined) return at;
  }
  return undefined;
}
