// How much slower pages are with the extension's hooks than without: one load, in both browsers by turns.
import { setTimeout as delay } from "node:timers/promises";

import type { Page } from "puppeteer";
import * as z from "zod/mini";

import type { SettleMode } from "@webserv/shared/model/settle.ts";

import { launchPlain } from "../peers/player.ts";
import type { ScenarioSite } from "../site.ts";
import { untilTrue } from "../until.ts";
import { WebservPlayer } from "../webserv-player.ts";
import { type LoadTimes, type Overhead, overheadOf } from "./ratios.ts";

const LOAD_MS = 60_000;
/** What a page does of itself after it has loaded. */
const REST_MS = 400;

const times = z.array(z.record(z.string(), z.number()));

export interface OverheadRun {
  readonly site: ScenarioSite;
  readonly mode: SettleMode;
  readonly rounds: number;
  readonly signal: AbortSignal;
}

/** The load begins by itself, and in the second half of the turns by a press that WebServ settles after. */
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
  const plain = await launchPlain();
  ended.defer(() => plain.close());
  const [page = await plain.newPage()] = await plain.pages();
  const measured: Record<keyof Turns, LoadTimes[]> = {
    without: [],
    with: [],
    pressedWithout: [],
    pressedWith: [],
  };
  const turns: Turns = {
    without: async () => {
      // A tab of its own too: code that has run in it before runs faster.
      const tab = await plain.newPage();
      try {
        await tab.goto(url, { waitUntil: "load" });
        return await byItself(tab);
      } finally {
        await tab.close();
      }
    },
    with: async () => {
      // Outside of the session, where no debugger is attached: the hooks alone.
      await using tab = await player.newTab();
      await tab.goto(url, { waitUntil: "load" });
      return await byItself(tab);
    },
    pressedWithout: async () => {
      await page.goto(url, { waitUntil: "load" });
      await delay(REST_MS);
      await page.click("button");
      return await pressed(page);
    },
    pressedWith: async () => {
      await player.page.bringToFront();
      await player.goto(url);
      await delay(REST_MS);
      const id = (await player.observe()).clickable.find((each) => each.includes("press"));
      if (id === undefined) throw new Error("the load's button is not among what can be clicked");
      await player.act({ type: "click", id });
      return await pressed(player.page);
    },
  };
  for (let round = -1; round < rounds; round++) {
    const order = Object.entries(turns) as [keyof Turns, Turns[keyof Turns]][];
    // Neither side always has the machine after the other.
    if (round % 2 === 0) order.reverse();
    for (const [name, turn] of order) {
      signal.throwIfAborted();
      const found = await turn();
      // The first of each only warms the caches.
      if (round >= 0) measured[name].push(...found);
    }
  }
  return {
    ...overheadOf(measured.with, measured.without),
    whileActing: overheadOf(measured.pressedWith, measured.pressedWithout),
  };
}

interface Turns {
  readonly without: () => Promise<LoadTimes[]>;
  readonly with: () => Promise<LoadTimes[]>;
  readonly pressedWithout: () => Promise<LoadTimes[]>;
  readonly pressedWith: () => Promise<LoadTimes[]>;
}

async function byItself(page: Page): Promise<LoadTimes[]> {
  await delay(REST_MS);
  return times.parse(await page.evaluate("load.run()"));
}

async function pressed(page: Page): Promise<LoadTimes[]> {
  let found: LoadTimes[] | undefined;
  await untilTrue(async () => {
    const done = z.nullable(times).parse(await page.evaluate("load.done ?? null"));
    found = done ?? undefined;
    return found !== undefined;
  }, LOAD_MS);
  if (found === undefined) throw new Error(`the load did not end within ${LOAD_MS} ms`);
  return found;
}
