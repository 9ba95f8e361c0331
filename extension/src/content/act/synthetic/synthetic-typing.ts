// Enters text where the focus is, by keys or as one insertion, and sends the events of each.
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
  /** The fields that hold a new value for which `change` has not been sent yet. */
  readonly #unfinished = new Set<Element>();
  /** The element that text was entered into last. */
  #last: Element | undefined;

  constructor(sources: TypingSources) {
    this.#sources = sources;
  }

  /**
   * Types keys. Each key goes to where the page has moved the focus by then, and its character to where the key has
   * moved it. If the page prevents the browser's default, no character is entered: the page has taken the key itself.
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

  /** Sends `change` to the changed fields once no more text follows, as the browser does when a person leaves one. */
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

/** Moves the caret behind what a field holds: if the page moves the focus to it, the caret stands at the start. */
function goToEnd(field: TextField): void {
  if (field.selectionStart === null || hasSelection(field)) return;
  field.setSelectionRange(field.value.length, field.value.length);
}
