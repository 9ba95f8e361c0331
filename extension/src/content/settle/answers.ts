// Notes what the answer to a request said of what was asked for.
import { ANSWER_LINKS } from "./limits.ts";
import type { Answer, Work } from "./work.ts";
import { isRequest } from "./work.ts";

/** Notes an answer at the request, and at the timer that has made it. */
export function answered(request: Work, answer: Answer): void {
  request.answer ??= answer;
  if (request.answer !== answer) return;
  let at = request.parent;
  for (let links = 0; at !== undefined && links < ANSWER_LINKS; links++, at = at.parent) {
    if (isRequest(at.kind)) return;
    if (at.kind !== "timer" && at.kind !== "interval") continue;
    if (at.answer !== "unready") at.answer = answer;
    return;
  }
}
