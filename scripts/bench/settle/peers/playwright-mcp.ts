// Waits as Playwright MCP's `waitForCompletion` does (playwright-core,
// packages/playwright-core/src/tools/backend/utils.ts). It collects requests from the action's beginning until 500
// ms after its end. If one of them navigates, it waits for the load event, ten seconds at the most, and answers.
// Otherwise it waits, five seconds at the most, for the bodies of documents, styles, scripts and fetches, and for
// the headers of the rest. If there were any requests, it waits 500 ms more.
import { setTimeout as delay } from "node:timers/promises";

import type { HTTPRequest, Page } from "puppeteer";

import { untilTrue } from "../until.ts";
import type { PeerWait } from "./wait.ts";

const SETTLE_MS = 500;
const LOAD_MS = 10_000;
const REQUESTS_MS = 5_000;
const READ_WHOLE = new Set(["document", "stylesheet", "script", "xhr", "fetch"]);

export const playwrightMcp: PeerWait = {
  name: "Playwright MCP",
  begin(page) {
    const requests: HTTPRequest[] = [];
    const ended = new Set<HTTPRequest>();
    const onRequest = (request: HTTPRequest): void => void requests.push(request);
    const onEnd = (request: HTTPRequest): void => void ended.add(request);
    page.on("request", onRequest);
    page.on("requestfinished", onEnd);
    page.on("requestfailed", onEnd);
    const isDone = (request: HTTPRequest): boolean =>
      ended.has(request) ||
      (!READ_WHOLE.has(request.resourceType()) && request.response() !== null);
    return Promise.resolve({
      async afterAction() {
        await delay(SETTLE_MS);
        page.off("request", onRequest);
        const began = requests.length > 0;
        const navigated = requests.some((request) => request.isNavigationRequest());
        const inTime = navigated
          ? await untilTrue(() => hasLoaded(page), LOAD_MS)
          : await untilTrue(() => Promise.resolve(requests.every(isDone)), REQUESTS_MS);
        page.off("requestfinished", onEnd);
        page.off("requestfailed", onEnd);
        if (began && !navigated) await delay(SETTLE_MS);
        return inTime ? "settled" : "timeout";
      },
    });
  },
};

async function hasLoaded(page: Page): Promise<boolean> {
  try {
    return (await page.evaluate("document.readyState")) === "complete";
  } catch {
    return false;
  }
}
