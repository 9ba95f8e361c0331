// How much more of the processor pages need with the extension than with one that does nothing: one load, in both
// browsers by turns.
import { setTimeout as delay } from "node:timers/promises";

import type { Page } from "puppeteer";

import type { SettleMode } from "@webserv/shared/model/settle.ts";

import { type LoadKind, loadKinds } from "../page/configuration.ts";
import { launchPlain } from "../peers/player.ts";
import type { ScenarioSite } from "../site.ts";
import { untilTrue } from "../until.ts";
import { WebservPlayer } from "../webserv-player.ts";
import { emptyExtension } from "./empty-extension.ts";
import { type MeasuredTimes, Meter } from "./meter.ts";
import { type Overhead, slowingOf } from "./ratios.ts";

const LOAD_MS = 60_000;
/** What a page does of itself after it has loaded. */
const REST_MS = 2_000;

export interface OverheadRun {
  readonly site: ScenarioSite;
  readonly mode: SettleMode;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/** The load begins by itself, and in the second half of the turns by presses that WebServ settles after. */
export async function measureOverhead({
  site,
  mode,
  rounds,
  signal,
}: OverheadRun): Promise<Overhead> {
  const url = `${site.origin}/load`;
  await using ended = new AsyncDisposableStack();
  const player = await WebservPlayer.open(mode, `${site.origin}/`);
  ended.defer(() => player.close());
  const empty = ended.use(await emptyExtension());
  const plain = await launchPlain([], [empty.folder]);
  ended.defer(() => plain.close());
  const [page = await plain.newPage()] = await plain.pages();
  const plainTab = await plain.newPage();
  // Outside of the session, where no debugger is attached: the hooks alone.
  const hookedTab = await player.newTab();
  ended.defer(() => hookedTab.close());
  const times = { without: noTimes(), with: noTimes() };
  const pressed = { without: noTimes(), with: noTimes() };
  const turns: Turn[] = [
    async (isWarm) => {
      await plainTab.bringToFront();
      await plainTab.goto(url, { waitUntil: "load" });
      await byItself(site, plainTab, isWarm ? times.without : noTimes());
    },
    async (isWarm) => {
      await hookedTab.bringToFront();
      await hookedTab.goto(url, { waitUntil: "load" });
      await byItself(site, hookedTab, isWarm ? times.with : noTimes());
    },
    async (isWarm) => {
      await page.bringToFront();
      await page.goto(url, { waitUntil: "load" });
      await byPresses(site, page, isWarm ? pressed.without : noTimes(), async (kind) => {
        await page.click(`#${kind}`);
      });
    },
    async (isWarm) => {
      await player.page.bringToFront();
      await player.goto(url);
      const { clickable } = await player.observe();
      await byPresses(site, player.page, isWarm ? pressed.with : noTimes(), async (kind) => {
        const id = clickable.find((each) => each.includes(kind));
        if (id === undefined) throw new Error(`no button for ${kind} is among ${clickable.join()}`);
        await player.act({ type: "click", id });
      });
    },
  ];
  for (let round = -1; round < rounds; round++) {
    // Neither side always has the machine after the other.
    const order = round % 2 === 0 ? turns.toReversed() : turns;
    for (const turn of order) {
      signal.throwIfAborted();
      // The first of each only warms the caches.
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
