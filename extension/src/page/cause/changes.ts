// Tells what the code that an action led to does to the page, as far as a person could see it.
import type { PageChange } from "@webserv/shared/protocol/page-bridge.ts";

import type { Channel } from "../channel.ts";
import { bareRecord, natives } from "../natives.ts";
import { changeOf } from "./change-kinds.ts";
import type { Causes } from "./causes.ts";
import type { ElementLoads } from "./element-loads.ts";

/** Looked at of what one task changed: the first few tell enough. */
const MAX_RECORDS = 50;
/**
 * Records are delivered at the end of the task that made them, while the register still says whose it
 * was. Observes while an action is waited for.
 */
export class Changes {
  readonly #causes: Causes;
  readonly #observer: MutationObserver;
  readonly #loads: ElementLoads;
  /** What has been told of a work already: not told again. */
  #told: { work: number; change: PageChange } | undefined;
  readonly #roots: WeakRef<Node>[] = [];
  #isObserving = false;

  constructor(causes: Causes, channel: Channel, loads: ElementLoads) {
    this.#causes = causes;
    this.#loads = loads;
    this.#observer = new MutationObserver((records) => this.#onRecords(records));
    channel.onWatch(() => this.#observe());
    channel.onAttend(() => this.#observe());
    causes.onRest(() => {
      if (!this.#isObserving) return;
      this.#isObserving = false;
      natives.apply(natives.disconnectObserver, this.#observer, []);
    });
  }

  /** A shadow root whose contents a person sees too. */
  add(root: Node): void {
    this.#roots[this.#roots.length] = new WeakRef(root);
    if (this.#isObserving) this.#observeIn(root);
  }

  #observe(): void {
    this.#isObserving = true;
    this.#told = undefined;
    this.#observeIn(document);
    for (let index = 0; index < this.#roots.length; index++) {
      const root = this.#roots[index]?.deref();
      if (root !== undefined) this.#observeIn(root);
    }
  }

  #observeIn(root: Node): void {
    const options = bareRecord<boolean>({
      subtree: true,
      childList: true,
      characterData: true,
      characterDataOldValue: true,
      attributes: true,
    });
    natives.apply(natives.observeMutations, this.#observer, [root, options]);
  }

  #onRecords(records: MutationRecord[]): void {
    const work = this.#causes.now();
    if (work === 0) return;
    this.#loads.look(records, work);
    const change = strongest(records);
    if (change === undefined) return;
    // A loop moves on what it has moved before.
    if (change === "styled" && this.#causes.isTakenUp) return;
    if (this.#told?.work === work && this.#told.change === change) return;
    this.#told = { work, change };
    this.#causes.change(work, change);
  }
}

function strongest(records: MutationRecord[]): PageChange | undefined {
  let found: PageChange | undefined;
  const count = Math.min(records.length, MAX_RECORDS);
  for (let index = 0; index < count; index++) {
    const record = records[index];
    const change = record === undefined ? undefined : changeOf(record);
    if (change === "shown") return change;
    if (change !== undefined && (found === undefined || RANK[change] < RANK[found])) found = change;
  }
  // Seeing more would not make it less.
  return records.length > count ? "shown" : found;
}

const RANK = { shown: 0, grown: 1, replaced: 2, styled: 3 } as const;
