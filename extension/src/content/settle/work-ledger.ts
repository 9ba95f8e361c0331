// Keeps account of a frame's works: notes with times go in, and what an action has set in motion
// comes out, with what still holds the answer.
import type { SettleWork } from "@webserv/shared/model/page/settle.ts";
import type { BegunKind, BegunWork, PageChange } from "@webserv/shared/protocol/work-notes.ts";

import { MAX_URL, MAX_WORKS, UNREAD_BODY_MS } from "./limits.ts";
import { answered, Asked } from "./answers.ts";
import { EndedWorks } from "./ended-works.ts";
import { goesRound, loopOf } from "./loops.ts";
import { Requests } from "./requests.ts";
import { SilentTimers } from "./silent-timers.ts";
import type { Loop, Work } from "./work.ts";
import { isRequest, replyOf, stronger, unreadSinceMs } from "./work.ts";

/** Kinds of work whose callback is their end. */
const ONE_SHOT: ReadonlySet<BegunKind> = new Set([
  "timer",
  "interval",
  "animation-frame",
  "idle-callback",
  "message",
]);

/** Keeps works by what has led to them. All times are in ms on one clock. */
export class WorkLedger {
  /** Works that the action has led to. */
  readonly #works = new Map<number, Work>();
  readonly #pending = new Set<Work>();
  /** Works beyond this number are forgotten, as far as they have ended. */
  #room = MAX_WORKS;
  /** Requests since the watch, whatever has led to them. */
  readonly requests = new Requests();
  readonly silentTimers = new SilentTimers();
  readonly asked = new Asked();
  readonly #ended = new EndedWorks();
  /** Counts changes that may put a work into another loop. */
  #version = 0;
  #lastActivityMs = 0;
  #shownMs: number | undefined;
  #isOpening = true;

