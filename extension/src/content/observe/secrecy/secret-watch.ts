// Notes which fields are secret while they are written in: a page may have made them plain by the next reading.
import { focusedElement } from "../../dom/composed-tree.ts";
import { markField, noteField } from "./secrets.ts";

const EVENTS = ["focusin", "input", "focusout"] as const;

export class SecretWatch {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  /** Held by the page alone. */
  #focused: WeakRef<Element> | undefined;
  #isRead = false;
  readonly #listener = (event: Event): void => {
    // What has the focus in a closed root is told of to nobody outside; the browser still says it.
    if (event.type !== "focusout") this.#noteFocused();
    const focused = this.#focused?.deref();
    if (focused === undefined) return;
    if (this.#isRead) noteField(focused, event.type === "focusout");
    else markField(focused);
  };

  constructor(shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
  }

  /** Called again, only lost listeners are added. */
  listen(): void {
    for (const type of EVENTS) {
      addEventListener(type, this.#listener, { capture: true, passive: true });
    }
    addEventListener("DOMContentLoaded", markPasswords, { capture: true, once: true });
  }

  /** A session has come to this frame. Of pages that no session reads it is noted which fields are secret, no more. */
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

/** Before scripts that run once the page is there: they may make plain what it came with. */
function markPasswords(): void {
  for (const field of document.querySelectorAll("input[type=password i]")) markField(field);
}
