// Keeps the tabs of a browser that shows one page after the other.
import type { Browser, Page, Viewport } from "puppeteer";

import { PATIENCE_MS } from "../time/patience.ts";

/**
 * A tab that was given back shows the next page. A page that comes into the tab and the process of another one of its
 * server takes half the processor time of a page in a tab of its own.
 */
export class Tabs {
  readonly #browser: Browser;
  readonly #viewport: Viewport;
  readonly #taken = new Set<Page>();
  readonly #idle = new Set<Page>();

  /** @param viewport what the browser was launched with */
  constructor(browser: Browser, viewport: Viewport) {
    this.#browser = browser;
    this.#viewport = viewport;
  }

  /** A tab in front; it may still show a page that is done with. */
  async take(): Promise<Page> {
    const page = (await this.#again()) ?? (await this.#browser.newPage());
    page.setDefaultTimeout(PATIENCE_MS);
    this.#taken.add(page);
    return page;
  }

  /** The page is done with. */
  giveBack(page: Page): void {
    if (this.#taken.delete(page)) this.#idle.add(page);
  }

  /** All pages are done with. Those that pages have opened are closed. */
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
