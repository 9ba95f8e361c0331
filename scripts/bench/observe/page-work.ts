// Measures the work of the page's main thread, as the browser itself counts it.
import type { CDPSession, Page } from "puppeteer";

/** Holds milliseconds of the page's main thread. */
export interface PageWork {
  /** The time in tasks by the clock, in ms: for so long the page can't answer its person. */
  readonly taskMs: number;
  /** The processor time in tasks, in ms: the same if nothing else wants the processor. */
  readonly cpuMs: number;
  /** The part of `taskMs` in computing styles and in laying out. */
  readonly styleMs: number;
}

export class PageWorkMeter {
  readonly #byClock: CDPSession;
  readonly #byProcessor: CDPSession;

  private constructor(byClock: CDPSession, byProcessor: CDPSession) {
    this.#byClock = byClock;
    this.#byProcessor = byProcessor;
  }

  static async on(page: Page): Promise<PageWorkMeter> {
    const [byClock, byProcessor] = [await page.createCDPSession(), await page.createCDPSession()];
    await byClock.send("Performance.enable", { timeDomain: "timeTicks" });
    await byProcessor.send("Performance.enable", { timeDomain: "threadTicks" });
    return new PageWorkMeter(byClock, byProcessor);
  }

  /** Measures the work while `body` runs, and returns its answer beside it. */
  async during<T>(body: () => Promise<T>): Promise<{ work: PageWork; answer: T }> {
    const before = await this.#metrics();
    const answer = await body();
    const after = await this.#metrics();
    const grown = (key: keyof PageWork): number => after[key] - before[key];
    return {
      answer,
      work: { taskMs: grown("taskMs"), cpuMs: grown("cpuMs"), styleMs: grown("styleMs") },
    };
  }

  async close(): Promise<void> {
    await this.#byClock.detach();
    await this.#byProcessor.detach();
  }

  async #metrics(): Promise<PageWork> {
    const clock = await secondsIn(this.#byClock);
    const processor = await secondsIn(this.#byProcessor);
    const ms = (seconds: number | undefined): number => 1000 * (seconds ?? 0);
    return {
      taskMs: ms(clock.get("TaskDuration")),
      cpuMs: ms(processor.get("TaskDuration")),
      styleMs: ms(clock.get("RecalcStyleDuration")) + ms(clock.get("LayoutDuration")),
    };
  }
}

async function secondsIn(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}
