// Makes the browser draw background tabs for as long as a step, an opening or a picture takes.
import { nextTask } from "../platform/wait.ts";

/**
 * These settings ask for a screencast of which only the first picture is ever sent. After some seconds in the
 * background, Chromium draws a tab only twice a second, even with emulated focus, unless it has a screencast.
 */
const NO_PICTURES = {
  format: "jpeg",
  quality: 0,
  maxWidth: 1,
  maxHeight: 1,
  everyNthFrame: 2 ** 31 - 1,
} as const;

type Send = (tabId: number, method: string, params: object) => Promise<unknown>;

/** Counts the users of each tab's screencast, so that the end of one does not end it for the others. */
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

  /** Has a tab drawn; its debugger must be attached. Callers need not wait: without it, pages are slow, but correct. */
  async add(tabId: number): Promise<void> {
    if (this.#tabs.has(tabId)) return;
    // The step's first questions to the page must not wait behind those to the browser.
    await nextTask();
    if ((await this.#isInFront(tabId)) || this.#ended || this.#tabs.has(tabId)) return;
    this.#tabs.add(tabId);
    await this.#demand.begin(tabId);
  }

  /** Ends all screencasts: in a tab in front, one would cost as much as the page's own drawing. */
  end(): void {
    this.#ended = true;
    for (const tabId of this.#tabs) this.#demand.end(tabId);
    this.#tabs.clear();
  }
}

/** Tells whether the browser draws the tab anyway; it returns true for a tab that is gone, which needs no drawing. */
export async function isInFront(tabId: number): Promise<boolean> {
  try {
    const { active, windowId } = await chrome.tabs.get(tabId);
    return active && (await chrome.windows.get(windowId)).focused;
  } catch {
    return true;
  }
}
