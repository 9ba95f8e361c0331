// Tells whether a page has shown anything for a text that was entered: another field, the document, the focus.
import { composedParent } from "../../dom/composed-tree.ts";

/** How far out from the field a canvas may stand that the text is drawn on. */
const MAX_LEVELS = 4;

interface Awaited {
  readonly field: Element;
  /** Whether other fields or the focus have changed: the document's mutations don't tell of those. */
  readonly haveFieldsChanged: () => boolean;
  /** When the first event of the text has come. */
  heardMs: number | undefined;
}

export class TextAnswer {
  readonly #work: { hasShownSince(ms: number): boolean };
  #awaited: Awaited | undefined;

  /** @param work tells what the page does for the action from what moves on it by itself */
  constructor(work: { hasShownSince(ms: number): boolean }) {
    this.#work = work;
  }

  /** A text is entered into the field next. */
  begin(field: Element, haveFieldsChanged: () => boolean): void {
    this.#awaited = { field, haveFieldsChanged, heardMs: undefined };
  }

  /** An event of the text is about to reach the page. */
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

/** What is drawn on one leaves no trace in the document: with one there the page may have shown something. */
function isByCanvas(field: Element): boolean {
  let around = composedParent(field);
  for (let level = 0; level < MAX_LEVELS && around !== null; level++) {
    if (around.localName === "body") return false;
    if (around.querySelector("canvas") !== null) return true;
    around = composedParent(around);
  }
  return false;
}
