// Tells whether what has been read of a page changes while the rest is being read.
import type { Watch } from "./stretches.ts";

/** How far a reading has come. */
export interface Progress {
  /** The node that was begun last: what comes after it is still to be read. */
  readonly last: Node | undefined;
  /** Shadow roots that have been read, if only in part. */
  readonly roots: readonly ShadowRoot[];
}

export class PageWatch implements Watch {
  readonly #document: Document;
  readonly #progress: Progress;
  readonly #observer: MutationObserver;
  readonly #onMove = (): void => {
    this.#changed = true;
  };
  #changed = false;
  #watched = 0;

  constructor(document: Document, progress: Progress) {
    this.#document = document;
    this.#progress = progress;
    this.#observer = new MutationObserver((records) => this.#note(records));
    this.#observer.observe(document, EVERYTHING);
    this.#watchRoots();
    for (const type of MOVING) document.addEventListener(type, this.#onMove, MOVES);
    document.defaultView?.addEventListener("resize", this.#onMove, MOVES);
  }

  /** Asked between any two stretches, it also learns what else is to be watched. */
  hasChanged(): boolean {
    this.#note(this.#observer.takeRecords());
    this.#watchRoots();
    return this.#changed;
  }

  end(): void {
    this.#observer.disconnect();
    for (const type of MOVING) this.#document.removeEventListener(type, this.#onMove, MOVES);
    this.#document.defaultView?.removeEventListener("resize", this.#onMove, MOVES);
  }

  #watchRoots(): void {
    const { roots } = this.#progress;
    for (const root of roots.slice(this.#watched)) this.#observer.observe(root, EVERYTHING);
    this.#watched = roots.length;
  }

  #note(records: readonly MutationRecord[]): void {
    const { last } = this.#progress;
    this.#changed ||= records.some(({ target }) => last === undefined || !follows(target, last));
  }
}

const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
/** What moves what stands on a page without changing the document: a picture has a size once it has come. */
const MOVING = ["scroll", "load", "error"];
const MOVES = { capture: true, passive: true };

/** In one tree. */
function follows(node: Node, last: Node): boolean {
  const position = last.compareDocumentPosition(node);
  if ((position & Node.DOCUMENT_POSITION_DISCONNECTED) !== 0) return false;
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
