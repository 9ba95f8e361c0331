// Describes, in the page script's words and on a test's own clock, a page to which an action has just been done.
import type { BegunKind, BegunWork, PageChange } from "@webserv/shared/protocol/work-notes.ts";

import { WorkLedger } from "../../../extension/src/content/settle/work-ledger.ts";
import type { Waiting } from "../../../extension/src/content/settle/signs/waiting-signs.ts";
import type { DocumentState } from "../../../extension/src/content/settle/situation.ts";
import type { SettleDecision } from "../../../extension/src/content/settle/decision.ts";
import { decide } from "../../../extension/src/content/settle/decision.ts";

/** The time when the action was done, in ms. */
export const BEGAN = 1000;
export const loaded: DocumentState = {
  url: "http://a.test/",
  loaded: true,
  ms: 50,
  loadedMs: 50,
  parsedMs: 40,
  leavesMs: () => undefined,
};

/** Says how a page is asked for its verdict; times are in ms. */
interface VerdictOptions {
  readonly budgetMs?: number;
  readonly frames?: number;
  readonly lastFrameMs?: number;
  readonly idleMs?: number;
  readonly beganMs?: number;
  readonly awaitsWorkers?: boolean;
  readonly awaitsAnswer?: boolean;
  readonly scriptMs?: number;
}

/** Describes a page to which an action has just been done. */
export class ToldPage {
  readonly ledger = new WorkLedger();
  waiting: Waiting = "none";
  isStartingToMove = false;
  isInner = false;
  document = loaded;
  #lastId = 1;

  /** @param isOpening true if the action has opened this document */
  constructor({ isOpening = false } = {}) {
    if (!isOpening) this.ledger.watch(BEGAN);
    this.#begin({ id: 1, kind: "root", parent: 0 }, BEGAN);
  }

  /** @returns its number */
  begin(kind: BegunKind, more: Partial<BegunWork> & { readonly at?: number } = {}): number {
    const id = ++this.#lastId;
    this.#begin({ parent: 1, ...more, id, kind }, more.at ?? BEGAN);
    return id;
  }

  run(id: number, at: number, change?: PageChange): void {
    this.ledger.run(id, at);
    if (change !== undefined) this.ledger.change(id, change, at);
  }

  end(id: number, at: number): void {
    this.ledger.end(id, at);
  }

  verdict(
    at: number,
    {
      budgetMs = 10_000,
      frames = 2,
      lastFrameMs = at,
      idleMs = 0,
      beganMs = BEGAN,
      awaitsWorkers = false,
      awaitsAnswer = false,
      scriptMs,
    }: VerdictOptions = {},
  ): SettleDecision {
    this.ledger.lapse(at);
    return decide(
      { mode: "causal", idleMs, budgetMs, beganMs, awaitsWorkers, awaitsAnswer, scriptMs },
      {
        nowMs: at,
        works: this.ledger,
        waiting: () => this.waiting,
        isStartingToMove: () => this.isStartingToMove,
        isInner: this.isInner,
        document: this.document,
        frames,
        lastFrameMs,
        framesSinceWork: frames,
      },
    );
  }

  /** Begins another action. */
  clickAgain(): void {
    this.ledger.watch(BEGAN);
    this.#begin({ id: 1, kind: "root", parent: 0 }, BEGAN);
  }

  isAtRest(at: number): boolean {
    return this.verdict(at).done;
  }

  #begin(work: Pick<BegunWork, "id" | "kind" | "parent"> & Partial<BegunWork>, at: number): void {
    this.ledger.begin({ delayMs: 0, callSite: 0, unseen: false, url: "", ...work }, at);
  }
}
