// Has the browser draw the tabs of a step that are not in front, for as long as the step takes.
import type { Debuggers } from "./debuggers.ts";

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

export class DrawnTabs {
  readonly #debuggers: Pick<Debuggers, "sendOnce">;
  readonly #isInFront: (tabId: number) => Promise<boolean>;
  readonly #tabs = new Set<number>();
  #ended = false;

  constructor(
    debuggers: Pick<Debuggers, "sendOnce">,
    isInFront: (tabId: number) => Promise<boolean>,
  ) {
    this.#debuggers = debuggers;
    this.#isInFront = isInFront;
  }

  /** To be called where the debugger is attached. Nobody waits for it: without it all is slow, and right. */
  async add(tabId: number): Promise<void> {
    if (this.#tabs.has(tabId) || (await this.#isInFront(tabId)) || this.#ended) return;
    this.#tabs.add(tabId);
    await this.#debuggers.sendOnce(tabId, "Page.startScreencast", NO_PICTURES).catch(() => {});
  }

  /** In front of the person a picture for nobody would cost as much as the page's own drawing. */
  end(): void {
    this.#ended = true;
    for (const tabId of this.#tabs) {
      void this.#debuggers.sendOnce(tabId, "Page.stopScreencast", {}).catch(() => {});
    }
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
