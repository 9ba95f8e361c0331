// Watches one tab with all its documents, from before an action until the truth is known.
import { setTimeout as delay } from "node:timers/promises";

import type { Page } from "puppeteer";
import * as z from "zod/mini";

import { type Change, type Truth, truthOf } from "./changes.ts";
import { BINDING, watchingScript, WORLD } from "./watching-script.ts";

/** The watch before the action, in ms: long enough to see what goes on by itself. */
const BEFORE_MS = 2_500;
/** The longest time after the action at which the truth may come, in ms. */
export const AFTER_MS = 10_000;
/** The longest action, in ms. */
const ACTION_MS = 30_000;

const change = z.object({ at: z.number(), regions: z.array(z.string()) });

export interface Acted<T> {
  readonly result: T;
  /** The time when the action's input had ended, in ms since the epoch. */
  readonly actedAt: number;
}

/** Resolves once ten seconds have passed since the action, with what came of it. */
export async function truthAfter<T>(
  page: Page,
  act: () => Promise<Acted<T>>,
): Promise<Acted<T> & { readonly truth: Truth }> {
  const changes: Change[] = [];
  const session = await page.createCDPSession();
  session.on("Runtime.bindingCalled", ({ name, payload }) => {
    if (name === BINDING) changes.push(change.parse(JSON.parse(payload)));
  });
  await session.send("Runtime.enable");
  await session.send("Page.enable");
  await session.send("Runtime.addBinding", { name: BINDING, executionContextName: WORLD });
  await session.send("Page.addScriptToEvaluateOnNewDocument", {
    source: watchingScript(Date.now() + BEFORE_MS + ACTION_MS + AFTER_MS),
    worldName: WORLD,
    runImmediately: true,
  });
  try {
    await delay(BEFORE_MS);
    const beganAt = Date.now();
    const acted = await act();
    await delay(Math.max(0, acted.actedAt + AFTER_MS - Date.now()));
    return { ...acted, truth: truthOf(changes, { beganAt, actedAt: acted.actedAt }) };
  } finally {
    await session.detach();
  }
}
