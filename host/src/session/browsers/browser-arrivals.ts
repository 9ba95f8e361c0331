// Lets callers wait for a browser to connect.
import { toWebservError } from "@webserv/shared/errors/errors.ts";

import type { Browser, BrowserLink } from "./browser.ts";

interface Waiting {
  readonly arrived: (browser: Browser, link: BrowserLink) => void;
  readonly ended: (browser: Browser) => void;
}

export class BrowserArrivals {
  readonly #waiting = new Set<Waiting>();

  /** Resolves the waits for a browser that can be used now. */
  arrived(browser: Browser, link: BrowserLink): void {
    for (const waiting of this.#waiting) waiting.arrived(browser, link);
  }

  /** Rejects the waits for a browser that will not come any more. */
  ended(browser: Browser): void {
    for (const waiting of this.#waiting) waiting.ended(browser);
  }

  /** @throws WebservError why the wanted browser has ended; the signal's reason. */
  next(wanted: (browser: Browser) => boolean, signal: AbortSignal): Promise<BrowserLink> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        this.#waiting.delete(waiting);
        signal.removeEventListener("abort", aborted);
      };
      const aborted = (): void => {
        finish();
        reject(toWebservError(signal.reason));
      };
      const waiting: Waiting = {
        arrived: (browser, link) => {
          if (!wanted(browser)) return;
          finish();
          resolve(link);
        },
        ended: (browser) => {
          if (!wanted(browser)) return;
          finish();
          reject(toWebservError(browser.gone.reason));
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", aborted);
      if (signal.aborted) aborted();
    });
  }
}
