// Follows the loads under way in the inner frames of tabs; a frame can't see its own end.

export interface InnerLoad {
  readonly parentFrameId: number;
  readonly url: string;
}

interface TabLoads {
  /** Holds the load of each frame that is loading. */
  readonly pending: Map<number, InnerLoad>;
  waiting: (() => void)[];
}

export class InnerLoads {
  readonly #tabs = new Map<number, TabLoads>();

  /** Handles `webNavigation.onBeforeNavigate` of an inner frame. */
  began(tabId: number, frameId: number, load: InnerLoad): void {
    this.#tab(tabId).pending.set(frameId, load);
  }

  /** Handles `webNavigation.onCommitted` or `onErrorOccurred` of an inner frame. */
  ended(tabId: number, frameId: number): void {
    const tab = this.#tab(tabId);
    tab.pending.delete(frameId);
    for (const resolve of tab.waiting.splice(0)) resolve();
  }

  /** Returns the load that is under way in this frame. */
  pending(tabId: number, frameId: number): InnerLoad | undefined {
    return this.#tabs.get(tabId)?.pending.get(frameId);
  }

  /** Returns the loads in frames directly in the given one. */
  pendingIn(tabId: number, parentFrameId: number): InnerLoad[] {
    const pending = this.#tabs.get(tabId)?.pending.values() ?? [];
    return [...pending].filter((load) => load.parentFrameId === parentFrameId);
  }

  /** Resolves when a load in the tab has ended. */
  nextEnd(tabId: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tab(tabId).waiting.push(resolve);
    return promise;
  }

  /** Forgets the frames of a tab that is gone, or whose main document was replaced. */
  drop(tabId: number): void {
    const tab = this.#tabs.get(tabId);
    this.#tabs.delete(tabId);
    for (const resolve of tab?.waiting.splice(0) ?? []) resolve();
  }

  #tab(tabId: number): TabLoads {
    let tab = this.#tabs.get(tabId);
    if (tab === undefined) {
      tab = { pending: new Map(), waiting: [] };
      this.#tabs.set(tabId, tab);
    }
    return tab;
  }
}
