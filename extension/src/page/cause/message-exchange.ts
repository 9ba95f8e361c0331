// Follows the cause to a peer out of reach and back: a worker, a server, another window.
import type { BegunKind } from "@webserv/shared/protocol/work-notes.ts";

import type { Causes } from "./causes.ts";
import type { NewWork } from "./new-work.ts";
import { clock } from "./notes.ts";
import type { PushWays } from "./push-ways.ts";
import { CHAIN_MS, ReplyPattern } from "./reply-pattern.ts";
import { Rhythms } from "./rhythms.ts";

/** The gap, in ms, that is assumed between messages before two have come. */
const FIRST_GAP_MS = 32;
/** The same after an event that brings nothing by itself. */
const OPENED_GAP_MS = 1;

export interface ExchangedMessages {
  readonly kind: BegunKind;
  /** Names the peer, the same for each of its messages: an address, or a function. */
  readonly callSite: unknown;
  readonly url?: string;
  /** The kind of a message that is sent. It is `kind` by default, which is that of the messages that come. */
  readonly asks?: BegunKind;
  /** The action may have led the peer, out of our sight, to send a message that nobody asked for. */
  readonly comesByItself?: boolean;
  /** Tells of requests whose outcome the peer may report. */
  readonly ways?: PushWays;
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
  readonly #rhythms = new Rhythms();
  /** Messages that the page has sent by itself, as far as nothing has come for them yet. */
  #idleCount = 0;
  #idleMs = -Infinity;
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
    if (work === 0) {
      this.#idleCount++;
      this.#idleMs = nowMs;
      return 0;
    }
    this.#replies.sent(nowMs);
    const sent: SentMessage = { work, next: undefined };
    if (this.#last === undefined) this.#first = sent;
    else this.#last.next = sent;
    this.#last = sent;
    return work;
  }

  /**
   * Notes that a message has come, which leads to what runs in this task.
   * @param look is what the message looks like; "" if that is not known
   */
  receive(look = ""): void {
    const nowMs = clock();
    const expected = this.#expected(nowMs);
    const isAsked = this.#idleCount > 0 && nowMs - this.#idleMs < CHAIN_MS;
    const familiarity = this.#rhythms.familiarity(look, isAsked, nowMs);
    const isRoutine = familiarity === "routine";
    const asked = isRoutine ? 0 : this.#nextSent();
    // It may as well be what the page has asked for by itself. The code that it leads to shows whether it is the
    // answer: by a change of the page.
    if (asked !== 0 && (familiarity === "known" || isAsked)) {
      this.#heardIdly();
      this.#causes.run(asked);
      return;
    }
    if (asked !== 0) this.#dropSent();
    const work = asked || (isRoutine ? 0 : expected || this.#pushed() || this.#unasked(nowMs));
    if (work === 0) {
      this.#rhythms.came(look, isAsked, nowMs);
      this.#heardIdly();
      if (!this.#causes.isCurrent(expected)) this.#next = 0;
      this.#backgroundMs = nowMs;
      this.#causes.run(0);
      return;
    }
    // What a document's own scripts have set going goes on by itself.
    if (this.#causes.isLoading) this.#rhythms.came(look, asked !== 0, nowMs);
    this.#replies.came(asked !== 0, nowMs);
    this.#goOn(work, expected === 0 ? FIRST_GAP_MS : Math.max(1, nowMs - this.#nextMs), nowMs);
  }

  /** Notes that the peer can be heard from now on, which may be all that comes of asking for it. */
  open(): void {
    const nowMs = clock();
    const asked = this.#nextSent();
    this.#replies.closed();
    if (asked === 0) {
      this.#causes.run(0);
      return;
    }
    this.#dropSent();
    this.#goOn(asked, OPENED_GAP_MS, nowMs);
  }

  #goOn(work: number, gapMs: number, nowMs: number): void {
    this.#causes.note("end", this.#expected(nowMs));
    this.#causes.note("end", work);
    this.#causes.run(work);
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
    this.#idleCount = 0;
  }

  /** Returns the work that the next message belongs to, if it comes in time; 0 if there is none of the action's. */
  #expected(nowMs: number): number {
    const isInTime = nowMs - this.#nextMs < CHAIN_MS && this.#causes.isCurrent(this.#next);
    return isInTime ? this.#next : 0;
  }

  /** Tells whether a message goes on with a row of messages that an earlier action has led to. */
  #isOfEarlier(nowMs: number): boolean {
    return this.#next !== 0 && nowMs - this.#nextMs < CHAIN_MS;
  }

  /** Returns the work of the first message that the action has sent and that has no answer; 0 if there is none. */
  #nextSent(): number {
    for (let sent = this.#first; sent !== undefined; sent = this.#first) {
      if (this.#causes.isCurrent(sent.work)) return sent.work;
      // A message of an earlier action is no longer waited for.
      this.#dropSent();
    }
    return 0;
  }

  #dropSent(): void {
    this.#first = this.#first?.next;
    if (this.#first === undefined) this.#last = undefined;
  }

  #heardIdly(): void {
    if (this.#idleCount > 0) this.#idleCount--;
  }

  #pushed(): number {
    return this.#messages.ways?.pushed() ?? 0;
  }

  #unasked(nowMs: number): number {
    if (this.#messages.comesByItself !== true || this.#causes.root === 0) return 0;
    // A peer that was sending already goes on with that.
    if (nowMs - this.#backgroundMs < CHAIN_MS || this.#isOfEarlier(nowMs)) return 0;
    return this.#causes.begin(this.#work(0), this.#causes.root);
  }

  #work(delayMs: number): NewWork {
    const { kind, callSite, url = "" } = this.#messages;
    return { kind, callSite, url, delayMs };
  }
}
