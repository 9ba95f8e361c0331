// Tells whether a page has shown anything for a text that was entered: another field, the document, the focus.
import { composedParent } from "../../dom/composed-tree.ts";

/** The most ancestors of the field in which a canvas is looked for that the text may be drawn on. */
const MAX_LEVELS = 4;

interface Awaited {
  readonly field: Element;
  /** Tells whether other fields or the focus have changed: no mutation record tells of those. */
  readonly haveFieldsChanged: () => boolean;
  /** The time when the first event of the text came, in ms. */
  heardMs: number | undefined;
}

export class TextAnswer {
  readonly #work: { hasShownSince(ms: number): boolean };
  #awaited: Awaited | undefined;

  /** @param work tells the page's work for the action from changes that it makes by itself */
  constructor(work: { hasShownSince(ms: number): boolean }) {
    this.#work = work;
  }

  /** Begins to watch for the answer to a text, which is entered into the field next. */
  begin(field: Element, haveFieldsChanged: () => boolean): void {
    this.#awaited = { field, haveFieldsChanged, heardMs: undefined };
  }

  /** Notes that an event of the text is about to reach the page. */
  hear(): void {
    if (this.#awaited !== undefined) this.#awaited.heardMs ??= performance.now();
  }

  get isGiven(): boolean {
    if (this.#awaited === undefined) return true;
    const { field, haveFieldsChanged, heardMs } = this.#awaited;
    if (heardMs === undefined) return false;
    return this.#work.hasShownSince(heardMs) || haveFieldsChanged() || isByCanvas(field);
  }

  end(): void {
    this.#awaited = undefined;
  }
}

/** Tells whether a canvas is near. Drawing leaves no trace in the document, so the page may have shown an answer. */
function isByCanvas(field: Element): boolean {
  let around = composedParent(field);
  for (let level = 0; level < MAX_LEVELS && around !== null; level++) {
    if (around.localName === "body") return false;
    if (around.querySelector("canvas") !== null) return true;
    around = composedParent(around);
  }
  return false;
}
