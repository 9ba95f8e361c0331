// Tells how far the document has been loaded.
import type { DocumentState } from "./situation.ts";

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
