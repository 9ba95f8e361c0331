// Takes Playwright's snapshot for agents, which Playwright MCP shows them, of a page in a running browser.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

import { chromium, type Browser, type Page } from "playwright-core";
import * as z from "zod/mini";

/** The flag of the browser's command line by which Playwright can join it. */
export const PLAYWRIGHT_FLAG = "--remote-debugging-port=0";
const LONGEST_MS = 600_000;
const packageFile = z.object({ version: z.string() });

export interface Snapshot {
  readonly text: string;
  readonly ms: number;
}

export async function playwrightVersion(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve("playwright-core/package.json");
  return packageFile.parse(JSON.parse(await readFile(manifest, "utf8"))).version;
}

/**
 * Joins the browser only for this long, so that nothing of Playwright is there while others are measured.
 * @param profile the browser's user data folder
 */
export async function playwrightSnapshots(
  profile: string,
  url: string,
  times: number,
): Promise<Snapshot[]> {
  // The browser leaves its port there.
  const [port = ""] = (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n");
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  try {
    const page = pageAt(browser, url);
    const snapshots: Snapshot[] = [];
    while (snapshots.length < times) {
      const startedAt = performance.now();
      const text = await page.ariaSnapshot({ mode: "ai", timeout: LONGEST_MS });
      snapshots.push({ text, ms: performance.now() - startedAt });
    }
    return snapshots;
  } finally {
    await browser.close();
  }
}

function pageAt(browser: Browser, url: string): Page {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const page = pages.findLast((each) => each.url() === url);
  if (page === undefined) throw new Error(`Playwright finds no page at ${url}`);
  return page;
}
