// Notes which fields are secret while a person writes in them: a page may have made them plain by the next reading.
import { focusedElement } from "../../dom/composed-tree.ts";
import { markField, noteField } from "./secrets.ts";

const EVENTS = ["focusin", "input", "focusout"] as const;

export class SecretWatch {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  /** The field with the focus. The reference is weak, so that the page alone keeps the field alive. */
  #focused: WeakRef<Element> | undefined;
  #isRead = false;
  readonly #listener = (event: Event): void => {
    // An event from a closed root does not name its target outside, but the browser still tells the focus.
    if (event.type !== "focusout") this.#noteFocused();
    const focused = this.#focused?.deref();
    if (focused === undefined) return;
    if (this.#isRead) noteField(focused, event.type === "focusout");
    else markField(focused);
  };

  constructor(shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
  }

  /** Adds the listeners. A repeated call adds only lost ones. */
  listen(): void {
    for (const type of EVENTS) {
      addEventListener(type, this.#listener, { capture: true, passive: true });
    }
    addEventListener("DOMContentLoaded", markPasswords, { capture: true, once: true });
  }

  /** Begins to note values, since a session reads this frame. Before, it is only noted which fields are secret. */
  begin(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    this.#noteFocused();
  }

  #noteFocused(): void {
    const focused = focusedElement(this.#shadowRootOf);
    this.#focused = focused === null ? undefined : new WeakRef(focused);
  }
}

/** Marks the passwords that a page came with, before its scripts at DOMContentLoaded may make them plain. */
function markPasswords(): void {
  for (const field of document.querySelectorAll("input[type=password i]")) markField(field);
}
