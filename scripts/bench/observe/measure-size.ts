// Times readings of one synthetic page, and Playwright's snapshot of the same page.
import { createServer } from "node:http";

import { spreadOf } from "../report.ts";
import { longestTask } from "./longest-task.ts";
import type { ReadingTimes, SizeFigures } from "./figures.ts";
import { playwrightSnapshots } from "./peers/playwright.ts";
import { type FunctionShare, profile } from "./profile.ts";
import type { ReadingBrowser, TimedReadings } from "./reading-browser.ts";
import { syntheticPage } from "./synthetic-page.ts";

export interface SizeRun {
  readonly browser: ReadingBrowser;
  readonly nodes: number;
  /** The number of readings that are counted, after the first. */
  readonly rounds: number;
  readonly playwrightRounds: number;
  /** True if the report says where the time goes. */
  readonly profiled: boolean;
}

const TOLD_FUNCTIONS = 25;
/** The number of readings that are traced, which takes time itself: they are not among those that are timed. */
const TRACED = 5;

export async function measureSize(run: SizeRun): Promise<SizeFigures> {
  const { browser, nodes, rounds, playwrightRounds, profiled } = run;
  const server = await serve(syntheticPage(nodes));
  try {
    const page = await browser.open(server.url);
    const times = readingTimes(await browser.time(page, rounds + 1));
    const longest: number[] = [];
    while (longest.length < TRACED) {
      longest.push(await longestTask(page, (begins) => browser.time(page, 1, begins)));
    }
    const snapshots =
      playwrightRounds === 0
        ? []
        : await playwrightSnapshots(browser.profile, page.url(), playwrightRounds);
    const shares = profiled ? await profile(page, () => browser.time(page, rounds)) : [];
    await page.close();
    return {
      nodes,
      times,
      longestTask: spreadOf(longest),
      ...(snapshots.length === 0 ? {} : { playwright: spreadOf(snapshots.map(({ ms }) => ms)) }),
      ...(profiled ? { profile: perReading(shares, rounds) } : {}),
    };
  } finally {
    server.close();
  }
}

function perReading(shares: readonly FunctionShare[], readings: number): FunctionShare[] {
  return shares.slice(0, TOLD_FUNCTIONS).map(({ name, selfMs, totalMs }) => ({
    name,
    selfMs: selfMs / readings,
    totalMs: totalMs / readings,
  }));
}

export function readingTimes({ settling, readings }: TimedReadings): ReadingTimes {
  const [first, ...rest] = readings;
  if (first === undefined) throw new Error("the page was not read");
  return {
    settlingCpuMs: settling.cpuMs,
    firstMs: first.taskMs,
    firstCpuMs: first.cpuMs,
    task: spreadOf(rest.map(({ taskMs }) => taskMs)),
    cpu: spreadOf(rest.map(({ cpuMs }) => cpuMs)),
    worker: spreadOf(rest.map(({ workerMs }) => workerMs)),
  };
}

async function serve(html: string): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${address.port}/`, close };
}
