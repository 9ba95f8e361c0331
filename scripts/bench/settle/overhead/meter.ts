// Reads the processor time of a page's tasks at each mark of the load: what else the machine does is not in it.
import type { Page } from "puppeteer";

import type { LoadKind } from "../page/configuration.ts";

/** Ms of the processor, each time a suite was run. */
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
   * @param suite what begins now, or ends the second time
   * @param times where what it took is noted
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
