// Changes pages at random a thousand times and sees whether each id stays with its thing.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import type { ContentPage } from "../../support/content-page.ts";
import { ContentBrowser } from "../../support/content-page.ts";

const MUTATIONS = 1000;
/** Up to so many between one reading and the next. */
const MOST_AT_ONCE = 4;
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
      record.note(await idsAndThings(page), ["at first"]);
      await run(page, `seed(${SEED})`);
      for (let done = 0, turn = 0; done < MUTATIONS; turn++) {
        const times = 1 + (turn % MOST_AT_ONCE);
        done += times;
        const changes = z.array(z.string()).parse(await run(page, `mutate(${times})`));
        record.note(await idsAndThings(page), changes);
      }
      expect(record.wrong, "ids that went to another thing").toEqual([]);
      const rate = record.kept / (record.kept + record.lost.length);
      console.info(
        `${name}: ${(rate * 100).toFixed(2)} % of ${record.kept + record.lost.length} kept`,
      );
      expect(rate, record.lost.slice(0, 12).join("\n")).toBeGreaterThanOrEqual(0.99);
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

/** Both are in the document's order. */
async function idsAndThings(page: ContentPage): Promise<[id: string, thing: string][]> {
  const { html } = await page.observe();
  const ids = [...html.matchAll(/<(?!option)\w+ id="([^"]*)"/g)].map((match) => match[1] ?? "");
  const things = z.array(z.string()).parse(await run(page, "things()"));
  expect(ids.length, `${things.join(", ")}\n${html}`).toBe(things.length);
  return ids.map((id, at) => [id, things[at] ?? ""]);
}

function run(page: ContentPage, script: string): Promise<unknown> {
  return page.page.evaluate(script);
}
