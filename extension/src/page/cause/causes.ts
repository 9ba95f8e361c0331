// The register of what the code that runs at this moment has come from, and the work begun under it.
import type { PageChange, WorkNote } from "@webserv/shared/protocol/page-bridge.ts";

import type { Channel } from "../channel.ts";
import type { Native } from "../natives.ts";
import { bareRecord, natives } from "../natives.ts";
import { Entrance, preceded } from "./before-call.ts";
import { CallSites } from "./call-sites.ts";
import type { NewWork } from "./new-work.ts";
import { clock, Notes } from "./notes.ts";
import { wholeMs } from "./page-values.ts";

/** Code of which nothing is known: it came by no way that is hooked. */
const UNKNOWN = -1;
/** Code that unknown ways led to this soon after code of the action's is taken for what that led to, in ms. */
const INHERIT_MS = 50;
/** What background code does by hand it does within this, in ms; later, a task of which nothing is known may have begun. */
const SCRIPTED_MS = 4;
/** A document that nobody waits for is not followed any longer than this after its load event, in ms (on a busy machine the worker comes late), … */
const LOADED_MS = 2_000;
/** … and not beyond so many notes. */
const MAX_UNASKED_NOTES = 5_000;

const TIMED = bareRecord<true>({ timer: true, interval: true, task: true });

/**
 * A cause is the number of a work: code that runs "under" it was led to by it, and what that code
 * begins has it as its parent. 0 is everything that no action has led to. The register holds for a
 * whole task, microtasks included: it is set where a task begins that is hooked, and a message sent by
 * ourselves sets it back once that task is over.
 */
export class Causes {
  readonly #notes = new Notes();
  readonly #reset = new MessageChannel();
  readonly #post = this.#reset.port2.postMessage.bind(this.#reset.port2, null);
  readonly #callSites = new CallSites();
  #current = UNKNOWN;
  #isResetDue = false;
  #onCausedRun: (work: number) => void = () => {};
  #lastId = 0;
  /** Works with smaller numbers are an earlier action's. */
  #first = 1;
  #root = 0;
  #isActive = true;
  /** Somebody asks for the notes. */
  #isAttended = false;
  /** While a document's scripts are first run, whatever they do counts. */
  #isLoading = true;
  #onRest: () => void = () => {};
  #onRootRun: () => void = () => {};
  /** What has been taken up of the action's by code that ran before it; 0 where nothing has. */
  #takenUp = 0;
  #last = 0;
  #lastMs = 0;
  /** When code last began to run under anything. */
  #ranMs = 0;
  #workOfScript: (script: object) => number = () => 0;

