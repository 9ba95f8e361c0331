// Follows the cause to someone out of reach and back: a worker, a server, another window.
import type { BegunKind } from "@webserv/shared/protocol/page-bridge.ts";

import type { Causes } from "./causes.ts";
import type { NewWork } from "./new-work.ts";
import { clock } from "./notes.ts";
import { CHAIN_MS, Habits } from "./reply-pattern.ts";

/** The gap that is taken for the usual one before two letters have come, in ms. */
const FIRST_GAP_MS = 32;

export interface Letters {
  readonly kind: BegunKind;
  /** What the other one is, the same for each of its letters: an address, or a function. */
  readonly callSite: unknown;
  readonly url?: string;
  /** What a letter sent is told as; the same as those that come if left out. */
  readonly asks?: BegunKind;
  /** Who writes without having been asked may have been led to it by the action, out of our sight. */
  readonly comesByItself?: boolean;
}

interface Sent {
  readonly work: number;
  next: Sent | undefined;
}

/**
 * Each letter sent under a cause is answered by the next one to come. Whatever comes after the answer
 * goes on as a chain of its own, a round each, so that it can be told whether it goes on for ever.
 */
export class Correspondence {
  readonly #causes: Causes;
  readonly #letters: Letters;
  #first: Sent | undefined;
  #last: Sent | undefined;
  /** The work that the next letter is, if it comes in time. */
  #next = 0;
  #nextMs = 0;
  readonly #habits = new Habits();
  /** When a letter last came that no action had led to. */
  #backgroundMs = -Infinity;

  constructor(causes: Causes, letters: Letters) {
    this.#causes = causes;
    this.#letters = letters;
  }

  /** @returns the work that ends with the answer; 0 where no action has led here */
  send(): number {
    const { kind, asks = kind } = this.#letters;
    const nowMs = clock();
    const work = this.#habits.isMute(nowMs)
      ? 0
      : this.#causes.beginCaused({ ...this.#work(0), kind: asks });
    if (work === 0) return 0;
    this.#habits.sent(nowMs);
    const sent: Sent = { work, next: undefined };
    if (this.#last === undefined) this.#first = sent;
    else this.#last.next = sent;
    this.#last = sent;
    return work;
  }

  /** A letter has come: what runs in this task was led to by it. */
  receive(): void {
    const nowMs = clock();
    const expected = nowMs - this.#nextMs < CHAIN_MS ? this.#next : 0;
    const answer = this.#takeSent();
    this.#habits.came(answer !== 0, nowMs);
    const work = answer || expected || this.#unasked(nowMs);
    if (!this.#causes.isCurrent(work)) {
      this.#next = 0;
      this.#backgroundMs = nowMs;
      this.#causes.run(0);
      return;
    }
    this.#causes.note("end", expected);
    this.#causes.note("end", work);
    this.#causes.run(work);
    const gapMs = expected === 0 ? FIRST_GAP_MS : Math.max(1, nowMs - this.#nextMs);
    this.#next = this.#habits.answersWhole ? 0 : this.#causes.begin(this.#work(gapMs), work);
    this.#nextMs = nowMs;
  }

  /** What is told on the way, before the answer. */
  pass(): void {
    const work = this.#first?.work ?? 0;
    this.#causes.run(this.#causes.isCurrent(work) ? work : 0);
  }

  /** It is over: no answer is to come any more. */
  close(): void {
    for (let at = this.#first; at !== undefined; at = at.next) this.#causes.note("end", at.work);
    this.#causes.note("end", this.#next);
    this.#first = undefined;
    this.#last = undefined;
    this.#next = 0;
    this.#habits.closed();
  }

  #takeSent(): number {
    for (;;) {
      const sent = this.#first;
      if (sent === undefined) return 0;
      this.#first = sent.next;
      if (sent.next === undefined) this.#last = undefined;
      // An earlier action's is no longer waited for.
      if (this.#causes.isCurrent(sent.work)) return sent.work;
    }
  }

  #unasked(nowMs: number): number {
    if (this.#letters.comesByItself !== true || this.#causes.root === 0) return 0;
    // Who was talking already goes on with that.
    if (nowMs - this.#backgroundMs < CHAIN_MS) return 0;
    return this.#causes.begin(this.#work(0), this.#causes.root);
  }

  #work(delayMs: number): NewWork {
    const { kind, callSite, url = "" } = this.#letters;
    return { kind, callSite, url, delayMs };
  }
}
