// Reads the processor time of a page's tasks at each mark of the load; it leaves out what else the machine does.
import type { Page } from "puppeteer";

import type { LoadKind } from "../page/configuration.ts";

/** Holds the processor time of each run of a suite, in ms. */
export type MeasuredTimes = Readonly<Record<LoadKind, Record<string, number[]>>>;

export class Meter {
  readonly #read: () => Promise<number>;
  #beganMs: number | undefined;

  private constructor(read: () => Promise<number>) {
    this.#read = read;
  }

  static async at(page: Page): Promise<Meter> {
    const session = await page.createCDPSession();
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    return new Meter(async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      const seconds = metrics.find(({ name }) => name === "TaskDuration")?.value;
      if (seconds === undefined) throw new Error("the browser does not tell of TaskDuration");
      return 1000 * seconds;
    });
  }

  /**
   * @param suite the suite that begins now, or ends the second time
   * @param times the place to note the time that it took
   */
  async mark(suite: string, times: MeasuredTimes[LoadKind]): Promise<void> {
    const nowMs = await this.#read();
    if (this.#beganMs === undefined) this.#beganMs = nowMs;
    else {
      (times[suite] ??= []).push(nowMs - this.#beganMs);
      this.#beganMs = undefined;
    }
  }
}
