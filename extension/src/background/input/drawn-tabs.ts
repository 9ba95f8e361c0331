// Has the browser draw tabs that are not in front, for as long as a step, an opening or a picture takes.

/**
 * Once a tab has been in the background for some seconds Chromium draws it but twice a second, also where
 * focus is emulated, unless somebody wants its pictures. Nobody does: none but the first is ever sent.
 */
const NO_PICTURES = {
  format: "jpeg",
  quality: 0,
  maxWidth: 1,
  maxHeight: 1,
  everyNthFrame: 2 ** 31 - 1,
} as const;

type Send = (tabId: number, method: string, params: object) => Promise<unknown>;

/** The tabs that somebody has drawn: what ends must not end it for the others. */
export class PictureDemand {
  readonly #send: Send;
  readonly #wanted = new Map<number, number>();

  constructor(send: Send) {
    this.#send = send;
  }

  async begin(tabId: number): Promise<void> {
    const wanted = this.#wanted.get(tabId) ?? 0;
    this.#wanted.set(tabId, wanted + 1);
    if (wanted === 0) await this.#send(tabId, "Page.startScreencast", NO_PICTURES).catch(() => {});
  }

  end(tabId: number): void {
    const wanted = (this.#wanted.get(tabId) ?? 0) - 1;
    if (wanted > 0) {
      this.#wanted.set(tabId, wanted);
      return;
    }
    this.#wanted.delete(tabId);
    void this.#send(tabId, "Page.stopScreencast", {}).catch(() => {});
  }
}

export class DrawnTabs {
  readonly #demand: PictureDemand;
  readonly #isInFront: (tabId: number) => Promise<boolean>;
  readonly #tabs = new Set<number>();
  #ended = false;

  constructor(demand: PictureDemand, isInFront: (tabId: number) => Promise<boolean>) {
    this.#demand = demand;
    this.#isInFront = isInFront;
  }

  /** To be called where the debugger is attached. Nobody waits for it: without it all is slow, and right. */
  async add(tabId: number): Promise<void> {
    if (this.#tabs.has(tabId) || (await this.#isInFront(tabId)) || this.#ended) return;
    this.#tabs.add(tabId);
    await this.#demand.begin(tabId);
  }

  /** In front of the person a picture for nobody would cost as much as the page's own drawing. */
  end(): void {
    this.#ended = true;
    for (const tabId of this.#tabs) this.#demand.end(tabId);
    this.#tabs.clear();
  }
}

/** Whether the browser draws the tab for itself; a tab that is gone needs nobody to draw it. */
export async function isInFront(tabId: number): Promise<boolean> {
  try {
    const { active, windowId } = await chrome.tabs.get(tabId);
    return active && (await chrome.windows.get(windowId)).focused;
  } catch {
    return true;
  }
}
