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
  readonly #progress: Progress;
  readonly #observer: MutationObserver;
  readonly #ended = new AbortController();
  readonly #onMove = (): void => {
    this.#changed = true;
  };
  #changed = false;
  #watched = 0;

  constructor(document: Document, progress: Progress) {
    this.#progress = progress;
    this.#observer = new MutationObserver((records) => this.#note(records));
    this.#watch(document);
    this.#watchRoots();
    if (document.defaultView !== null) this.#hear(document.defaultView, "resize");
  }

  /** Asked between any two stretches, it also learns what else is to be watched. */
  hasChanged(): boolean {
    this.#note(this.#observer.takeRecords());
    this.#watchRoots();
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
    // Within a shadow root most of them are heard of there alone.
    for (const type of MOVING) this.#hear(root, type);
  }

  #hear(target: EventTarget, type: string): void {
    const { signal } = this.#ended;
    target.addEventListener(type, this.#onMove, { capture: true, passive: true, signal });
  }

  #note(records: readonly MutationRecord[]): void {
    const { last } = this.#progress;
    this.#changed ||= records.some(({ target }) => last === undefined || !follows(target, last));
  }
}

const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
/** What moves what stands on a page without changing the document: a picture has a size once it has come. */
const MOVING = ["scroll", "load", "error"];

/** In one tree. */
function follows(node: Node, last: Node): boolean {
  const position = last.compareDocumentPosition(node);
  if ((position & Node.DOCUMENT_POSITION_DISCONNECTED) !== 0) return false;
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
