// Registers which work the code that runs at this moment was led to by, and the work that it begins.
import type { PageChange, WorkNote } from "@webserv/shared/protocol/work-notes.ts";

import type { Channel } from "../platform/channel.ts";
import type { Native } from "../platform/natives.ts";
import { bareRecord, natives } from "../platform/natives.ts";
import { BeforeCall, precededBy } from "./before-call.ts";
import { CallSites } from "./call-sites.ts";
import type { NewWork } from "./new-work.ts";
import { clock, Notes } from "./notes.ts";
import { afterTask } from "./after-task.ts";
import { wholeMs } from "./page-values.ts";

/** The cause of code of which nothing is known: it came by no way that is hooked. */
const UNKNOWN = -1;
/** Code of unknown origin that runs within this time, in ms, after caused code inherits its cause. */
const INHERIT_MS = 50;
/**
 * A document that nobody waits for is followed so long after its load event, in ms. On a busy machine the worker comes
 * late.
 */
const LOADED_MS = 2_000;
/** A document that nobody waits for is followed up to so many notes. */
const MAX_UNASKED_NOTES = 5_000;

const TIMED = bareRecord<true>({ timer: true, interval: true, task: true });

/**
 * Keeps the cause of the running code. A cause is the number of a work: code that runs "under" it was led to by it,
 * and the work that this code begins has it as its parent. 0 is everything that no action has led to. A cause holds
 * for a whole task, microtasks included: it is set where a hooked task begins, and a message sent by ourselves sets
 * it back once that task is over.
 */
export class Causes {
  readonly #notes = new Notes();
  readonly #afterTask = afterTask(() => this.#onReset());
  readonly #callSites = new CallSites();
  #current = UNKNOWN;
  #isResetDue = false;
  #onCausedRun: (work: number) => void = () => {};
  #lastId = 0;
  /** Works with smaller numbers belong to an earlier action. */
  #first = 1;
  #root = 0;
  #isActive = true;
  /** The content script has said that it will ask for the notes. */
  #isAttended = false;
  /** The document's scripts run for the first time: whatever they do counts. */
  #isLoading = true;
  #onRest: () => void = () => {};
  #onRootRun: () => void = () => {};
  /** The work that code which ran before the action has taken up for it; 0 if there is none. */
  #takenUp = 0;
  #last = 0;
  #lastMs = 0;
  #workOfScript: (script: object) => number = () => 0;

