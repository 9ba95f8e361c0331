// Reads pages in a browser with our content script and judges each reading by what the browser itself knows.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

import type { Browser, CDPSession, Page } from "puppeteer";
import { launch } from "puppeteer";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";

import { makeContentExtension } from "../browser/content-extension.ts";
import { Tabs } from "../browser/tabs.ts";
import { visitAtRest } from "../browser/visit-at-rest.ts";
import { collectFacts } from "./collect.ts";
import { compare } from "./compare.ts";
import type { Comparison, Read } from "./compare.ts";

const reader = fileURLToPath(new URL("reader.iife.ts", import.meta.url));
const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

const VIEWPORT = { width: 1100, height: 800 };

/** The most readings of a page until two in a row are the same. */
const TRIES = 5;

export class Oracle {
  readonly browser: Browser;
  readonly #folder: string;
  readonly #tabs: Tabs;

  private constructor(browser: Browser, folder: string) {
    this.browser = browser;
    this.#folder = folder;
    this.#tabs = new Tabs(browser, VIEWPORT);
  }

  /** @param flags further flags of the browser's command line */
  static async open(flags: readonly string[] = []): Promise<Oracle> {
    const folder = await makeContentExtension(reader);
    const { executable } = await chooseBrowser(undefined);
    const all = [...FLAGS, ...flags];
    const browser = await launch({
      executablePath: executable,
      pipe: true,
      enableExtensions: [folder],
      defaultViewport: VIEWPORT,
      args: process.getuid?.() === 0 ? [...all, "--no-sandbox"] : all,
      // The accessibility tree of a large page takes so long.
      protocolTimeout: 300_000,
    });
    return new Oracle(browser, folder);
  }

  async visit(url: string): Promise<Page> {
    const page = await this.#tabs.take();
    await page.goto(url, { waitUntil: "load", timeout: 300_000 });
    return page;
  }

  /** Resolves once the page has loaded and has asked for nothing for so long, in ms. */
  async visitAtRest(url: string, idleMs: number): Promise<Page> {
    const page = await this.#tabs.take();
    await visitAtRest(page, url, idleMs);
    return page;
  }

  /** Gives back the tab of a page that is no longer needed. */
  leave(page: Page): void {
    this.#tabs.giveBack(page);
  }

  /**
   * Reads the page and collects its facts.
   * @throws Error if the page changes meanwhile, again and again
   */
  async judge(page: Page): Promise<Comparison> {
    let read = await readingOf(page);
    for (let tries = 0; tries < TRIES; tries++) {
      const facts = await collectFacts(page);
      const before = read;
      read = await readingOf(page);
      if (isDeepStrictEqual(read, before)) return compare(facts, read);
    }
    throw new Error(`${page.url()} does not come to rest`);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Resolves with what the reading calls interactive, in all frames. */
async function readingOf(page: Page): Promise<Read[]> {
  const session = await page.createCDPSession();
  try {
    const worlds: number[] = [];
    session.on("Runtime.executionContextCreated", ({ context }) => {
      if (context.origin.startsWith("chrome-extension://")) worlds.push(context.id);
    });
    await session.send("Runtime.enable");
    const read: Read[] = [];
    for (const contextId of worlds) read.push(...(await readingIn(session, contextId)));
    return read;
  } finally {
    await session.detach();
  }
}

async function readingIn(session: CDPSession, contextId: number): Promise<Read[]> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    contextId,
    expression: 'globalThis[Symbol.for("webserv.oracle")]?.() ?? []',
    awaitPromise: true,
  });
  if (exceptionDetails !== undefined || result.objectId === undefined) {
    throw new Error(exceptionDetails?.exception?.description ?? "the page can't be read");
  }
  const { result: members } = await session.send("Runtime.getProperties", {
    objectId: result.objectId,
    ownProperties: true,
  });
  const read: Read[] = [];
  let id = "";
  for (const { name, value } of members) {
    if (!/^\d+$/.test(name) || value === undefined) continue;
    if (value.objectId === undefined) {
      id = String(value.value);
      continue;
    }
    const { node } = await session.send("DOM.describeNode", { objectId: value.objectId });
    read.push({ node: node.backendNodeId, id });
  }
  return read;
}
