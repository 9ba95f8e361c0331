// Follows the loads of scripts and stylesheets in each tab, since a page can't see the requests of `import()` and
// `@import`.

export interface OutsideLoad {
  /** The browser's id of the request. */
  readonly requestId: string;
  readonly kind: "script" | "style";
  readonly url: string;
  readonly frameId: number;
  /** The browser's id of the document that made the request; empty if the browser does not report it. */
  readonly documentId: string;
  /** The time at which the load began, on the worker's clock, in ms. */
  readonly beganAt: number;
  /** The time at which the load ended; null while it is under way. */
  readonly endedAt: number | null;
}

/** The most loads kept for each tab; the latest stay. */
const KEPT = 200;

export class OutsideLoads {
  readonly #tabs = new Map<number, Map<string, OutsideLoad>>();
  #waiting: (() => void)[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Handles `webRequest.onBeforeRequest` of a script or a stylesheet; a redirect has the same request id. */
  began(tabId: number, load: Omit<OutsideLoad, "beganAt" | "endedAt">): void {
    const { requestId } = load;
    const loads = this.#tabs.get(tabId) ?? new Map<string, OutsideLoad>();
    this.#tabs.set(tabId, loads);
    if (loads.has(requestId)) return;
    loads.set(requestId, { ...load, beganAt: this.#now(), endedAt: null });
    for (const id of loads.keys()) {
      if (loads.size <= KEPT) break;
      loads.delete(id);
    }
  }

  /** Handles `webRequest.onCompleted` or `onErrorOccurred`. */
  ended(tabId: number, requestId: string): void {
    const loads = this.#tabs.get(tabId);
    const load = loads?.get(requestId);
    if (loads === undefined || load === undefined) return;
    loads.set(requestId, { ...load, endedAt: this.#now() });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Returns the loads that began at `sinceMs` or later, the oldest first. */
  since(tabId: number, sinceMs: number): readonly OutsideLoad[] {
    return [...(this.#tabs.get(tabId)?.values() ?? [])].filter(({ beganAt }) => beganAt >= sinceMs);
  }

  /** Resolves when a load of any tab has completed or failed. */
  nextEnd(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  /** Forgets the loads of a tab that is gone, or whose main document was replaced. */
  drop(tabId: number): void {
    this.#tabs.delete(tabId);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
