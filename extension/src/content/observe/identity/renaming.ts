// Judges what a change of an element's words tells: another state of the same thing, or another
// thing.
import { withoutVolatile } from "../naming/volatile.ts";

/**
 * Says how words changed. `none`: nothing but what comes and goes; `state`: the same words about
 * another state; `number`: another number; `object`: the same words about something else; `all`:
 * other words altogether.
 */
export type Renaming = "none" | "state" | "number" | "object" | "all";

export function renamingOf(before: string, now: string): Renaming {
  if (before === now) return "none";
  const [was, is] = [worded(before), worded(now)];
  if (was === is) return "none";
  const [a, b] = [wordsOf(was), wordsOf(is)];
  if (a.join(" ") === b.join(" ")) return "none";
  if (a.length === 0 || b.length === 0) return "all";
  if (Math.max(a.length, b.length) > MAX_NAME_WORDS) return sharesMost(a, b) ? "state" : "all";
  const { from, to, shared } = changedIn(a, b);
  // Something was added, or left out.
  if (from.length === 0 || to.length === 0) return "state";
  if (isStateChange(from, to)) return "state";
  if (MARK.test(was) && MARK.test(is)) return "state";
  if (shared === 0) return "all";
  if ([...from, ...to].every((word) => /^\p{N}+$/u.test(word))) return "number";
  // The value of a field or a setting stands after its name.
  return titleOf(was) === titleOf(is) ? "state" : "object";
}

/**
 * Tells whether the very same thing is said of another state: nothing but the state has another
 * word.
 */
export function saysOtherState(before: string, now: string): boolean {
  const { from, to } = changedIn(wordsOf(worded(before)), wordsOf(worded(now)));
  return from.length > 0 && to.length > 0 && isStateChange(from, to);
}

/** One letter is a mark that something bears, such as a player's. */
const MARK = /^\p{sc=Latin}$/u;

/** More words than these are a text, in which some change. */
const MAX_NAME_WORDS = 7;

function worded(text: string): string {
  return withoutVolatile(text.replace(/\s+/g, " ").trim()).toLowerCase();
}

/**
 * In a script without spaces each character counts as a word, as no machine sees at once where its
 * words end.
 */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

function sharesMost(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [new Set(a), new Set(b)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared * 2 >= Math.min(one.size, other.size);
}

interface Changed {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The number of words before and after them that are the same. */
  readonly shared: number;
}

function changedIn(a: readonly string[], b: readonly string[]): Changed {
  const head = sharedHead(a, b);
  const tail = sharedHead(a.slice(head).toReversed(), b.slice(head).toReversed());
  return {
    from: a.slice(head, a.length - tail),
    to: b.slice(head, b.length - tail),
    shared: head + tail,
  };
}

function sharedHead(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((word, index) => word !== b[index]);
  return at === -1 ? a.length : at;
}

/** Returns the words before a colon; without a colon, a string that no title equals. */
function titleOf(text: string): string | undefined {
  const title = /^([^:：]*\p{L}[^:：]*)[:：]/u.exec(text)?.[1];
  return title ?? `${text}\n`;
}

function isStateChange(from: readonly string[], to: readonly string[]): boolean {
  const [was, is] = [from[0] ?? "", to[0] ?? ""];
  if (stemOf(was) === stemOf(is)) return true;
  return [from, to].every((words) => words.every((word) => STATES.has(word)));
}

/**
 * Returns the stem of a word: follow, following and unfollow are one; so are save, saving and
 * saved.
 */
function stemOf(word: string): string {
  const stem = word.replace(/^(?:un|dis|de)(?=\p{L}{3})/u, "").replace(/(?:ed|ing|es|s|e|d)$/, "");
  return stem.length < 3 ? word : stem.replace(/(\p{L})\1$/u, "$1");
}

/** Words that a control says of its state, or of the state that it would bring about. */
const STATES: ReadonlySet<string> = new Set(
  `on off in out up down more less fewer all none yes no not read unread open opened close closed
  ascending descending asc desc enabled enable disabled disable active inactive light dark public private
  online offline start started stop stopped pause paused play playing resume replay show hide expand
  collapse add added remove removed edit done save saved cancel join joined leave lock unlock pin star
  mute loading please wait busy ready pending sent send failed retry copied copy
  mehr weniger an aus ein plus moins más menos 多 少 更 已 未 开 关 展 开 收 起`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
