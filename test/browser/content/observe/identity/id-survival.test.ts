// Changes pages at random a thousand times and sees whether each id stays with its thing.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import { rounds, SEED } from "../../../../support/time/rounds.ts";

const MUTATIONS = 1000;
/** Up to so many between one reading and the next. */
const MOST_AT_ONCE = 5;
const SEEDS = Array.from({ length: rounds({ short: 1, soak: 40 }) }, (_, index) => SEED + index);
/** Of the things that a change was about, so many keep their ids, whatever the change. */
const SURVIVING = 0.99;

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

describe("ids on pages that change at random", () => {
  const pages = ["shop", "table", "form", "nav", "virtual", "tabs"];
  test.each(pages.flatMap((name) => SEEDS.map((seed) => [name, seed] as const)))(
    "ids stay with their things through a thousand random changes of %s, seed %i",
    async (name, seed) => {
      const page = await browser.open(`/ids-${name}/`);
      const record = new Record();
      await run(page, `seed(${seed})`);
      await observed(page, record, 0);
      for (let done = 0, turn = 0; done < MUTATIONS; turn++) {
        const times = 1 + (turn % MOST_AT_ONCE);
        done += times;
        await observed(page, record, times);
      }
      expect(record.wrong, "ids that went to another thing").toEqual([]);
      const told = `${record.tally()}\n${record.lost.slice(0, 12).join("\n")}`;
      if (process.env["WEBSERV_TELL"] !== undefined) console.info(`${name}, ${seed}: ${told}`);
      for (const [kind, { kept, lost }] of record.kinds) {
        expect(kept / (kept + lost), `${kind}\n${told}`).toBeGreaterThanOrEqual(SURVIVING);
      }
    },
  );
});

class Record {
  readonly #idOf = new Map<string, string>();
  readonly #thingOf = new Map<string, string>();
  /** How many things kept their ids of those that such a change was about; the untouched are not counted. */
  readonly kinds = new Map<string, { kept: number; lost: number }>();
  readonly lost: string[] = [];
  readonly wrong: string[] = [];

  note(ids: readonly string[], things: readonly Thing[], changes: readonly string[]): void {
    for (const [at, [thing, fates]] of things.entries()) {
      const id = ids[at] ?? "";
      const owner = this.#thingOf.get(id) ?? thing;
      if (owner !== thing) this.wrong.push(`${id}: ${owner} → ${thing}, by ${changes.join(", ")}`);
      const before = this.#idOf.get(thing) ?? id;
      for (const fate of this.#idOf.has(thing) ? fates : []) {
        const kind = this.kinds.get(fate) ?? { kept: 0, lost: 0 };
        if (before === id) kind.kept++;
        else kind.lost++;
        this.kinds.set(fate, kind);
      }
      if (before !== id) {
        this.lost.push(`${thing} ${fates.join(", ")}: ${before} → ${id}, by ${changes.join(", ")}`);
      }
      this.#idOf.set(thing, id);
      this.#thingOf.set(id, thing);
    }
  }

  tally(): string {
    const tallies = [...this.kinds].map(
      ([kind, { kept, lost }]) =>
        `${kind} ${((100 * kept) / (kept + lost)).toFixed(2)} % of ${kept + lost}`,
    );
    return tallies.join("; ");
  }
}

const thingSchema = z.tuple([z.string(), z.array(z.string())]);
/** Its name, and what became of it since the reading before. */
type Thing = z.infer<typeof thingSchema>;

const changedSchema = z.strictObject({
  changes: z.array(z.string()),
  things: z.array(thingSchema),
});

/** Changes the page, reads it and notes which id each thing has; both are in the document's order. */
async function observed(page: ContentPage, record: Record, times: number): Promise<void> {
  const { changes, things } = changedSchema.parse(
    await run(page, `({ changes: mutate(${times}), things: things() })`),
  );
  // Options have their ids in the paper's form alone.
  const { html } = await page.read({ form: "paper", maxTokens: 100_000 });
  const ids = [...html.matchAll(/ data-semantic-id="([^"]*)"/g)].map((match) => match[1] ?? "");
  expect(ids.length, `${things.join(", ")}\n${html}`).toBe(things.length);
  record.note(ids, things, changes);
}

function run(page: ContentPage, script: string): Promise<unknown> {
  return page.page.evaluate(script);
}
