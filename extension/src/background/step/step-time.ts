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
/** A page keeps up if it answers within this time, in ms: an action then takes as long as it is long. */
const KEEPS_UP_MS = 500;

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
  #seenAt: number;
  readonly #now: () => number;

  constructor(
    { timeoutMs, budgetMs = DEFAULT_BUDGET_MS, ownMs = 0 }: StepTimeOptions,
    now: () => number = () => performance.now(),
  ) {
    const beganAt = now();
    this.#now = now;
    this.#budgetMs = budgetMs;
    this.#seenAt = beganAt;
    this.#callEndsAt = beganAt + Math.max(CALL_MARGIN_MS, timeoutMs - CALL_MARGIN_MS);
    this.#endsAt = beganAt + ownMs + Math.max(LEAST_BUDGET_MS, budgetMs) + BEYOND_MS - SENDING_MS;
  }

  /**
   * Returns what is left for acting. It is asked before each question to the page; if little time has passed since
   * it was asked last, the page keeps up, and the time is not counted.
   */
  actingMs(): number {
    const now = this.#now();
    const sinceMs = now - this.#seenAt;
    this.#seenAt = now;
    if (sinceMs <= KEEPS_UP_MS) this.#endsAt += sinceMs;
    return this.#until(READING_MS, CALL_READING_MS);
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
    return Math.max(0, Math.min(this.#budgetMs, this.#until(READING_MS, CALL_READING_MS)));
  }

  /** Returns by how much the answer of the page may be late after `settleMs`. */
  graceMs(): number {
    return Math.max(0, this.#until(SECOND_CHANCE_MS, SECOND_CHANCE_MS) - this.settleMs());
  }

  /** Returns what is left for the reading. @param isAlive says that the page has just answered, so it is waited for */
  readingMs(isAlive: boolean): number {
    const anewMs = Math.max(LEAST_BUDGET_MS, this.#budgetMs) + BEYOND_MS;
    const left = isAlive ? Math.min(anewMs, this.#callEndsAt - this.#now()) : this.#until(0, 0);
    return Math.max(SECOND_CHANCE_MS, left);
  }

  #until(reservedMs: number, reservedOfCallMs: number): number {
    return Math.min(this.#endsAt - reservedMs, this.#callEndsAt - reservedOfCallMs) - this.#now();
  }
}