  constructor(channel: Channel) {
    this.#root = this.begin({ kind: "root" }, 0);
    channel.onWatch(() => this.#watch());
    channel.onAttend(() => {
      this.#isAttended = true;
    });
    channel.onRest(() => this.#rest());
    channel.onTake(() => this.#notes.take());
    const restUnasked = (): void => {
      if (!this.#isAttended) this.#rest();
    };
    const onLoad = (): void => {
      natives.apply(natives.setTimeout, window, [restUnasked, LOADED_MS]);
    };
    natives.apply(natives.addEventListener, window, ["load", onLoad]);
  }

  /** Tells whether an action is being waited for. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** The document's scripts run for the first time, and no action has been done to it. */
  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** Returns the work that the running code was led to by; 0 if no action led to it. */
  now(): number {
    if (!this.#isActive) return 0;
    if (this.#current === UNKNOWN) this.#runScript();
    if (this.#current !== UNKNOWN) return this.#current >= this.#first ? this.#current : 0;
    // Background work comes by ways that are hooked, so code that came by none is taken for the action's.
    const isRecent = this.#last >= this.#first && clock() - this.#lastMs < INHERIT_MS;
    return isRecent && !this.#isLoading ? this.#last : this.#root;
  }

  /** Returns the work for the action's own events, or for the document's scripts; 0 while nobody waits. */
  get root(): number {
    return this.#isActive ? this.#root : 0;
  }

  /** Tells whether the work was begun since the present action. */
  isCurrent(work: number): boolean {
    return this.#isActive && work >= this.#first;
  }

  /** Returns the work that the action's own code last ran under, if that is no longer ago than `ms`; else 0. */
  recent(ms: number): number {
    if (!this.#isActive) return 0;
    if (this.#current >= this.#first) return this.#current;
    if (this.#isLoading) return this.#root;
    return this.#last >= this.#first && clock() - this.#lastMs < ms ? this.#last : 0;
  }

  /** Begins work that is noted whoever has begun it. Returns its number; 0 if nothing is noted now. */
  begin(work: NewWork, parent = this.now()): number {
    if (!this.#isActive) return 0;
    if (!this.#isAttended && this.#notes.count >= MAX_UNASKED_NOTES) {
      this.#rest();
      return 0;
    }
    const id = ++this.#lastId;
    // Work without a timer comes at other intervals each time.
    const everyMs = TIMED[work.kind] === true ? work.delayMs : 0;
    this.#notes.begin({
      id,
      parent,
      kind: work.kind,
      delayMs: wholeMs(work.delayMs ?? 0),
      callSite: parent === 0 ? 0 : this.#callSites.of(work.callSite, everyMs),
      unseen: work.unseen === true,
      url: work.url ?? "",
    });
    return id;
  }

  /** Begins work if an action has led here, and returns its number; else 0, which `run` and `end` take as well. */
  beginCaused(work: NewWork, parent = this.now()): number {
    return parent === 0 ? 0 : this.begin(work, parent);
  }

  /** Says that the code from here to the end of the task was led to by this work. */
  run(work: number): void {
    // The task before this one may have been a long one, and its reset is still to come.
    if (work < this.#first && this.#current >= this.#first) this.#lastMs = clock();
    this.#current = work;
    if (!this.#isActive) return;
    const nowMs = clock();
    if (work >= this.#first) {
      this.#last = work;
      this.#lastMs = nowMs;
      this.#notes.note("run", work, nowMs);
      this.#onCausedRun(work);
    }
    this.#resetLater();
  }

  /**
   * Notes that the action's own event is being dispatched.
   * @param mayBeScripted says that a script may have dispatched it. An event that no script can dispatch is a task of
   *   its own, even if the message at the end of the task before it has not come yet.
   * @param isScripted tells whether a script has dispatched it
   */
  runRoot(mayBeScripted: boolean, isScripted: () => boolean): void {
    if (!this.#isActive || this.#root === 0) return;
    if (mayBeScripted) {
      if (this.#current >= this.#first) return;
      if (this.#current !== UNKNOWN && isScripted()) return;
    }
    this.run(this.#root);
    this.#onRootRun();
  }

  /**
   * Says that the code from here to the end of the task may or may not do something for the action. The work that it
   * begins is followed, but nobody waits for the code itself.
   */
  takeUp(): void {
    if (!this.#isActive || this.#root === 0) return;
    if (!this.isCurrent(this.#takenUp)) this.#takenUp = this.begin({ kind: "root" }, 0);
    this.#current = this.#takenUp;
    this.#resetLater();
  }

  get isTakenUp(): boolean {
    return this.isCurrent(this.#takenUp) && this.#current === this.#takenUp;
  }

  note(note: Exclude<WorkNote, "begin" | "run">, work: number): void {
    if (work > 0 && this.#isActive) this.#notes.note(note, work);
  }

  change(work: number, change: PageChange, atMs: number): void {
    this.#notes.change(work, change, atMs);
  }

  /** Returns `callback`, run under the work. */
  wrap(work: number, callback: Native): Native {
    return precededBy(callback, new BeforeCall(() => this.run(work)));
  }

  /**
   * Returns the promise that the page is given for its own: code that waits for it goes on under the work. It is one
   * after `promise`, so that our listening does not count as handling, and a rejection the page leaves alone is still
   * reported as unhandled.
   * @param work may be a function that gives it once `onValue` or `onError` has been called
   */
  followed(
    promise: unknown,
    work: number | (() => number),
    onValue: (value: unknown) => void = () => {},
    onError: () => void = () => {},
  ): unknown {
    const enter = (): void => this.run(typeof work === "number" ? work : work());
    return natives.apply(natives.promiseThen, promise, [
      (value: unknown): unknown => {
        onValue(value);
        enter();
        return value;
      },
      (error: unknown): never => {
        onError();
        enter();
        throw error;
      },
    ]);
  }

  /** @param listener is called when nobody waits any longer */
  onRest(listener: () => void): void {
    const others = this.#onRest;
    this.#onRest = () => {
      others();
      listener();
    };
  }

  /** @param listener is called each time the action's own event is dispatched */
  onRootRun(listener: () => void): void {
    const others = this.#onRootRun;
    this.#onRootRun = () => {
      others();
      listener();
    };
  }

  /** @param listener is called with the work each time before code runs that an action has led to */
  onCausedRun(listener: (work: number) => void): void {
    this.#onCausedRun = listener;
  }

  /** @param workOf gives the work that has loaded a script; 0 if no action has led to it */
  onScript(workOf: (script: object) => number): void {
    this.#workOfScript = workOf;
  }

  /** Says that a task of the browser's runs that no action has led to, as far as is known. */
  runUnknown(): void {
    if (!this.#isLoading) this.run(0);
  }

  /** Finds out whether a script runs: nothing else tells that it is about to. */
  #runScript(): void {
    const script: unknown = natives.apply(natives.currentScript, document, []);
    if (typeof script !== "object" || script === null) return;
    const work = this.#workOfScript(script);
    if (work >= this.#first) this.run(work);
  }

  #watch(): void {
    this.#first = this.#lastId + 1;
    this.#isActive = true;
    this.#isAttended = true;
    this.#isLoading = false;
    this.#current = UNKNOWN;
    this.#last = 0;
    this.#root = this.begin({ kind: "root" }, 0);
  }

  #rest(): void {
    this.#isActive = false;
    this.#isAttended = false;
    this.#isLoading = false;
    this.#root = 0;
    this.#notes.take();
    this.#onRest();
  }

  #resetLater(): void {
    if (this.#isResetDue) return;
    this.#isResetDue = true;
    this.#afterTask();
  }

  #onReset(): void {
    this.#isResetDue = false;
    // The task may have been a long one.
    if (this.#current >= this.#first) this.#lastMs = clock();
    this.#current = UNKNOWN;
  }
}
