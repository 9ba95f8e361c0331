// Tells whether an element stands where it stood a drawn frame before, so that the pointer need not wait for a frame
// of its own.
import { hasRunningAnimation } from "../../dom/animations.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export class RestCheck {
  readonly #element: Element;
  readonly #before: DOMRect;
  #isDrawn = false;

  /** Begins the check. No animation may be running on the element or around it. */
  constructor(element: Element) {
    this.#element = element;
    this.#before = rectOf(element);
    requestAnimationFrame(() => (this.#isDrawn = true));
  }

  /**
   * Tells whether a frame was drawn since, and the element has not moved. An animation that has begun since says
   * nothing against rest: as the pointer comes to an element, pages often animate it.
   */
  get isMet(): boolean {
    if (!this.#isDrawn) return false;
    return isSameRect(this.#before, rectOf(this.#element)) || hasRunningAnimation(this.#element);
  }
}

export function rectOf(element: Element): DOMRect {
  return unshadowed(element).getBoundingClientRect();
}

export function isSameRect(a: DOMRect, b: DOMRect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
