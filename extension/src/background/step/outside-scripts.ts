// Scripts on their way into each tab, as the browser tells them: a page can't see what `import()` asks for.

export interface ScriptLoad {
  readonly url: string;
  /** Milliseconds on the worker's clock. */
  readonly beganAt: number;
  /** Null while it is under way. */
  readonly endedAt: number | null;
}

/** Of each tab, the latest few. */
const KEPT = 200;

export class OutsideScripts {
  readonly #tabs = new Map<number, Map<string, ScriptLoad>>();
  #waiting: (() => void)[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `webRequest.onBeforeRequest` of a script; a redirect has the same request. */
  began(tabId: number, requestId: string, url: string): void {
    const loads = this.#tabs.get(tabId) ?? new Map<string, ScriptLoad>();
    this.#tabs.set(tabId, loads);
    if (loads.has(requestId)) return;
    loads.set(requestId, { url, beganAt: this.#now(), endedAt: null });
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
  since(tabId: number, sinceMs: number): readonly ScriptLoad[] {
    return [...(this.#tabs.get(tabId)?.values() ?? [])].filter(({ beganAt }) => beganAt >= sinceMs);
  }

  /** Resolves when a script, of whichever tab, has come or failed. */
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
