// Tells how far the document has been loaded, and when it leads on to another by itself.
import { LONGEST_REFRESH_MS, REFRESH_BEGINS_MS } from "./limits.ts";
import type { DocumentState } from "./situation.ts";

/** Tells whether a field has the focus: that it has, or is checked, is the answer to a click on it. */
export function isInField(): boolean {
  return document.activeElement?.matches(FIELDS) === true;
}

const FIELDS =
  "input:not([type=button], [type=submit], [type=reset], [type=image]), textarea, select, [contenteditable], iframe";

export function documentState(nowMs: number): Omit<DocumentState, "leavesMs"> {
  const url = location.href;
  const [navigation] = performance.getEntriesByType("navigation");
  // A frame's first about:blank, and a document written by a script, have no navigation of their
  // own. The end of the load event is not yet known to those who hear of it.
  const endMs =
    navigation instanceof PerformanceNavigationTiming
      ? navigation.loadEventEnd || navigation.domComplete
      : 0;
  const parsedEndMs =
    navigation instanceof PerformanceNavigationTiming ? navigation.domContentLoadedEventEnd : 0;
  const parsedMs = parsedEndMs === 0 ? undefined : parsedEndMs;
  const loaded = document.readyState === "complete";
  if (!loaded) return { url, loaded, ms: nowMs, loadedMs: undefined, parsedMs };
  return { url, loaded, ms: endMs, loadedMs: endMs === 0 ? undefined : endMs, parsedMs };
}

/** Follows `<meta http-equiv="refresh" content="0; url=/next">`. */
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
