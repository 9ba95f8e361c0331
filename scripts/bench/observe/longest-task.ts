// The longest the page's main thread is kept by one task, as the browser's own trace has it.
import type { Page } from "puppeteer";
import * as z from "zod/mini";

/** Tasks of a thread, as the browser's tools for developers draw them. */
const CATEGORY = "disabled-by-default-devtools.timeline";

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** In µs. */
      dur: z.optional(z.number()),
      args: z.optional(z.object({ name: z.optional(z.unknown()) })),
    }),
  ),
});

/** In ms, while `body` runs: nothing but the page is to be at work in the browser meanwhile. */
export async function longestTask(page: Page, body: () => Promise<unknown>): Promise<number> {
  await page.tracing.start({ categories: ["-*", CATEGORY] });
  await body();
  const written = await page.tracing.stop();
  return longestIn(JSON.parse(new TextDecoder().decode(written)));
}

/** Of all main threads of pages, in ms. */
export function longestIn(written: unknown): number {
  const { traceEvents } = trace.parse(written);
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === "RunTask" && mains.has(`${pid} ${tid}`),
  );
  return Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000;
}
