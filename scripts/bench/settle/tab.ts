// Prepares a tab for both kinds of players: brings it to a page and watches it until that is ready to be acted on.
import { setTimeout as delay } from "node:timers/promises";

import type { Page } from "puppeteer";

import { untilTrue } from "./until.ts";
import type { Visit } from "./site/visit.ts";

const READY_MS = 10_000;
/** The page's noise is under way by then, as it would be for a person. */
const BEFORE_ACTION_MS = 400;
/** The longest wait for the page's own last effect, in ms. */
export const TRUTH_MS = 8_000;

/** Selects the field that is typed into, and the button that is pressed. */
export const CONTROL = "#view button, #view input";

/** Resolves once the page has prepared itself and its noise has gone on for a while. */
export async function untilReady(page: Page, { key }: Visit): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const ready = `window[${JSON.stringify(key)}] === "ready" && document.querySelector(${JSON.stringify(CONTROL)}) !== null`;
    // There is no document to ask between two documents.
    return (await page.evaluate(ready).catch(() => false)) === true;
  };
  if (!(await untilTrue(isReady, READY_MS))) {
    throw new Error(`${page.url()} was not ready within ${READY_MS} ms`);
  }
  await delay(BEFORE_ACTION_MS);
}
