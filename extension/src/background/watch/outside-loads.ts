// Follows scripts and stylesheets on their way into each tab: a page can't see what `import()` asks for, nor
// `@import`.

export interface OutsideLoad {
  /** This is the browser's id of the request. */
  readonly requestId: string;
  readonly kind: "script" | "style";
  readonly url: string;
  readonly frameId: number;
  /** This is the browser's id of the document that asked for it; it is empty if the browser does not tell. */
  readonly documentId: string;
  /** This is in milliseconds on the worker's clock. */
  readonly beganAt: number;
  /** This is null while the load is under way. */
  readonly endedAt: number | null;
}

/** Limits the loads kept for each tab; the latest stay. */
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

  /** Resolves when a load of any tab has come or failed. */
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
