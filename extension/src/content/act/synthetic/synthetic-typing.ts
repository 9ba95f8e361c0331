// Enters text where the focus is, by keys or as one insertion, and sends the events of each.
import { send } from "../script-events.ts";
import type { InputNotice } from "../input-notice.ts";
import type { Key } from "./synthetic-keys.ts";
import { sendKey } from "./synthetic-keys.ts";
import { endLine, enterText, sendChange } from "./synthetic-text.ts";
import type { TextField } from "../text/text-places.ts";
import { hasSelection, isTextField, takesText } from "../text/text-places.ts";
import { focusedElement } from "../../dom/composed-tree.ts";
import { editorOf, keyTakerOf } from "../../dom/drawn-editors.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export interface TypingSources {
  readonly notice: InputNotice;
  readonly asks: {
    /** Sends a paste, of whose answer by the page it knows; returns what the paste returns. */
    readonly duringPaste: (paste: () => boolean) => boolean;
  };
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

  /**
   * Pastes a text where the focus is, without the person's clipboard. As at any paste, the browser's own part of it
   * is left out if the page prevents that.
   */
  async paste(field: Element, text: string): Promise<void> {
    this.#sources.notice.tell();
    const at = keyTakerOf(field) ?? this.#focused();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const about = { clipboardData, bubbles: true, cancelable: true, composed: true };
    const { asks } = this.#sources;
    if (!asks.duringPaste(() => send(at, new ClipboardEvent("paste", about)))) return;
    await this.#enter((focused) => enterText(focused, text, "insertFromPaste"));
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
  // The area of an editor holds what that needs, and its caret stands where the editor has put it.
  if (editorOf(field) !== undefined) return;
  if (field.selectionStart === null || hasSelection(field)) return;
  field.setSelectionRange(field.value.length, field.value.length);
}
