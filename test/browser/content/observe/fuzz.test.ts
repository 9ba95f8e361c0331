// Reads many pages as no one should write them, in a real browser.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { Page } from "puppeteer";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import { makeContentExtension } from "../../../support/browser/content-extension.ts";
import { ContentBrowser } from "../../../support/browser/content-page.ts";
import { PATIENCE_MS } from "../../../support/time/patience.ts";
import { rounds, SEED } from "../../../support/time/rounds.ts";

const reader = fileURLToPath(new URL("../../../support/fuzz/reader.iife.ts", import.meta.url));
const PAGES = rounds({ short: 600, soak: 50_000 });
const AT_ONCE = 50;

/** A page whose own scripts throw wherever they are asked. */
const HOST = `<!doctype html><title>Fuzz</title><script>
  const failing = { configurable: true, get() { throw new Error("not for you"); } };
  const members = ["id", "children", "attributes", "shadowRoot", "localName", "onclick", "tagName"];
  customElements.define("x-throw", class extends HTMLElement {
    constructor() {
      super();
      for (const name of [...members, "__reactProps$x", "_vei"]) Object.defineProperty(this, name, failing);
    }
  });
  for (const name of members) Object.defineProperty(HTMLUnknownElement.prototype, name, failing);
  globalThis.failures = [];
  addEventListener("error", ({ message }) => failures.push(message));
</script><body></body>`;

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

test(`${PAGES} broken pages are read without a fault`, async () => {
  const { page } = await browser.show(HOST);
  const fuzz = await contentWorld(page);
  const faults: string[] = [];
  for (let seed = SEED; seed < SEED + PAGES; seed += AT_ONCE) {
    faults.push(...(await fuzz(seed, seed + AT_ONCE)));
    if (faults.length > 20) break;
  }
  expect(faults.slice(0, 20)).toEqual([]);
  expect(await page.evaluate("failures"), "errors the page could see").toEqual([]);
});

async function contentWorld(page: Page): Promise<(from: number, to: number) => Promise<string[]>> {
  const session = await page.createCDPSession();
  const worlds: number[] = [];
  session.on("Runtime.executionContextCreated", ({ context }) => {
    if (context.origin.startsWith("chrome-extension://")) worlds.push(context.id);
  });
  await session.send("Runtime.enable");
  // A busy machine may bring the content script some time after the page.
  const contextId = await vi.waitFor(
    async () => {
      const [world] = worlds;
      if (world === undefined) throw new Error("the content script does not run");
      const { result } = await session.send("Runtime.evaluate", {
        contextId: world,
        expression: `typeof globalThis[Symbol.for("webserv.fuzz")]`,
      });
      if (result.value !== "function") throw new Error("the content script has not run yet");
      return world;
    },
    { timeout: PATIENCE_MS },
  );
  return async (from, to) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      contextId,
      expression: `globalThis[Symbol.for("webserv.fuzz")](${from}, ${to})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
    return z.array(z.string()).parse(result.value);
  };
}
