// Follows the cause to a peer out of reach and back: a worker, a server, another window.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

import type { Causes } from "./causes.ts";
import type { NewWork } from "./new-work.ts";
import { clock } from "./notes.ts";
import { CHAIN_MS, ReplyPattern } from "./reply-pattern.ts";

/** The gap, in ms, that is assumed between messages before two have come. */
const FIRST_GAP_MS = 32;

export interface ExchangedMessages {
  readonly kind: BegunKind;
  /** Names the peer, the same for each of its messages: an address, or a function. */
  readonly callSite: unknown;
  readonly url?: string;
  /** The kind of a message that is sent. It is `kind` by default, which is that of the messages that come. */
  readonly asks?: BegunKind;
  /** The action may have led the peer, out of our sight, to send a message that nobody asked for. */
  readonly comesByItself?: boolean;
}

interface SentMessage {
  readonly work: number;
  next: SentMessage | undefined;
}

/**
 * Takes the next message that comes as the answer to each message sent under a cause. Messages after the answer go on
 * as a chain of their own, a round each, so that it can be told whether the chain goes on for ever.
 */
export class MessageExchange {
  readonly #causes: Causes;
  readonly #messages: ExchangedMessages;
  #first: SentMessage | undefined;
  #last: SentMessage | undefined;
  /** The work that the next message belongs to, if it comes in time. */
  #next = 0;
  #nextMs = 0;
  readonly #replies = new ReplyPattern();
  /** The time when a message last came that no action had led to, in ms. */
  #backgroundMs = -Infinity;

  constructor(causes: Causes, messages: ExchangedMessages) {
    this.#causes = causes;
    this.#messages = messages;
  }

  /** Notes that a message is sent. @returns the work that ends with the answer; 0 if no action has led here */
  send(): number {
    const { kind, asks = kind } = this.#messages;
    const nowMs = clock();
    const work = this.#replies.isSilent(nowMs)
      ? 0
      : this.#causes.beginCaused({ ...this.#work(0), kind: asks });
    if (work === 0) return 0;
    this.#replies.sent(nowMs);
    const sent: SentMessage = { work, next: undefined };
    if (this.#last === undefined) this.#first = sent;
    else this.#last.next = sent;
    this.#last = sent;
    return work;
  }

  /** Notes that a message has come, which leads to what runs in this task. */
  receive(): void {
    const nowMs = clock();
    const expected = nowMs - this.#nextMs < CHAIN_MS ? this.#next : 0;
    const answer = this.#takeSent();
    this.#replies.came(answer !== 0, nowMs);
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
    this.#next = this.#replies.answersOnce ? 0 : this.#causes.begin(this.#work(gapMs), work);
    this.#nextMs = nowMs;
  }

  /** Notes an event of the exchange that comes before the answer. */
  pass(): void {
    const work = this.#first?.work ?? 0;
    this.#causes.run(this.#causes.isCurrent(work) ? work : 0);
  }

  /** Ends the exchange: no answer will come any more. */
  close(): void {
    for (let at = this.#first; at !== undefined; at = at.next) this.#causes.note("end", at.work);
    this.#causes.note("end", this.#next);
    this.#first = undefined;
    this.#last = undefined;
    this.#next = 0;
    this.#replies.closed();
  }

  #takeSent(): number {
    for (;;) {
      const sent = this.#first;
      if (sent === undefined) return 0;
      this.#first = sent.next;
      if (sent.next === undefined) this.#last = undefined;
      // A message of an earlier action is no longer waited for.
      if (this.#causes.isCurrent(sent.work)) return sent.work;
    }
  }

  #unasked(nowMs: number): number {
    if (this.#messages.comesByItself !== true || this.#causes.root === 0) return 0;
    // A peer that was sending already goes on with that.
    if (nowMs - this.#backgroundMs < CHAIN_MS) return 0;
    return this.#causes.begin(this.#work(0), this.#causes.root);
  }

  #work(delayMs: number): NewWork {
    const { kind, callSite, url = "" } = this.#messages;
    return { kind, callSite, url, delayMs };
  }
}
