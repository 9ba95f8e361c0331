// Runs the peers' waits, all after the same action: they only watch, so none disturbs another.
import type { Browser, Page } from "puppeteer";
import { launch } from "puppeteer";

import { chooseBrowser } from "../../../../host/src/browser/installed/choose-browser.ts";
import { finalMarks } from "../report/marks.ts";
import { TYPED } from "../page/configuration.ts";
import type { Answered, Played, Player } from "../policy.ts";
import type { Visit } from "../site/visit.ts";
import { CONTROL, TRUTH_MS, untilReady } from "../tab.ts";
import { chromeDevtoolsMcp } from "./chrome-devtools-mcp.ts";
import { paper } from "./paper.ts";
import { playwrightMcp } from "./playwright-mcp.ts";
import { stagehand } from "./stagehand.ts";
import type { Watch } from "./wait.ts";

export const peerWaits = [paper, playwrightMcp, stagehand, chromeDevtoolsMcp];

const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--window-size=1100,800",
];

/** Launches the same Chromium as WebServ's, without the extension. */
export async function launchPlain(flags: readonly string[] = []): Promise<Browser> {
  const { executable } = await chooseBrowser(undefined);
  return await launch({
    executablePath: executable,
    pipe: true,
    defaultViewport: null,
    args: [...FLAGS, ...flags, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
}

export class PeersPlayer implements Player {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async open(): Promise<PeersPlayer> {
    const browser = await launchPlain();
    const [page = await browser.newPage()] = await browser.pages();
    return new PeersPlayer(browser, page);
  }

  async play(url: string, visit: Visit): Promise<Played[]> {
    const page = this.#page;
    await page.goto(url, { waitUntil: "load" });
    await untilReady(page, visit);
    const answers = await answersAfter(page, () => act(page, visit));
    const marks = await finalMarks(page, visit.key, TRUTH_MS);
    return answers.map((answer) => ({ ...answer, visit, marks }));
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

export interface PeerAnswer extends Answered {
  readonly policy: string;
}

/** Resolves with each peer's answer after this action. */
export async function answersAfter(page: Page, action: () => Promise<void>): Promise<PeerAnswer[]> {
  const watches = await Promise.all(
    peerWaits.map(async (wait) => ({ policy: wait.name, watch: await wait.begin(page) })),
  );
  await action();
  return await Promise.all(
    watches.map(async ({ policy, watch }) => ({ policy, ...(await answered(watch)) })),
  );
}

async function answered(watch: Watch): Promise<Answered> {
  const status = await watch.afterAction();
  return { status, answeredAt: Date.now() };
}

async function act(page: Page, { scenario }: Visit): Promise<void> {
  await page.click(CONTROL);
  if (scenario.pattern.action === "type") await page.keyboard.type(TYPED);
}
