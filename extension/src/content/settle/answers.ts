// Notes whether the action has asked anybody to do something, and what the answer to a request said of it.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

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

/** Kinds of work that have others do something. Requests do if their method says so. */
const ASKING: ReadonlySet<BegunKind> = new Set([
  "worker",
  "socket",
  "push",
  "script",
  "frame",
  "file",
  "database",
  "navigation",
]);

/** Tells whether the action has asked anybody beyond the page to do something, whose outcome the page may look for. */
export class Asked {
  #hasAsked = false;

  clear(): void {
    this.#hasAsked = false;
  }

  begun({ kind, unseen }: Work): void {
    if (ASKING.has(kind) && !unseen) this.#hasAsked = true;
  }

  /** Notes that this request is to change something at the server. */
  byRequest({ unseen }: Work): void {
    if (!unseen) this.#hasAsked = true;
  }

  get hasAsked(): boolean {
    return this.#hasAsked;
  }
}