  constructor(channel: Channel) {
    natives.apply(natives.addEventListener, this.#reset.port1, ["message", () => this.#onReset()]);
    this.#reset.port1.start();
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

  /** An action is being waited for. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** The work that the running code was led to by; 0 where it is no action's. */
  now(): number {
    if (!this.#isActive) return 0;
    if (this.#current === UNKNOWN) this.#runScript();
    if (this.#current !== UNKNOWN) return this.#current >= this.#first ? this.#current : 0;
    // Background work comes by ways that are hooked, so what comes by none is taken for the action's.
    const isRecent = this.#last >= this.#first && clock() - this.#lastMs < INHERIT_MS;
    return isRecent && !this.#isLoading ? this.#last : this.#root;
  }

  /** What the action's own events, or the document's scripts, come under; 0 while nobody waits. */
  get root(): number {
    return this.#isActive ? this.#root : 0;
  }

  /** Whether it was begun since the present action. */
  isCurrent(work: number): boolean {
    return this.#isActive && work >= this.#first;
  }

  /** What the action's own code last ran under, if that was no longer ago; else 0. */
  recent(ms: number): number {
    if (!this.#isActive) return 0;
    if (this.#current >= this.#first) return this.#current;
    if (this.#isLoading) return this.#root;
    return this.#last >= this.#first && clock() - this.#lastMs < ms ? this.#last : 0;
  }

  /** For work that is noted whoever has begun it, while anything is noted; else 0. */
  begin(work: NewWork, parent = this.now()): number {
    if (!this.#isActive) return 0;
    if (!this.#isAttended && this.#notes.count >= MAX_UNASKED_NOTES) {
      this.#rest();
      return 0;
    }
    const id = ++this.#lastId;
    // What comes by itself comes at other intervals each time.
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

  /** Begins work if an action has led here; else 0, which `run` and `end` take as well. */
  beginCaused(work: NewWork, parent = this.now()): number {
    return parent === 0 ? 0 : this.begin(work, parent);
  }

  /** The code that runs from here on, to the end of the task, was led to by this work. */
  run(work: number): void {
    // The task before this one may have been a long one, and its reset is still to come.
    if (work < this.#first && this.#current >= this.#first) this.#lastMs = clock();
    this.#current = work;
    if (!this.#isActive) return;
    const nowMs = clock();
    this.#ranMs = nowMs;
    if (work >= this.#first) {
      this.#last = work;
      this.#lastMs = nowMs;
      this.#notes.note("run", work, nowMs);
      this.#onCausedRun(work);
    }
    this.#resetLater();
  }

  /**
   * The action's own event is being dispatched.
   *
   * @param mayBeScripted a script may have dispatched it: the one that is running. What no script can
   *   dispatch is a task of its own, before which that of the one before may not have been called over
   */
  runRoot(mayBeScripted: boolean): void {
    if (!this.#isActive || this.#root === 0) return;
    if (mayBeScripted) {
      if (this.#current >= this.#first) return;
      if (this.#current !== UNKNOWN && clock() - this.#ranMs < SCRIPTED_MS) return;
    }
    this.run(this.#root);
    this.#onRootRun();
  }

  /**
   * The code that runs from here on, to the end of the task, may do something for the action, or may
   * not: what it begins is followed, that it runs is nothing to wait for.
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

  /** `callback`, run under the work. */
  wrap(work: number, callback: Native): Native {
    return preceded(callback, new Entrance(() => this.run(work)));
  }

  /**
   * The promise the page is given for its own: what waits for it goes on under the work. One after
   * `promise`, so that our listening does not count as handling, and a rejection the page leaves alone
   * is still reported as unhandled.
   */
  followed(
    promise: unknown,
    work: number,
    onValue: (value: unknown) => void = () => {},
    onError: () => void = () => {},
  ): unknown {
    return natives.apply(natives.promiseThen, promise, [
      (value: unknown): unknown => {
        onValue(value);
        this.run(work);
        return value;
      },
      (error: unknown): never => {
        onError();
        this.run(work);
        throw error;
      },
    ]);
  }

  /** @param listener told when nobody waits any longer */
  onRest(listener: () => void): void {
    const others = this.#onRest;
    this.#onRest = () => {
      others();
      listener();
    };
  }

  /** @param listener told each time the action's own event is dispatched */
  onRootRun(listener: () => void): void {
    this.#onRootRun = listener;
  }

  /** @param listener told each time before code runs that an action has led to, with the work */
  onCausedRun(listener: (work: number) => void): void {
    this.#onCausedRun = listener;
  }

  /** @param workOf the work that has loaded a script; 0 where no action has led to it */
  onScript(workOf: (script: object) => number): void {
    this.#workOfScript = workOf;
  }

  /** A task of the browser's that is nothing the action has led to, as far as is known. */
  runUnknown(): void {
    if (!this.#isLoading) this.run(0);
  }

  /** Nothing tells that a script is about to run but its running. */
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
    this.#post();
  }

  #onReset(): void {
    this.#isResetDue = false;
    // The task may have been a long one.
    if (this.#current >= this.#first) this.#lastMs = clock();
    this.#current = UNKNOWN;
  }
}
