// Tells when a document leads on to another by itself: `<meta http-equiv="refresh" content="0; url=/next">`.
import { LONGEST_REFRESH_MS, REFRESH_BEGINS_MS } from "./limits.ts";

export class MetaRefresh {
  #seen: { readonly element: Element; readonly leavesMs: number | undefined } | undefined;

  /** Returns the time by which the document will have been left; undefined if it stays. */
  leavesMs(nowMs: number): number | undefined {
    const element = document.querySelector('meta[http-equiv="refresh" i]');
    if (element === null) return undefined;
    if (this.#seen?.element !== element) {
      // The delay counts from when the element was first seen, as nobody noted when it came.
      const seconds = Number.parseFloat(element.getAttribute("content") ?? "");
      const isShort = seconds >= 0 && seconds * 1000 <= LONGEST_REFRESH_MS;
      const leavesMs = isShort ? nowMs + seconds * 1000 + REFRESH_BEGINS_MS : undefined;
      this.#seen = { element, leavesMs };
    }
    return this.#seen.leavesMs;
  }
}
