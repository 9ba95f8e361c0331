// Enters text where the focus is, by keys or as one insertion, with the events of each.
import type { InputNotice } from "../input-notice.ts";
import type { Key } from "./synthetic-keys.ts";
import { sendKey } from "./synthetic-keys.ts";
import { endLine, enterText, sendChange } from "./synthetic-text.ts";
import type { TextField } from "../text/text-places.ts";
import { hasSelection, isTextField, takesText } from "../text/text-places.ts";
import { focusedElement } from "../../dom/composed-tree.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface TypingSources {
  readonly notice: InputNotice;
  readonly shadowRootOf: (element: Element) => ShadowRoot | null;
}

export class SyntheticTyping {
  readonly #sources: TypingSources;
  /** Fields that hold something new, of which the page has not been told by `change` yet. */
  readonly #unfinished = new Set<Element>();
  /** What text was entered into last. */
  #last: Element | undefined;

  constructor(sources: TypingSources) {
    this.#sources = sources;
  }

  /**
   * Each key goes where the page has moved the focus to by then, and its character where the key has moved it to.
   * What the page keeps from the browser is not entered: it has taken the key itself.
   */
  async typeKeys(keys: readonly Key[]): Promise<void> {
    this.#sources.notice.tell();
    for (const key of keys) {
      const at = this.#focused();
      const goesOn = sendKey(at, "keydown", key) && sendKey(at, "keypress", key);
      if (goesOn) await this.#enter((field) => enterText(field, key.key));
      if (unshadowed(at).isConnected) sendKey(at, "keyup", key);
    }
  }

  async insert(text: string): Promise<void> {
    this.#sources.notice.tell();
    await this.#enter((field) => enterText(field, text));
  }

  async endLines(count: number): Promise<void> {
    this.#sources.notice.tell();
    for (let ended = 0; ended < count; ended++) await this.#enter(endLine);
  }

  /** No more text follows: a script says so by `change`, as the browser does when a person leaves the field. */
  finish(): void {
    if (this.#unfinished.size > 0) this.#sources.notice.tell();
    for (const field of this.#unfinished) {
      if (unshadowed(field).isConnected) sendChange(field);
    }
    this.#unfinished.clear();
  }

  async #enter(change: (field: Element) => Promise<boolean>): Promise<void> {
    const field = this.#focused();
    if (!takesText(field)) return;
    if (field !== this.#last && isTextField(field)) goToEnd(field);
    this.#last = field;
    const before = isTextField(field) ? field.value : undefined;
    await change(field);
    if (isTextField(field) && field.value !== before) this.#unfinished.add(field);
  }

  #focused(): Element {
    return focusedElement(this.#sources.shadowRootOf) ?? document.documentElement;
  }
}

/** Text goes on behind what a field holds that the page has moved the focus to: a new one has its caret at the start. */
function goToEnd(field: TextField): void {
  if (field.selectionStart === null || hasSelection(field)) return;
  field.setSelectionRange(field.value.length, field.value.length);
}
