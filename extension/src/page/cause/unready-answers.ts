// Tells whether a server's answer says that what was asked for is not ready yet, so that the page will ask again.
import { natives } from "../platform/natives.ts";
import { ownValue } from "./page-values.ts";

/** Accepted, No Content, and Too Early. */
const STATUSES: readonly number[] = [202, 204, 425];
/** A longer text is an answer with contents. */
const MAX_TEXT = 2_000;
/** The most members of an answer that are looked at. */
const MAX_MEMBERS = 20;
const STATE = /^(job_?)?(status|state|phase|stage)$/i;
const UNDER_WAY =
  /^(pending|queued|enqueued|waiting|scheduled|accepted|submitted|received|new|created|creating|not[ _-]?(ready|started|done)|start(ed|ing)|run(ning)?|process(ing)?|progress|in[ _-]?progress|working|busy|active|building|preparing|generating|exporting|importing|rendering|converting|uploading|provisioning|incomplete|open)$/i;
const END = /^(is_?)?(done|ready|finished|completed?|available|ended)$/i;
const PROGRESS = /^(progress|percent(age)?|pct)$/i;

export function isUnreadyStatus(status: number): boolean {
  for (let index = 0; index < STATUSES.length; index++) if (STATUSES[index] === status) return true;
  return false;
}

/** @param answer is what the page gets of it: a text, or what a JSON text stands for */
export function isUnready(answer: unknown): boolean {
  return isUnreadyRecord(typeof answer === "string" ? recordIn(answer) : answer, true);
}

function recordIn(text: string): unknown {
  if (text.length > MAX_TEXT || text[0] !== "{") return undefined;
  try {
    return natives.apply(natives.parseJson, JSON, [text]);
  } catch {
    return undefined;
  }
}

/** @param isOuter says that its members may be records with a state of their own */
function isUnreadyRecord(record: unknown, isOuter: boolean): boolean {
  if (typeof record !== "object" || record === null) return false;
  const names = natives.ownKeys(record);
  for (let index = 0; index < names.length && index < MAX_MEMBERS; index++) {
    const name = names[index];
    if (typeof name !== "string") continue;
    const value = ownValue(record, name);
    if (isOuter && isUnreadyRecord(value, false)) return true;
    if (saysUnready(name, value)) return true;
  }
  return false;
}

function saysUnready(name: string, value: unknown): boolean {
  if (typeof value === "string") return matches(STATE, name) && matches(UNDER_WAY, value);
  if (value === false) return matches(END, name);
  if (typeof value === "number") return matches(PROGRESS, name) && value >= 0 && isPart(value);
  return false;
}

/** Tells whether a progress, of 1 or of 100, is not at its end. */
function isPart(value: number): boolean {
  return value < 100 && value !== 1;
}

function matches(pattern: RegExp, text: string): boolean {
  return natives.apply(natives.regExpExec, pattern, [text]) !== null;
}
