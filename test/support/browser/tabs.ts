// Keeps the tabs of a browser that shows one page after the other.
import type { Browser, Page, Viewport } from "puppeteer";

import { PATIENCE_MS } from "../time/patience.ts";

/**
 * Shows the next page in a tab that was given back. A page in such a tab has the process of another page of its
 * server, and takes half the processor time of a page in a new tab.
 */
export class Tabs {
  readonly #browser: Browser;
  readonly #viewport: Viewport;
  readonly #taken = new Set<Page>();
  readonly #idle = new Set<Page>();

  /** @param viewport the one that the browser was launched with */
  constructor(browser: Browser, viewport: Viewport) {
    this.#browser = browser;
    this.#viewport = viewport;
  }

  /** Resolves with a tab in front; it may still show a page that is no longer needed. */
  async take(): Promise<Page> {
    const page = (await this.#again()) ?? (await this.#browser.newPage());
    page.setDefaultTimeout(PATIENCE_MS);
    this.#taken.add(page);
    return page;
  }

  /** Gives back the tab of a page that is no longer needed. */
  giveBack(page: Page): void {
    if (this.#taken.delete(page)) this.#idle.add(page);
  }

  /** Gives back all tabs, and closes those that pages have opened. */
  async giveBackAll(): Promise<void> {
    for (const page of await this.#browser.pages()) {
      this.giveBack(page);
      // The browser ends with its last page.
      if (!this.#idle.has(page) && page.url() !== "about:blank") await page.close();
    }
  }

  async #again(): Promise<Page | undefined> {
    for (const page of this.#idle) {
      this.#idle.delete(page);
      if (page.isClosed()) continue;
      if (page.viewport() !== this.#viewport) await page.setViewport(this.#viewport);
      await page.bringToFront();
      return page;
    }
    return undefined;
  }
}
