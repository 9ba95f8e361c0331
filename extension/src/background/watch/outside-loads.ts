// Scripts and stylesheets on their way into each tab, as the browser tells them: a page can't see what
// `import()` asks for, nor `@import`.

export interface OutsideLoad {
  /** The browser's id of the request. */
  readonly requestId: string;
  readonly kind: "script" | "style";
  readonly url: string;
  readonly frameId: number;
  /** The browser's id of the document that asked for it; empty where it is not told. */
  readonly documentId: string;
  /** Milliseconds on the worker's clock. */
  readonly beganAt: number;
  /** Null while it is under way. */
  readonly endedAt: number | null;
}

/** Of each tab, the latest few. */
const KEPT = 200;

export class OutsideLoads {
  readonly #tabs = new Map<number, Map<string, OutsideLoad>>();
  #waiting: (() => void)[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `webRequest.onBeforeRequest` of a script or a stylesheet; a redirect has the same request. */
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

  /** `webRequest.onCompleted` or `onErrorOccurred`. */
  ended(tabId: number, requestId: string): void {
    const loads = this.#tabs.get(tabId);
    const load = loads?.get(requestId);
    if (loads === undefined || load === undefined) return;
    loads.set(requestId, { ...load, endedAt: this.#now() });
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Begun at `sinceMs` or later, oldest first. */
  since(tabId: number, sinceMs: number): readonly OutsideLoad[] {
    return [...(this.#tabs.get(tabId)?.values() ?? [])].filter(({ beganAt }) => beganAt >= sinceMs);
  }

  /** Resolves when a load, of whichever tab, has come or failed. */
  nextEnd(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  /** The main document was replaced, or the tab is gone. */
  drop(tabId: number): void {
    this.#tabs.delete(tabId);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
