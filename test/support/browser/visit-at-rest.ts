// Shows a page in a tab, and waits until the page asks for nothing any more.
import type { CDPSession, Page } from "puppeteer";

import { PATIENCE_MS } from "../time/patience.ts";

/**
 * Shows the page, and resolves once it has loaded and nothing was on its way for so long. Only this page's own
 * requests count: Puppeteer's `waitForNetworkIdle` waits for ever for some that an earlier page of the tab has left
 * unanswered.
 * @param idleMs in ms
 * @throws Error if the page goes on with its requests, with their addresses
 */
export async function visitAtRest(page: Page, url: string, idleMs: number): Promise<void> {
  const session = await page.createCDPSession();
  try {
    const requests = new Requests(session);
    await session.send("Page.enable");
    await session.send("Network.enable");
    await page.goto(url, { waitUntil: "load", timeout: PATIENCE_MS });
    await requests.idle(idleMs);
  } finally {
    await session.detach();
  }
}

class Requests {
  readonly #underWay = new Map<string, string>();
  #changed: () => void = () => {};

  constructor(session: CDPSession) {
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined) this.#note(() => this.#underWay.clear());
    });
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
      this.#note(() => this.#underWay.set(requestId, request.url));
    });
    const end = ({ requestId }: { requestId: string }): void => {
      this.#note(() => this.#underWay.delete(requestId));
    };
    session.on("Network.loadingFinished", end);
    session.on("Network.loadingFailed", end);
  }

  async idle(idleMs: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      let idle: NodeJS.Timeout | undefined;
      const patience = setTimeout(() => {
        clearTimeout(idle);
        const addresses = [...this.#underWay.values()].join(", ");
        reject(new Error(`the page still waits for ${addresses || "one request after the other"}`));
      }, PATIENCE_MS);
      this.#changed = () => {
        clearTimeout(idle);
        if (this.#underWay.size > 0) return;
        idle = setTimeout(() => {
          clearTimeout(patience);
          resolve();
        }, idleMs);
      };
      this.#changed();
    });
  }

  #note(change: () => void): void {
    change();
    this.#changed();
  }
}
