// Shares the time of one step among its stages: the action, the wait for rest, and the reading. None has its own.
import { DEFAULT_BUDGET_MS } from "@webserv/shared/model/page/settle.ts";

/** The time after its budget by which a step answers even if the page does not, in ms. */
const BEYOND_MS = 2_000;
/** The part of it that is kept for sending the answer, in ms. */
const SENDING_MS = 500;
/** The part of it that is kept for the reading, in ms. */
const READING_MS = 1_000;
/** The least time for the reading of a page that has not answered, in ms: it may be free again. */
const SECOND_CHANCE_MS = 500;
/** The least budget by which an action is limited, in ms: a page of a busy machine takes that long to answer. */
const LEAST_BUDGET_MS = 2_000;
/** The part of the caller's time that is kept for sending the answer, in ms. */
const CALL_MARGIN_MS = 500;
/** The part of the caller's time that is kept for the reading, in ms. */
const CALL_READING_MS = 2_000;
/** The longest silence after which a page that is being left counts as one that hangs, in ms. */
const LONGEST_SILENCE_MS = 5_000;
/** An action keeps up if it asks or hears within this time, in ms: it then takes as long as it is long. */
const KEEPS_UP_MS = 500;
/** How often as much time as its slowest answer took a page gets for the next one. */
const SLOW_FACTOR = 2;
/** The most of that, in ms: a page that was slow may hang now. */
const MOST_SLACK_MS = 2_000;

export interface StepTimeOptions {
  /** The caller's deadline, in ms. */
  readonly timeoutMs: number;
  /** The longest wait for the page, in ms. */
  readonly budgetMs?: number | undefined;
  /** The time for which the action waits on purpose, in ms. */
  readonly ownMs?: number;
}

export class StepTime {
  readonly #budgetMs: number;
  /** The time by which the caller must have the answer, in ms. */
  readonly #callEndsAt: number;
  /** The time by which the step answers if the page does not, in ms. */
  #endsAt: number;
  /** The same for acting: a page that answers, however slowly, is not one that hangs. */
  #actingEndsAt: number;
  /** The time up to which the page is known to have kept up with the action. */
  #seenAt: number;
  /** The time of the last answer; the time that was kept up with since is added. */
  #heardAt: number;
  #hasAnswered = false;
  /** The longest time that the page took for an answer, in ms. */
  #slowestMs = 0;
  readonly #now: () => number;

  constructor(
    { timeoutMs, budgetMs = DEFAULT_BUDGET_MS, ownMs = 0 }: StepTimeOptions,
    now: () => number = () => performance.now(),
  ) {
    const beganAt = now();
    this.#now = now;
    this.#budgetMs = budgetMs;
    this.#seenAt = beganAt;
    this.#heardAt = beganAt;
    this.#callEndsAt = beganAt + Math.max(CALL_MARGIN_MS, timeoutMs - CALL_MARGIN_MS);
    this.#endsAt = beganAt + ownMs + Math.max(LEAST_BUDGET_MS, budgetMs) + BEYOND_MS - SENDING_MS;
    this.#actingEndsAt = this.#endsAt;
  }

  /**
   * Returns what is left for acting. It is asked before each question to the page; if little time has passed since
   * it was asked last, the page keeps up, and the time is not counted.
   */
  actingMs(): number {
    const keptUpMs = this.#keptUp();
    this.#heardAt += keptUpMs;
    this.#actingEndsAt += keptUpMs;
    return this.#until(this.#actingEndsAt - READING_MS, CALL_READING_MS);
  }

  /**
   * Notes that the page has answered. If that took long, it does not count for the action, which can end only if its
   * page gets the time; but the wait for rest and the reading have so much less.
   */
  answered(): void {
    this.#keptUp();
    const sinceMs = this.#now() - this.#heardAt;
    this.#heardAt += sinceMs;
    this.#actingEndsAt += sinceMs;
    this.#slowestMs = Math.max(this.#slowestMs, sinceMs);
    this.#hasAnswered = true;
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Returns the time since the last question or answer, if it was short; else 0. */
  #keptUp(): number {
    const sinceMs = this.#now() - this.#seenAt;
    this.#seenAt += sinceMs;
    if (sinceMs > KEEPS_UP_MS) return 0;
    this.#endsAt += sinceMs;
    return sinceMs;
  }

  /**
   * Returns how long a page that is being left may be silent before it is ended, in ms: half of the budget, since
   * another page is to be loaded in the other half. A page that only works hard is not to be ended, and in a person's
   * browser it is never ended sooner than after the longest of these times.
   */
  silentMs(isAttended: boolean): number {
    const half = Math.max(LEAST_BUDGET_MS, this.#budgetMs) / 2;
    const wanted = isAttended ? LONGEST_SILENCE_MS : Math.min(LONGEST_SILENCE_MS, half);
    return Math.min(wanted, this.callMs() / 2);
  }

  /** Returns what is left for the caller, which is more than what is left for a page that does not answer. */
  callMs(): number {
    return Math.max(1, this.#callEndsAt - this.#now());
  }

  /** Returns what is left for the wait until the page is at rest: its budget at the most. */
  settleMs(): number {
    const keptMs = Math.max(READING_MS, this.#slackMs() + SECOND_CHANCE_MS);
    const left = this.#until(this.#endsAt - keptMs, CALL_READING_MS);
    return Math.max(0, Math.min(this.#budgetMs, left));
  }

  /** Returns by how much the answer of the page may be late after `settleMs`. */
  graceMs(): number {
    const left = this.#until(this.#endsAt - SECOND_CHANCE_MS, SECOND_CHANCE_MS);
    return Math.max(0, left - this.settleMs());
  }

  /** Returns what is left for the reading. @param isAlive says that the page has answered last */
  readingMs(isAlive: boolean): number {
    const leastMs = isAlive ? Math.max(READING_MS, this.#slackMs()) : SECOND_CHANCE_MS;
    const wanted = Math.max(leastMs, this.#endsAt - this.#now());
    return Math.max(SECOND_CHANCE_MS, Math.min(wanted, this.callMs()));
  }

  /** Returns what a page gets for its next answer by what it took for the others. */
  #slackMs(): number {
    return Math.min(MOST_SLACK_MS, SLOW_FACTOR * this.#slowestMs);
  }

  #until(endMs: number, reservedOfCallMs: number): number {
    return Math.min(endMs, this.#callEndsAt - reservedOfCallMs) - this.#now();
  }
}
