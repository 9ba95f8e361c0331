// Tells how far the document has been loaded.
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
