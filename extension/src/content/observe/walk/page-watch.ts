// Tells whether what has been read of a page changes while the rest is being read.
import type { ReadTexts } from "./read-texts.ts";
import type { Watch } from "./time-slices.ts";
import { stylePrint } from "./style-prints.ts";

/** Says how far a reading has come. */
export interface Progress {
  /** The node that was begun last: what comes after it is still to be read. */
  readonly last: Node | undefined;
  /** Shadow roots that have been read, if only in part. */
  readonly roots: readonly ShadowRoot[];
  /** Set for a patient reading: if a text becomes another one, that is no change. */
  readonly readTexts?: ReadTexts | undefined;
}

export class PageWatch implements Watch {
  readonly #progress: Progress;
  readonly #observer: MutationObserver;
  readonly #ended = new AbortController();
  readonly #onMove = (): void => {
    this.#changed = true;
  };
  readonly #prints = new Map<Document | ShadowRoot, string>();
  #changed = false;
  #watched = 0;

  constructor(document: Document, progress: Progress) {
    this.#progress = progress;
    this.#observer = new MutationObserver((records) => this.#note(records));
    this.#watch(document);
    this.#watchRoots();
    if (document.defaultView !== null) this.#listenFor(document.defaultView, "resize");
    // Letters of another font take another room.
    this.#listenFor(document.fonts, "loadingdone");
  }

  /** Asked between any two slices, it also learns what else is to be watched. */
  hasChanged(): boolean {
    this.#note(this.#observer.takeRecords());
    this.#watchRoots();
    for (const [root, print] of this.#prints) this.#changed ||= stylePrint(root) !== print;
    return this.#changed;
  }

  end(): void {
    this.#observer.disconnect();
    this.#ended.abort();
  }

  #watchRoots(): void {
    const { roots } = this.#progress;
    for (const root of roots.slice(this.#watched)) this.#watch(root);
    this.#watched = roots.length;
  }

  #watch(root: Document | ShadowRoot): void {
    this.#observer.observe(root, EVERYTHING);
    if (this.#prints.size < MAX_PRINTS) this.#prints.set(root, stylePrint(root));
    // Within a shadow root most of these events are heard there alone.
    for (const type of MOVING) this.#listenFor(root, type);
  }

  #listenFor(target: EventTarget, type: string): void {
    const { signal } = this.#ended;
    target.addEventListener(type, this.#onMove, { capture: true, passive: true, signal });
  }

  #note(records: readonly MutationRecord[]): void {
    const { last } = this.#progress;
    for (const record of records) {
      if (last !== undefined && follows(record.target, last)) continue;
      this.#changed ||= !this.#isTaken(record);
    }
  }

  #isTaken({ type, target, removedNodes, addedNodes }: MutationRecord): boolean {
    const { readTexts, last } = this.#progress;
    if (readTexts === undefined) return false;
    // Nothing has been read yet but what elements listen for.
    if (last === undefined) return ![...addedNodes].some((node) => node instanceof Element);
    if (type === "characterData") return readTexts.change(target);
    const [removed] = removedNodes;
    const [added] = addedNodes;
    return (
      removed instanceof Text &&
      added instanceof Text &&
      removedNodes.length === 1 &&
      addedNodes.length === 1 &&
      readTexts.replace(removed, added)
    );
  }
}

/**
 * The most trees whose styles are compared; pages made of components have thousands, with the same
 * few sheets.
 */
const MAX_PRINTS = 100;
const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
/**
 * Events by which the contents of a page move without a change of the document. A picture has a
 * size once it has come, a popover shows, a style is on its way to another.
 */
const MOVING = [
  "scroll",
  "load",
  "error",
  "beforetoggle",
  "toggle",
  "fullscreenchange",
  "transitionrun",
  "animationstart",
];

/** Tells whether a node follows another in one tree. */
function follows(node: Node, last: Node): boolean {
  const position = last.compareDocumentPosition(node);
  if ((position & Node.DOCUMENT_POSITION_DISCONNECTED) !== 0) return false;
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
