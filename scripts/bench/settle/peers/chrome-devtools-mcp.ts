// Waits as chrome-devtools-mcp's `WaitForHelper` does (ChromeDevTools/chrome-devtools-mcp, src/WaitForHelper.ts). If
// another document begins to load within 100 ms of the action's beginning, it waits for its load event, three
// seconds at the most. Then it waits for 100 ms without a change of elements or attributes in the body, three
// seconds at the most.
import { setTimeout as delay } from "node:timers/promises";

import type { CDPSession, Page } from "puppeteer";

import { leave } from "./requests.ts";
import type { PeerWait } from "./wait.ts";

const EXPECT_NAVIGATION_MS = 100;
const NAVIGATION_MS = 3_000;
const STABLE_MS = 3_000;
const SAME_DOCUMENT = new Set(["sameDocument", "historySameDocument", "historyDifferentDocument"]);

export const chromeDevtoolsMcp: PeerWait = {
  name: "chrome-devtools-mcp",
  async begin(page) {
    const session = await page.createCDPSession();
    await session.send("Page.enable");
    const navigated = navigationIn(session);
    return {
      async afterAction() {
        await navigated;
        const stable = await Promise.race([
          untilStable(page),
          delay(STABLE_MS, "timeout" as const),
        ]);
        await leave(session);
        return stable;
      },
    };
  },
};

async function navigationIn(session: CDPSession): Promise<void> {
  const loaded = new Promise<void>((resolve) => {
    session.once("Page.loadEventFired", () => resolve());
  });
  const started = new Promise<boolean>((resolve) => {
    session.on("Page.frameStartedNavigating", ({ navigationType }) =>
      resolve(!SAME_DOCUMENT.has(navigationType)),
    );
  });
  const expected = await Promise.race([started, delay(EXPECT_NAVIGATION_MS, false)]);
  if (expected) await Promise.race([loaded, delay(NAVIGATION_MS)]);
}

/** Resolves when the page is stable, or at once if the document goes away, as the peer does. */
async function untilStable(page: Page): Promise<"settled"> {
  try {
    await page.evaluate(STABLE);
  } catch {
    // The peer logs this, and answers all the same.
  }
  return "settled";
}

const STABLE = `new Promise((resolve) => {
  let timer;
  const observer = new MutationObserver(wait);
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      observer.disconnect();
      resolve();
    }, 100);
  }
  wait();
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
})`;
