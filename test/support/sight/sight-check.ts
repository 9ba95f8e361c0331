// Compares what a reading shows with what a person sees, by scrolling to each text and looking with and without it.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { Browser, CDPSession, Page } from "puppeteer";
import { launch } from "puppeteer";
import * as z from "zod/mini";

import { chooseBrowser } from "@webserv/host/src/browser/installed/choose-browser.ts";

import { makeContentExtension } from "../browser/content-extension.ts";
import { Tabs } from "../browser/tabs.ts";
import { boxes, textFact } from "./facts.ts";
import type { TextFact } from "./facts.ts";
import { photograph, Pixels } from "./pixels.ts";

const reader = fileURLToPath(new URL("reader.iife.ts", import.meta.url));
const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

const VIEWPORT = { width: 1000, height: 700 };

/** The index that means no text. */
const NONE = -1;

/** The fewest px that visible letters leave. */
const LEAST_PIXELS = 4;

/** The texts to look at: those that the reading leaves out, or those that it shows. */
export type Asked = "left-out" | "told";

export interface SightFinding extends TextFact {
  readonly url: string;
  /** The number of px that differ without it. */
  readonly pixels: number;
}

export interface SightReport {
  /** The number of texts that were looked at. */
  readonly checked: number;
  /** The texts that are left out and seen by a person, or shown and seen by nobody. */
  readonly wrong: readonly SightFinding[];
}

export class SightCheck {
  readonly #browser: Browser;
  readonly #tabs: Tabs;
  readonly #pixels: Pixels;
  readonly #folder: string;

  private constructor(browser: Browser, pixels: Pixels, folder: string) {
    this.#browser = browser;
    this.#tabs = new Tabs(browser, VIEWPORT);
    this.#pixels = pixels;
    this.#folder = folder;
  }

  static async launch(): Promise<SightCheck> {
    const folder = await makeContentExtension(reader);
    const { executable } = await chooseBrowser(undefined);
    const browser = await launch({
      executablePath: executable,
      pipe: true,
      enableExtensions: [folder],
      defaultViewport: VIEWPORT,
      args: process.getuid?.() === 0 ? [...FLAGS, "--no-sandbox"] : FLAGS,
    });
    return new SightCheck(browser, await Pixels.open(browser), folder);
  }

  async open(url: string): Promise<Page> {
    const page = await this.#tabs.take();
    await page.goto(url);
    return page;
  }

  async check(url: string, asked: Asked): Promise<SightReport> {
    const page = await this.open(url);
    try {
      return await this.checkPage(page, asked);
    } finally {
      this.#tabs.giveBack(page);
    }
  }

  /** Checks a page as it stands, with its animations stopped. */
  async checkPage(page: Page, asked: Asked): Promise<SightReport> {
    const session = await page.createCDPSession();
    const wrong: SightFinding[] = [];
    let checked = 0;
    await session.send("Animation.enable");
    await session.send("Animation.setPlaybackRate", { playbackRate: 0 });
    const read: [SightFrame, TextFact[]][] = [];
    // All frames are read as the page stands, because looking at it takes scrolling.
    for (const frame of await framesOf(session)) read.push([frame, await frame.read()]);
    for (const [frame, facts] of read) {
      const left = new Set(
        facts.flatMap(({ told, why }, index) =>
          told === (asked === "told") && why !== "too-small" ? [index] : [],
        ),
      );
      checked += left.size;
      for (const index of left) {
        const batch = asked === "told" ? [index] : await frame.bring(index, [...left]);
        if (asked === "told") await frame.bring(index, []);
        for (const each of [...batch, index]) left.delete(each);
        if (asked === "left-out" && !(await this.#seesAny(session, frame, batch))) continue;
        for (const each of batch.length === 0 ? [index] : batch) {
          const pixels = await this.#pixelsOf(session, frame, each);
          const fact = facts[each];
          if (fact === undefined || pixels >= LEAST_PIXELS === (asked === "told")) continue;
          wrong.push({ ...fact, url: page.url(), pixels });
        }
      }
    }
    await session.detach();
    return { checked, wrong };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * Tells whether any text of a batch is seen. Most texts that are left out are not, so one look shows that none of
   * many leaves a trace.
   */
  async #seesAny(
    session: CDPSession,
    frame: SightFrame,
    batch: readonly number[],
  ): Promise<boolean> {
    const before = await photograph(session);
    await frame.hide(batch);
    const after = await photograph(session);
    await frame.show();
    return before !== after;
  }

  async #pixelsOf(session: CDPSession, frame: SightFrame, index: number): Promise<number> {
    const where = await frame.boxes(index);
    await frame.hideAllBut(index);
    const before = await photograph(session);
    await frame.show();
    await frame.hideAllBut(NONE);
    const after = await photograph(session);
    await frame.show();
    return await this.#pixels.differing(before, after, where);
  }
}

/** Returns each frame of the page's process. */
async function framesOf(session: CDPSession): Promise<SightFrame[]> {
  const worlds: number[] = [];
  const note = ({ context }: { context: { id: number; origin: string } }): void => {
    if (context.origin.startsWith("chrome-extension://")) worlds.push(context.id);
  };
  session.on("Runtime.executionContextCreated", note);
  await session.send("Runtime.enable");
  session.off("Runtime.executionContextCreated", note);
  return worlds.map((contextId) => new SightFrame(session, contextId));
}

class SightFrame {
  readonly #session: CDPSession;
  readonly #contextId: number;

  constructor(session: CDPSession, contextId: number) {
    this.#session = session;
    this.#contextId = contextId;
  }

  async read(): Promise<TextFact[]> {
    return z.array(textFact).parse(await this.#ask("read"));
  }

  async bring(index: number, others: readonly number[]): Promise<number[]> {
    return z.array(z.int()).parse(await this.#ask("bring", index, others));
  }

  async boxes(index: number): Promise<z.infer<typeof boxes>> {
    return boxes.parse(await this.#ask("boxes", index));
  }

  async hide(indices: readonly number[]): Promise<void> {
    await this.#ask("hide", indices);
  }

  async hideAllBut(index: number): Promise<void> {
    await this.#ask("hideAllBut", index);
  }

  async show(): Promise<void> {
    await this.#ask("show");
  }

  async #ask(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const list = args.map((arg) => JSON.stringify(arg)).join(", ");
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      contextId: this.#contextId,
      expression: `globalThis[Symbol.for("webserv.sight")].${name}(${list})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails === undefined) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? `the page can't ${name}`);
  }
}
