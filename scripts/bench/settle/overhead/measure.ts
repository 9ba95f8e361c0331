// Measures how much more processor time pages need with the hooks than without. One browser runs one load by turns
// at a host whose pages the extension is in, and at one that it leaves alone.
import { setTimeout as delay } from "node:timers/promises";

import type { Page } from "puppeteer";

import type { SettleMode } from "@webserv/shared/model/page/settle.ts";

import { type LoadKind, loadKinds } from "../page/configuration.ts";
import { OTHER_HOST, type ScenarioSite } from "../site/site.ts";
import { untilTrue } from "../until.ts";
import { WebservPlayer } from "../webserv-player.ts";
import { type MeasuredTimes, Meter } from "./meter.ts";
import { type Overhead, slowingOf } from "./ratios.ts";
import { extensionSparing } from "./sparing-extension.ts";

const LOAD_MS = 60_000;
/** The time of a page's own work after it has loaded, in ms. */
const REST_MS = 2_000;

export interface OverheadRun {
  readonly site: ScenarioSite;
  readonly mode: SettleMode;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/**
 * Measures the load in two ways. At rest it begins by itself, in a tab outside of the session, where no debugger is
 * attached. While acting, a press in the session's tab begins it: WebServ's, which it settles after, or ours in
 * pages without hooks.
 */
export async function measureOverhead({
  site,
  mode,
  rounds,
  signal,
}: OverheadRun): Promise<Overhead> {
  const hookedUrl = `${site.origin}/load`;
  const plainUrl = `${site.otherOrigin}/load`;
  await using ended = new AsyncDisposableStack();
  const { folder } = ended.use(await extensionSparing(OTHER_HOST));
  const player = await WebservPlayer.open(mode, `${site.origin}/`, { extension: folder });
  ended.defer(() => player.close());
  const { page } = player;
  const tab = await player.newTab();
  const times = { without: noTimes(), with: noTimes() };
  const pressed = { without: noTimes(), with: noTimes() };
  const atRest =
    (url: string, measured: MeasuredTimes): Turn =>
    async (isWarm) => {
      await tab.bringToFront();
      await tab.goto(url, { waitUntil: "load" });
      await byItself(site, tab, isWarm ? measured : noTimes());
    };
  const turns: Turn[] = [
    atRest(plainUrl, times.without),
    atRest(hookedUrl, times.with),
    async (isWarm) => {
      await page.bringToFront();
      await page.goto(plainUrl, { waitUntil: "load" });
      await byPresses(site, page, isWarm ? pressed.without : noTimes(), async (kind) => {
        await page.click(`#${kind}`);
      });
    },
    async (isWarm) => {
      await page.bringToFront();
      await player.goto(hookedUrl);
      const { clickable } = await player.observe();
      await byPresses(site, page, isWarm ? pressed.with : noTimes(), async (kind) => {
        const id = clickable.find((each) => each.includes(kind));
        if (id === undefined) throw new Error(`no button for ${kind} is among ${clickable.join()}`);
        await player.act({ type: "click", id });
      });
    },
  ];
  for (let round = -1; round < rounds; round++) {
    // The order changes each round, so that neither side always has the machine after the other.
    const order = round % 2 === 0 ? turns.toReversed() : turns;
    for (const turn of order) {
      signal.throwIfAborted();
      // The first turn of each only warms the caches.
      await turn(round >= 0);
    }
  }
  return {
    atRest: slowingOf(times.with, times.without),
    whileActing: slowingOf(pressed.with, pressed.without),
  };
}

type Turn = (isWarm: boolean) => Promise<void>;

function noTimes(): MeasuredTimes {
  return { lists: {}, calls: {} };
}

async function byItself(site: ScenarioSite, page: Page, times: MeasuredTimes): Promise<void> {
  await delay(REST_MS);
  const meter = await Meter.at(page);
  for (const kind of loadKinds) {
    site.onMark = (suite) => meter.mark(suite, times[kind]);
    await page.evaluate(`load.run("${kind}")`);
  }
}

async function byPresses(
  site: ScenarioSite,
  page: Page,
  times: MeasuredTimes,
  press: (kind: LoadKind) => Promise<void>,
): Promise<void> {
  await delay(REST_MS);
  const meter = await Meter.at(page);
  for (const kind of loadKinds) {
    site.onMark = (suite) => meter.mark(suite, times[kind]);
    await press(kind);
    const isDone = async (): Promise<boolean> =>
      (await page.evaluate(`load.done.includes("${kind}")`)) === true;
    if (!(await untilTrue(isDone, LOAD_MS)))
      throw new Error(`the ${kind} did not end within ${LOAD_MS} ms`);
  }
}