  /** Forgets all works: those begun from now on belong to the action about to happen. */
  watch(atMs: number): void {
    this.silentTimers.begin(this.#works.values());
    this.#works.clear();
    this.#pending.clear();
    this.#room = MAX_WORKS;
    this.requests.clear();
    this.asked.clear();
    this.#ended.clear();
    this.#lastActivityMs = atMs;
    this.#shownMs = undefined;
    this.#isOpening = false;
  }

  begin(begun: BegunWork, atMs: number): void {
    const isRoot = begun.kind === "root";
    const isCaused = begun.parent !== 0 || isRoot;
    if (!isCaused && !isRequest(begun.kind)) return;
    const work: Work = {
      id: begun.id,
      kind: begun.kind,
      url: begun.url.slice(0, MAX_URL).toWellFormed(),
      delayMs: begun.delayMs,
      callSite: begun.callSite,
      unseen: begun.unseen,
      parent: this.#works.get(begun.parent),
      beganMs: atMs,
      goesRound: false,
      found: undefined,
      isPending: isCaused && !isRoot,
      startedMs: undefined,
      headersMs: undefined,
      bodyMs: undefined,
      isStream: false,
      endedMs: undefined,
      hasFailed: false,
      change: undefined,
      brought: undefined,
      broughtMs: undefined,
      answer: undefined,
    };
    if (isRequest(work.kind)) this.requests.add(work);
    if (!isCaused) return;
    work.goesRound = goesRound(work);
    this.asked.begun(work);
    this.#works.set(work.id, work);
    if (work.isPending) this.#pending.add(work);
    this.#makeRoom();
  }

  run(id: number, atMs: number): void {
    const work = this.#works.get(id);
    if (work === undefined) return;
    this.#active(work, atMs);
    if (ONE_SHOT.has(work.kind)) this.#close(work, atMs);
  }

  started(id: number, atMs: number): void {
    const work = this.#works.get(id);
    if (work !== undefined) work.startedMs ??= atMs;
  }

  /** Notes that the request is to change something at the server. */
  asking(id: number): void {
    const work = this.#works.get(id);
    if (work !== undefined) this.asked.byRequest(work);
  }

  headers(id: number, atMs: number): void {
    const work = this.#find(id);
    if (work !== undefined) work.headersMs ??= atMs;
  }

  /** Notes that the body of a request is being read. Its end will be told. */
  reading(id: number, atMs: number): void {
    const work = this.#find(id);
    if (work === undefined) return;
    work.bodyMs ??= atMs;
    work.isStream = false;
  }

  /** Notes that the body of a request is read as a stream: it ends when its transfer is complete. */
  streaming(id: number, atMs: number): void {
    const work = this.#find(id);
    if (work === undefined || work.bodyMs !== undefined) return;
    work.bodyMs = atMs;
    work.isStream = true;
  }

  /** Ends the stream whose transfer the browser reports: from this address, begun about then. */
  transferred(url: string, beganMs: number, atMs: number): void {
    const work = this.requests.streamFrom(url, beganMs);
    if (work !== undefined) this.end(work.id, atMs);
  }

  failed(id: number): void {
    const work = this.#works.get(id);
    if (work === undefined) return;
    work.hasFailed = true;
    this.#version++;
  }

  /** Notes that the answer says that it will have to be asked for again. */
  unready(id: number): void {
    const work = this.#works.get(id);
    if (work !== undefined) answered(work, "unready");
  }

  end(id: number, atMs: number): void {
    const work = this.#find(id);
    if (work === undefined) return;
    work.endedMs ??= atMs;
    if (isRequest(work.kind) && !work.hasFailed) answered(work, "ready");
    if (!work.isPending) return;
    this.#active(work, atMs);
    this.#close(work, atMs);
  }

  change(id: number, change: PageChange, atMs: number): void {
    const work = this.#works.get(id);
    if (work === undefined) return;
    // Code that renders in a task of its own does so for all that has led to it.
    for (let at: Work | undefined = work; at !== undefined; at = at.parent) {
      // Every work that leads to a change is marked with at least that change, and so are all works before it.
      if (at.change !== undefined && stronger(at.change, change) === at.change) break;
      at.change = change;
      this.#version++;
    }
    const reply = replyOf(work);
    if (reply !== undefined) {
      reply.brought = stronger(reply.brought, change);
      if (change !== "styled") reply.broughtMs ??= atMs;
    }
    if (change !== "styled") this.#shownMs = atMs;
    this.silentTimers.changed();
    this.#active(work, atMs);
  }

  /** Ends requests whose body nobody has begun to read for a while: it is not wanted. */
  lapse(nowMs: number): void {
    for (const work of this.#pending) {
      const sinceMs = unreadSinceMs(work) ?? Infinity;
      if (sinceMs + UNREAD_BODY_MS <= nowMs) this.#close(work, sinceMs);
    }
  }

  /**
   * Returns the loop that a work is a round of. The chain is gone through anew only if a note may
   * have changed it.
   */
  loopOf(work: Work): Loop | undefined {
    if (work.found?.version !== this.#version) {
      work.found = { version: this.#version, loop: loopOf(work) };
    }
    return work.found.loop;
  }

  /** Works under way that the action has led to, oldest first. */
  get pending(): ReadonlySet<Work> {
    return this.#pending;
  }

  /** The works that were waited for. */
  get ended(): readonly SettleWork[] {
    return this.#ended.list;
  }

  get unlisted(): number {
    return this.#ended.unlisted;
  }

  /** A reply that a worker was asked for has not come. */
  get awaitsReply(): boolean {
    for (const { kind, delayMs, unseen } of this.#pending) {
      if (kind === "worker" && delayMs === 0 && !unseen) return true;
    }
    return false;
  }

  /** The time when the action's own code last ran, or something it set in motion ended. */
  get lastActivityMs(): number {
    return this.#lastActivityMs;
  }

  /** Something other than styles has changed for it: a person has seen an answer. */
  get hasShown(): boolean {
    return this.#shownMs !== undefined;
  }

  /** The time when that happened last. */
  get shownMs(): number | undefined {
    return this.#shownMs;
  }

  /** Returns when the last of the timers ends that began since then and are no longer than `mostMs`. */
  timersEndMs(sinceMs: number, mostMs: number): number {
    let endMs = -Infinity;
    for (const { kind, beganMs, delayMs, goesRound: isRound } of this.#pending) {
      if (kind !== "timer" || beganMs < sinceMs || delayMs > mostMs || isRound) continue;
      endMs = Math.max(endMs, beganMs + delayMs);
    }
    return endMs;
  }

  /** Something that began at that time or later has not ended. */
  isWorkingSince(ms: number): boolean {
    return [...this.#pending].some(({ beganMs, unseen }) => beganMs >= ms && !unseen);
  }

  /** Something other than styles has changed for a work that began at that time or later. */
  hasShownByWorkSince(ms: number): boolean {
    for (const { beganMs, change } of this.#works.values()) {
      if (beganMs >= ms && change !== undefined && change !== "styled") return true;
    }
    return false;
  }

  /**
   * The action has opened this document, whose own scripts more often than not set going what goes
   * on for ever.
   */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  /**
   * Notes activity, but for what goes round and round: that is not what the page does in answer to
   * the action.
   */
  #active(work: Work, atMs: number): void {
    if (!work.unseen && !work.goesRound) this.#lastActivityMs = atMs;
  }

  #close(work: Work, atMs: number): void {
    work.isPending = false;
    this.#pending.delete(work);
    if (!work.unseen) this.#ended.add(work, atMs);
  }

  #find(id: number): Work | undefined {
    return this.#works.get(id) ?? this.requests.find(id);
  }

  #makeRoom(): void {
    if (this.#works.size <= this.#room) return;
    this.#version++;
    for (const [id, work] of this.#works) {
      if (!work.isPending) {
        this.#works.delete(id);
        // A chain that goes on for ever is not kept to its beginning.
        work.parent = undefined;
      }
      if (this.#works.size <= MAX_WORKS / 2) break;
    }
    // If most of it is still pending, it must not be gone through for each work that is added.
    this.#room = Math.max(MAX_WORKS, 2 * this.#works.size);
  }
}
