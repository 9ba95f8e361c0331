// Tells what the code that an action led to does to the page, as far as a person could see it.
import type { PageChange } from "@webserv/shared/protocol/work-notes.ts";

import type { Causes } from "../cause/causes.ts";
import { clock } from "../cause/notes.ts";
import type { Channel } from "../platform/channel.ts";
import { bareRecord, isInstance, natives } from "../platform/natives.ts";
import { changeOf } from "./change-kinds.ts";
import type { ElementLoads } from "./element-loads.ts";
import { VISIBLE_ATTRIBUTES } from "./visible-attributes.ts";

/** More records than these in one task count as the strongest change. */
const MAX_RECORDS = 50;
/** A change that shows something again within this time, in ms, is a part of the same. */
const SAME_MS = 16;

interface Told {
  readonly work: number;
  readonly change: PageChange;
  readonly atMs: number;
}

/** Holds one of the shadow roots. It is no array: a page can watch what is written to those. */
interface Root {
  readonly node: WeakRef<Node>;
  readonly next: Root | undefined;
}

/**
 * Observes the document while an action is waited for. Records are delivered at the end of the task that made them,
 * while the register still says whose it was.
 */
export class Changes {
  readonly #causes: Causes;
  readonly #observer: MutationObserver;
  readonly #loads: ElementLoads;
  /** Holds what has been told of a work already, and is not told again. */
  #told: Told | undefined;
  #roots: Root | undefined;
  #isObserving = false;
  readonly #options = bareRecord<unknown>({
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributeOldValue: true,
    // The browser makes no records of other attributes: frameworks write some anew each time they render.
    attributeFilter: VISIBLE_ATTRIBUTES,
  });

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

  /** Adds a shadow root whose contents a person sees too. */
  add(root: Node): void {
    this.#roots = { node: new WeakRef(root), next: this.#roots };
    if (this.#isObserving) this.#observeIn(root);
  }

  #observe(): void {
    this.#isObserving = true;
    this.#told = undefined;
    this.#observeIn(document);
    let kept: Root | undefined;
    for (let at = this.#roots; at !== undefined; at = at.next) {
      const root: unknown = natives.apply(natives.deref, at.node, []);
      if (!isInstance(natives.Node, root)) continue;
      this.#observeIn(root);
      kept = { node: at.node, next: kept };
    }
    this.#roots = kept;
  }

  #observeIn(root: Node): void {
    natives.apply(natives.observeMutations, this.#observer, [root, this.#options]);
  }

  #onRecords(records: MutationRecord[]): void {
    const work = this.#causes.now();
    if (work === 0) return;
    this.#loads.look(records, work);
    const nowMs = clock();
    const told = this.#told?.work === work ? this.#told : undefined;
    // There is no stronger change.
    if (told?.change === "shown" && nowMs - told.atMs < SAME_MS) return;
    const change = strongest(records);
    if (change === undefined) return;
    // A loop that has taken up the action goes on moving what it moved before.
    if (change === "styled" && this.#causes.isTakenUp) return;
    if (told?.change === change) return;
    this.#told = { work, change, atMs: nowMs };
    this.#causes.change(work, change, nowMs);
  }
}

function strongest(records: MutationRecord[]): PageChange | undefined {
  // Further records can't make the change weaker.
  if (records.length > MAX_RECORDS) return "shown";
  let found: PageChange | undefined;
  for (let index = 0; index < records.length; index++) {
    const record = records[index];
    const change = record === undefined ? undefined : changeOf(record);
    if (change === "shown") return change;
    if (change !== undefined && (found === undefined || RANK[change] < RANK[found])) found = change;
  }
  return found;
}

const RANK = { shown: 0, grown: 1, replaced: 2, styled: 3 } as const;
