// Notes which fields are secret while they are written in: a page may have made them plain by the next reading.
import { focusedElement } from "./observe/composed-tree.ts";
import { noteField } from "./observe/secrets.ts";

const EVENTS = ["focusin", "input", "focusout"] as const;

export class SecretWatch {
  readonly #shadowRootOf: (element: Element) => ShadowRoot | null;
  #focused: Element | undefined;
  readonly #listener = (event: Event): void => {
    // What has the focus in a closed root is told of to nobody outside; the browser still says it.
    if (event.type !== "focusout") this.#focused = focusedElement(this.#shadowRootOf);
    if (this.#focused !== undefined) noteField(this.#focused, event.type === "focusout");
  };

  constructor(shadowRootOf: (element: Element) => ShadowRoot | null) {
    this.#shadowRootOf = shadowRootOf;
  }

  /** Called again, only lost listeners are added. */
  listen(): void {
    for (const type of EVENTS) {
      addEventListener(type, this.#listener, { capture: true, passive: true });
    }
  }
}
