// Watches one drag from its press to its drop: how long the button must be held first, what is carried, and whether
// the page did anything at all.
import type { Result } from "@webserv/shared/protocol/methods.ts";

import { isDraggable } from "./draggable.ts";
import { hasEndingAnimation } from "../../dom/animations.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { writtenContents } from "../../dom/written-contents.ts";
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

/** The longest time that a page takes to make room for what is dragged, or to take it back, in ms. */
const ROOM_MS = 500;

/** Says that a page heeds a drag, beside changes of its document. */
const EFFECTS = ["input", "change", "scroll", "selectionchange", "drop", "beforetoggle"];
/** Elements whose contents can change without any sign. */
const DRAWN = "canvas, video, iframe, frame, object, embed";

export class DragWatch {
  readonly #finder: ElementFinder;
  readonly #works: DragWorks;
  readonly #observer = new MutationObserver((records) => this.#onRecords(records));
  readonly #onPress = (): void => {
    this.#begin();
    this.#before = writtenContents(this.#roots());
  };
  readonly #onEffect = (): void => {
    this.#hasEffect = true;
  };
  readonly #onRelease = (event: Event): void => {
    const [hit] = event.composedPath();
    if (hit instanceof Element && !this.#isWatched(hit)) this.#hasEffect = true;
  };
  #element: Element | undefined;
  #pressedMs = 0;
  /** True if the page has done what no change of its document may show. */
  #hasEffect = false;
  #hasChanged = false;
  /** Holds what the page held at the press, and whether it was another thing when that was last compared. */
  #before: string | undefined;
  #isOther: boolean | undefined;
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
    const dropped = performance.now();
    let isHeeded = this.#isHeeded();
    while (performance.now() - dropped < this.#patienceMs(isHeeded)) {
      await nextFrame(signal);
      isHeeded = this.#isHeeded();
    }
    isHeeded ||= this.#works.isWorkingSince(this.#pressedMs);
    this.end();
    return isHeeded;
  }

  end(): void {
    this.#observer.disconnect();
    removeEventListener("pointerdown", this.#onPress, { capture: true });
    for (const type of EFFECTS) removeEventListener(type, this.#onEffect, { capture: true });
    removeEventListener("pointerup", this.#onRelease, { capture: true });
    this.#element = undefined;
    this.#forget();
  }

  /** Begins anew at each press, as one that was cancelled is tried again. */
  #begin(): void {
    this.#pressedMs = performance.now();
    this.#forget();
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const root of this.#roots()) this.#observer.observe(root, everything);
    for (const type of EFFECTS) addEventListener(type, this.#onEffect, { capture: true });
    addEventListener("pointerup", this.#onRelease, { capture: true });
  }

  #forget(): void {
    this.#hasEffect = false;
    this.#hasChanged = false;
    this.#before = undefined;
    this.#isOther = undefined;
    this.#added.clear();
  }

  /** Returns the trees whose changes are watched: the document, and the shadow trees around what is dragged. */
  #roots(): (Document | ShadowRoot)[] {
    const roots: (Document | ShadowRoot)[] = [document];
    let root: Node | undefined = this.#element?.getRootNode();
    while (root instanceof ShadowRoot) {
      roots.push(root);
      root = root.host.getRootNode();
    }
    return roots;
  }

  /** Tells whether changes around an element would be noticed: an element of the page's own may hold a closed tree. */
  #isWatched(hit: Element): boolean {
    const own = unshadowed(hit);
    const root = own.getRootNode();
    return !own.localName.includes("-") && this.#roots().some((each) => each === root);
  }

  #onRecords(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.#hasChanged = true;
    this.#isOther = undefined;
    for (const { addedNodes } of records) for (const node of addedNodes) this.#added.add(node);
  }

  /** Tells whether there is anything to show for the drag by now. */
  #isHeeded(): boolean {
    this.#onRecords(this.#observer.takeRecords());
    const element = this.#element;
    if (this.#hasEffect || element === undefined) return true;
    const own = unshadowed(element);
    if (own.querySelector(DRAWN) !== null || own.matches(DRAWN)) return true;
    if (!this.#hasChanged) return false;
    // A drawing may have taken in the dragged element, and shows no change of the document then.
    if (document.querySelector(DRAWN) !== null) return true;
    return (this.#isOther ??= writtenContents(this.#roots()) !== this.#before);
  }

  /** Returns how long after the drop the page may take to answer, or to take back what it has shown until then. */
  #patienceMs(isHeeded: boolean): number {
    if (!isHeeded) return ANSWER_MS;
    return !this.#hasEffect && this.#hasChanged && hasEndingAnimation() ? ROOM_MS : 0;
  }
}

const FLOATING: ReadonlySet<string> = new Set(["absolute", "fixed"]);
