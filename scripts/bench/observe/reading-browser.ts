// Runs a browser with the built extension and a daemon of its own, in which pages are read and timed.
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Page } from "puppeteer";
import * as z from "zod/mini";

import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";

import { OwnBrowser, startOwnBrowser } from "../../../test/support/browser/own-browser.ts";
import { type OwnDaemon, startOwnDaemon } from "../../own-daemon.ts";
import { type PageWork, PageWorkMeter } from "./page-work.ts";

const CONNECT_MS = 30_000;
const OBSERVE_MS = 600_000;

/** Holds the times of one reading, in ms. */
export interface TimedReading extends PageWork {
  /** The time at the service worker, from the question to the answer, in ms. */
  readonly workerMs: number;
}

export interface TimedReadings {
  /** The page's work while it settled: its own, and what a first reading needs beforehand. */
  readonly settling: PageWork;
  readonly readings: readonly TimedReading[];
}

export class ReadingBrowser {
  readonly #daemon: OwnDaemon;
  readonly #own: OwnBrowser;
  readonly #browserId: string;

  private constructor(daemon: OwnDaemon, own: OwnBrowser, browserId: string) {
    this.#daemon = daemon;
    this.#own = own;
    this.#browserId = browserId;
  }

  /** @param flags further flags of the browser's command line */
  static async open(flags: readonly string[]): Promise<ReadingBrowser> {
    const daemon = await startOwnDaemon("bench-observe");
    try {
      const own = new OwnBrowser(await startOwnBrowser({ home: daemon.home, flags }));
      return new ReadingBrowser(daemon, own, await connected(daemon));
    } catch (error) {
      await daemon.close();
      throw error;
    }
  }

  /** Returns its user data folder. */
  get profile(): string {
    return join(this.#daemon.home, "profile");
  }

  /** Opens a tab outside of any session. */
  async newPage(): Promise<Page> {
    return await this.#own.browser.newPage();
  }

  async open(url: string): Promise<Page> {
    const page = await this.newPage();
    await page.goto(url, { waitUntil: "load", timeout: 120_000 });
    return page;
  }

  /**
   * Reads the page `times` times after it has settled, as each step does. The first reading is also the first of
   * this document.
   * @param begins called before each
   */
  async time(
    page: Page,
    times: number,
    begins: () => Promise<void> = () => Promise.resolve(),
  ): Promise<TimedReadings> {
    const worker = await this.#own.attachWorker();
    const meter = await PageWorkMeter.on(page);
    try {
      await worker.evaluate(openPort(page.url()));
      const settling = await meter.during(() => worker.evaluate(SETTLE));
      const readings: TimedReading[] = [];
      while (readings.length < times) {
        await begins();
        const { work, answer } = await meter.during(() => worker.evaluate(READ));
        readings.push({ ...work, workerMs: z.number().parse(answer) });
      }
      return { settling: settling.work, readings };
    } finally {
      await worker.evaluate(CLOSE_PORT);
      await worker.detach();
      await meter.close();
    }
  }

  /** Gives `use` what an agent is shown at this address, and its tab, until `use` resolves. */
  async observed<T>(url: string, use: (seen: Session) => Promise<T>): Promise<T> {
    const { peer } = this.#daemon;
    const options = { timeoutMs: OBSERVE_MS };
    const { session, observation } = await peer.call(
      "session.open",
      { browserId: this.#browserId, url },
      options,
    );
    const { sessionId } = session;
    try {
      const page = await this.#own.pageAt(observation?.url ?? url);
      return await use({
        page,
        observe: (observeOptions = {}) =>
          peer.call("session.observe", { sessionId, ...observeOptions }, options),
      });
    } finally {
      await peer.call("session.close", { sessionId }, options);
    }
  }

  async close(): Promise<void> {
    await this.#own.close();
    await this.#daemon.close();
  }
}

export interface Session {
  readonly page: Page;
  readonly observe: (options?: ObserveOptions) => Promise<Observation>;
}

async function connected(daemon: OwnDaemon): Promise<string> {
  const deadline = Date.now() + CONNECT_MS;
  for (;;) {
    const { browsers } = await daemon.peer.call("browser.list", {});
    const [browser] = browsers;
    if (browser !== undefined) return browser.browserId;
    if (Date.now() > deadline) throw new Error(`no browser connected within ${CONNECT_MS} ms`);
    await delay(50);
  }
}

/** Makes a script for the service worker: it opens a port to the main frame of the tab that shows `url`. */
function openPort(url: string): string {
  return `(async () => {
    const tabs = await chrome.tabs.query({});
    const tab = tabs.findLast((each) => each.url === ${JSON.stringify(url)});
    globalThis.benchPort = chrome.tabs.connect(tab.id, { frameId: 0, name: "webserv-frame" });
  })()`;
}

const READ = asked("frame.observe", { form: "html" });
const SETTLE = asked("frame.settle", { mode: "network-idle" });

/**
 * Makes a script for the service worker: it asks the frame, and resolves with the time of the answer in ms. The frame
 * may send news by itself meanwhile.
 */
function asked(method: string, params: object): string {
  return `new Promise((resolve, reject) => {
    const port = globalThis.benchPort;
    const askedAt = performance.now();
    const id = (globalThis.benchCalls = (globalThis.benchCalls ?? 0) + 1);
    const onMessage = (answer) => {
      if (answer.id !== id) return;
      const ms = performance.now() - askedAt;
      port.onMessage.removeListener(onMessage);
      if (answer.error === undefined) resolve(ms);
      else reject(new Error(answer.error.message));
    };
    port.onMessage.addListener(onMessage);
    port.onDisconnect.addListener(() => reject(new Error("the port was closed")));
    port.postMessage({ id, ...${JSON.stringify({ jsonrpc: "2.0", method, params })} });
  })`;
}

const CLOSE_PORT = "void globalThis.benchPort.disconnect()";
