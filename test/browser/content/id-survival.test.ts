// Changes pages at random a thousand times and sees whether each id stays with its thing.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import type { ContentPage } from "../../support/content-page.ts";
import { ContentBrowser } from "../../support/content-page.ts";

const MUTATIONS = 1000;
/** Up to so many between one reading and the next. */
const MOST_AT_ONCE = 5;
const SEED = Number(process.env["WEBSERV_SEED"] ?? 1);

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

describe("through a thousand random changes, ids stay with their things on", () => {
  test.each(["shop", "table", "form", "nav", "virtual", "tabs"])(
    "%s",
    { timeout: 120_000 },
    async (name) => {
      const page = await browser.open(`/ids-${name}/`);
      const record = new Record();
      await run(page, `seed(${SEED})`);
      await observed(page, record, 0);
      for (let done = 0, turn = 0; done < MUTATIONS; turn++) {
        const times = 1 + (turn % MOST_AT_ONCE);
        done += times;
        await observed(page, record, times);
      }
      expect(record.wrong, "ids that went to another thing").toEqual([]);
      const rate = record.kept / (record.kept + record.lost.length);
      const lost = record.lost.slice(0, 12).join("\n");
      const told = `${(rate * 100).toFixed(2)} % of ${record.kept + record.lost.length} kept`;
      if (process.env["WEBSERV_TELL"] !== undefined) console.info(`${name}: ${told}\n${lost}`);
      expect(rate, `${told}\n${lost}`).toBeGreaterThanOrEqual(0.99);
    },
  );
});

class Record {
  readonly #idOf = new Map<string, string>();
  readonly #thingOf = new Map<string, string>();
  kept = 0;
  readonly lost: string[] = [];
  readonly wrong: string[] = [];

  note(read: readonly (readonly [id: string, thing: string])[], changes: readonly string[]): void {
    for (const [id, thing] of read) {
      const owner = this.#thingOf.get(id) ?? thing;
      if (owner !== thing) this.wrong.push(`${id}: ${owner} → ${thing}, by ${changes.join(", ")}`);
      const before = this.#idOf.get(thing) ?? id;
      if (this.#idOf.has(thing) && before === id) this.kept++;
      if (before !== id) this.lost.push(`${thing}: ${before} → ${id}, by ${changes.join(", ")}`);
      this.#idOf.set(thing, id);
      this.#thingOf.set(id, thing);
    }
  }
}

const changedSchema = z.strictObject({
  changes: z.array(z.string()),
  things: z.array(z.string()),
});

/** Changes the page, reads it and notes which id each thing has; both are in the document's order. */
async function observed(page: ContentPage, record: Record, times: number): Promise<void> {
  const { changes, things } = changedSchema.parse(
    await run(page, `({ changes: mutate(${times}), things: things() })`),
  );
  const { html } = await page.observe();
  const ids = [...html.matchAll(/<(?!option)\w+ id="([^"]*)"/g)].map((match) => match[1] ?? "");
  expect(ids.length, `${things.join(", ")}\n${html}`).toBe(things.length);
  record.note(
    ids.map((id, at) => [id, things[at] ?? ""]),
    changes,
  );
}

function run(page: ContentPage, script: string): Promise<unknown> {
  return page.page.evaluate(script);
}
