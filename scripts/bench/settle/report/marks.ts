// Reads the page's own record of its effects, and derives the truth from it.
import type { Page } from "puppeteer";
import * as z from "zod/mini";

import { untilTrue } from "../until.ts";

const mark = z.object({ name: z.string(), at: z.number(), last: z.boolean() });
/** Times are in ms since the epoch, on the clock that this process has, too. */
export type Mark = z.infer<typeof mark>;

/** Returns the time when the last effect that a person waits for had come; undefined if it has not yet. */
export function truthOf(marks: readonly Mark[]): number | undefined {
  const ends = marks.filter(({ last }) => last).map(({ at }) => at);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Resolves with the marks once the last effect is reported, or after `patienceMs` with those that are there. */
export async function finalMarks(page: Page, key: string, patienceMs: number): Promise<Mark[]> {
  let marks: Mark[] = [];
  await untilTrue(async () => {
    marks = await marksOf(page, key);
    const truth = truthOf(marks);
    return truth !== undefined && truth < Date.now();
  }, patienceMs);
  return marks;
}

async function marksOf(page: Page, key: string): Promise<Mark[]> {
  try {
    const written = await page.evaluate(`sessionStorage.getItem(${JSON.stringify(key)}) ?? "[]"`);
    return z.array(mark).parse(JSON.parse(z.string().parse(written)));
  } catch {
    // Between two documents there is nobody to ask.
    return [];
  }
}
