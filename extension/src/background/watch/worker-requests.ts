// Follows requests of service workers and shared workers, which belong to no tab. It listens only while steps are
// taken, since the browser would wake this worker for each request of every page otherwise.

export interface WorkerRequest {
  /** The origin of the worker that made the request. */
  readonly origin: string;
  readonly url: string;
  /** The time at which the request began, on this worker's clock, in ms. */
  readonly beganAt: number;
  /** The time at which the request ended; null while it is under way. */
  readonly endedAt: number | null;
}

interface ObservedRequest {
  readonly tabId: number;
  readonly requestId: string;
  readonly url: string;
  readonly initiator?: string | undefined;
}

export interface RequestEvents {
  /** Reports the requests of scripts from now on. @returns a function that ends this */
  listen(
    onBegin: (request: ObservedRequest) => void,
    onEnd: (request: Pick<ObservedRequest, "tabId" | "requestId">) => void,
  ): () => void;
}

/** Listens by `chrome.webRequest`. */
export function browserRequests(webRequest: typeof chrome.webRequest): RequestEvents {
  const filter = { urls: ["<all_urls>"], types: ["xmlhttprequest" as const] };
  return {
    listen(onBegin, onEnd) {
      const begin = (request: ObservedRequest): undefined => {
        onBegin(request);
      };
      webRequest.onBeforeRequest.addListener(begin, filter);
      webRequest.onCompleted.addListener(onEnd, filter);
      webRequest.onErrorOccurred.addListener(onEnd, filter);
      return () => {
        webRequest.onBeforeRequest.removeListener(begin);
        webRequest.onCompleted.removeListener(onEnd);
        webRequest.onErrorOccurred.removeListener(onEnd);
      };
    },
  };
}

/**
 * The time after the last step for which the listeners stay, in ms: whenever a listener is added or removed, the
 * browser drops its back/forward cache.
 */
const UNUSED_MS = 60_000;
/** The most requests that are kept; the latest stay. */
const KEPT = 200;
/** The browser's id for no tab. */
const NO_TAB = -1;

export class WorkerRequests {
  readonly #events: RequestEvents;
  readonly #now: () => number;
  readonly #requests = new Map<string, WorkerRequest>();
  #waiting: (() => void)[] = [];
  #watchers = 0;
  #stop: (() => void) | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(events: RequestEvents, now: () => number = () => performance.now()) {
    this.#events = events;
    this.#now = now;
  }

  /** Begins to listen. @returns a function that ends this watch */
  watch(): () => void {
    clearTimeout(this.#ending);
    this.#stop ??= this.#begin();
    this.#watchers++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--this.#watchers === 0) this.#ending = setTimeout(() => this.#end(), UNUSED_MS);
    };
  }

  #end(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#requests.clear();
  }

  /** Returns the requests of workers of these origins that began at `sinceMs` or later, the oldest first. */
  since(origins: ReadonlySet<string>, sinceMs: number): readonly WorkerRequest[] {
    return [...this.#requests.values()].filter(
      ({ origin, beganAt }) => beganAt >= sinceMs && origins.has(origin),
    );
  }

  /** Resolves when the next request has ended. */
  nextEnd(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  #begin(): () => void {
    return this.#events.listen(
      ({ tabId, requestId, url, initiator }) => {
        if (tabId !== NO_TAB || initiator === undefined || this.#requests.has(requestId)) return;
        const beganAt = this.#now();
        this.#requests.set(requestId, { origin: initiator, url, beganAt, endedAt: null });
        for (const id of this.#requests.keys()) {
          if (this.#requests.size <= KEPT) break;
          this.#requests.delete(id);
        }
      },
      ({ tabId, requestId }) => {
        const request = this.#requests.get(requestId);
        if (tabId !== NO_TAB || request === undefined) return;
        this.#requests.set(requestId, { ...request, endedAt: this.#now() });
        for (const resolve of this.#waiting.splice(0)) resolve();
      },
    );
  }
}
