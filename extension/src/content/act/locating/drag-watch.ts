// Watches one drag from its press to its drop: how long the button must be held first, what is carried, and whether
// the page did anything at all.
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { isDraggable } from "./draggable.ts";
import { hasEndingAnimation } from "../../dom/animations.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import type { ElementFinder } from "../../observe/identity/element-finder.ts";

/** Holds what the page has begun since the press, by times of `performance.now()`. */
interface DragWorks {
  /** Returns when the last timer ends that the page has set since then, if none is longer than `mostMs`. */
  timersEndMs(sinceMs: number, mostMs: number): number;
  isWorkingSince(ms: number): boolean;
}

/** The longest timer that a page sets at the press to begin a drag, in ms. Longer ones are for other things. */
const LONGEST_HOLD_MS = 1_000;
/** The time by which a page has shown something for a drop, if it does so at once, in ms. */
const ANSWER_MS = 300;

/** The longest time that a page takes to make room for what is dragged, in ms. */
const ROOM_MS = 500;

/** Says that a page heeds a drag, beside changes of its document. */
const EFFECTS = ["input", "change", "scroll", "selectionchange", "drop", "beforetoggle"];
/** Elements whose contents can change without any sign. */
const DRAWN = "canvas, video, iframe, frame, object, embed";

export class DragWatch {
  readonly #finder: ElementFinder;
  readonly #works: DragWorks;
  readonly #observer = new MutationObserver((records) => this.#onRecords(records));
  readonly #onPress = (): void => this.#begin();
  readonly #onEffect = (): void => {
    this.#hasChanged = true;
  };
  #element: Element | undefined;
  #pressedMs = 0;
  #hasChanged = false;
  /** Holds what the page has added since the press: a picture of what is dragged may follow the pointer. */
  readonly #added = new Set<Node>();

  constructor(finder: ElementFinder, works: DragWorks) {
    this.#finder = finder;
    this.#works = works;
  }

  /** Prepares for the press. @throws WebservError `unknown-id` or `stale-id` */
  prepare(id: string): void {
    this.end();
    this.#element = this.#finder.find(id);
    addEventListener("pointerdown", this.#onPress, { capture: true });
    this.#begin();
  }

  /** Tells for how long the button must be held before the first move, and whether the browser drags the element. */
  held(): Result<"frame.drag-held"> {
    const endMs = this.#works.timersEndMs(this.#pressedMs, LONGEST_HOLD_MS);
    return {
      holdMs: Math.max(0, endMs - performance.now()),
      draggable: this.#element !== undefined && isDraggable(this.#element),
    };
  }

  /** Tells whether an element is what is dragged, or a picture of it that was added for the drag. */
  isCarried(hit: Element): boolean {
    if (this.#element === undefined) return false;
    if (isComposedDescendant(hit, this.#element)) return true;
    for (let at: Element | null = hit; at !== null; at = unshadowed(at).parentElement) {
      if (this.#added.has(at)) return FLOATING.has(getComputedStyle(at).position);
    }
    return false;
  }

  /** Waits until the page has made room for what is dragged: it heeds no move meanwhile. */
  async rested(signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + ROOM_MS;
    do await nextFrame(signal);
    while (hasEndingAnimation() && performance.now() < deadline);
  }

  /** Waits until the page has shown something for the drag, or does nothing for it, and tells which. */
  async heeded(signal: AbortSignal): Promise<boolean> {
    const deadline = performance.now() + ANSWER_MS;
    while (!this.#isHeeded() && performance.now() < deadline) await nextFrame(signal);
    const isHeeded = this.#isHeeded();
    this.end();
    return isHeeded;
  }

  end(): void {
    this.#observer.disconnect();
    removeEventListener("pointerdown", this.#onPress, { capture: true });
    for (const type of EFFECTS) removeEventListener(type, this.#onEffect, { capture: true });
    this.#element = undefined;
    this.#added.clear();
    this.#hasChanged = false;
  }

  /** Begins anew at each press, as one that was cancelled is tried again. */
  #begin(): void {
    this.#pressedMs = performance.now();
    this.#hasChanged = false;
    this.#added.clear();
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    this.#observer.observe(document, everything);
    let root: Node | undefined = this.#element?.getRootNode();
    while (root instanceof ShadowRoot) {
      this.#observer.observe(root, everything);
      root = root.host.getRootNode();
    }
    for (const type of EFFECTS) addEventListener(type, this.#onEffect, { capture: true });
  }

  #onRecords(records: readonly MutationRecord[]): void {
    this.#hasChanged = true;
    for (const { addedNodes } of records) for (const node of addedNodes) this.#added.add(node);
  }

  #isHeeded(): boolean {
    const element = this.#element;
    if (this.#hasChanged || element === undefined) return true;
    if (unshadowed(element).querySelector(DRAWN) !== null || unshadowed(element).matches(DRAWN)) {
      return true;
    }
    return this.#works.isWorkingSince(this.#pressedMs);
  }
}

const FLOATING: ReadonlySet<string> = new Set(["absolute", "fixed"]);
