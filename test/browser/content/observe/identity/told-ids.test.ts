// Follows every id that is told of pages above their budgets, whatever is shown of them and however often they are loaded.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { makeContentExtension } from "../../../../support/browser/content-extension.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";

const reader = fileURLToPath(
  new URL("../../../../support/told-ids/reader.iife.ts", import.meta.url),
);
/** The soak runs more of them. */
const PAGES = Number(process.env["WEBSERV_TOLD_ID_PAGES"] ?? 500);
const AT_ONCE = 20;
const SEED = Number(process.env["WEBSERV_SEED"] ?? 1);

let folder: string;
let browser: ContentBrowser;
beforeAll(async () => {
  folder = await makeContentExtension(reader);
  browser = await ContentBrowser.launch(folder);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

test(
  "an id that was told never leads to another element, and leads to its own while that is there",
  {
    timeout: 1_200_000,
  },
  async () => {
    const { page } = await browser.show("<!doctype html><title>Told ids</title><body></body>");
    const visit = await contentWorld(page);
    const faults: string[] = [];
    for (let seed = SEED; seed < SEED + PAGES; seed += AT_ONCE) {
      faults.push(...(await visit(seed, Math.min(seed + AT_ONCE, SEED + PAGES))));
      if (faults.length > 20) break;
    }
    expect(faults.slice(0, 20)).toEqual([]);
  },
);

async function contentWorld(page: Page): Promise<(from: number, to: number) => Promise<string[]>> {
  const session = await page.createCDPSession();
  const worlds: number[] = [];
  session.on("Runtime.executionContextCreated", ({ context }) => {
    if (context.origin.startsWith("chrome-extension://")) worlds.push(context.id);
  });
  await session.send("Runtime.enable");
  const [contextId] = worlds;
  if (contextId === undefined) throw new Error("the content script does not run");
  return async (from, to) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      contextId,
      expression: `globalThis[Symbol.for("webserv.told-ids")](${from}, ${to})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
    return z.array(z.string()).parse(result.value);
  };
}
