// Measures the longest task of the page's main thread, by the browser's own trace.
import type { Page } from "puppeteer";
import * as z from "zod/mini";

/**
 * Names the trace's categories: tasks of a thread, as the browser's tools for developers draw them, and a page's marks.
 */
const CATEGORIES = ["-*", "disabled-by-default-devtools.timeline", "blink.user_timing"];
/** Marks the beginning of the body: a page is drawn anew when it begins to be traced. */
const MARK = "webserv-bench";

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** The time in µs, as is the duration. */
      ts: z.number(),
      dur: z.optional(z.number()),
      args: z.optional(z.object({ name: z.optional(z.unknown()) })),
    }),
  ),
});

/**
 * Resolves with ms, measured while `body` runs; meanwhile nothing but the page may be at work in the browser.
 * @param body calls back when what it measures begins
 */
export async function longestTask(
  page: Page,
  body: (begins: () => Promise<void>) => Promise<unknown>,
): Promise<number> {
  await page.tracing.start({ categories: CATEGORIES });
  await body(async () => {
    await page.evaluate((mark) => void performance.mark(mark), MARK);
  });
  const written = await page.tracing.stop();
  return longestIn(JSON.parse(new TextDecoder().decode(written)));
}

/** Finds the longest task of all main threads of pages from the mark on, in ms. */
export function longestIn(written: unknown): number {
  const { traceEvents } = trace.parse(written);
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const begun = traceEvents.find(({ name }) => name === MARK)?.ts;
  if (begun === undefined) throw new Error("the trace does not tell when the reading began");
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts }) => name === "RunTask" && ts >= begun && mains.has(`${pid} ${tid}`),
  );
  return Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000;
}
