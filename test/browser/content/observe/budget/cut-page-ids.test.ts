// Pages above their budget: which id means what follows the page and not the cut.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { ObserveOptions } from "@webserv/shared/model/page/observation.ts";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";
import { shop } from "./shop-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/** The places of all elements that have ids, by these. */
async function places(page: ContentPage, options: ObserveOptions): Promise<Map<string, string>> {
  const { clickable } = await page.read(options);
  const told = new Map<string, string>();
  for (const id of clickable) {
    const { x, y } = await page.locate(id);
    const place = await page.page.evaluate(
      ([x, y]) => {
        const hit = document.elementFromPoint(x, y)?.closest("a, button");
        return String(
          [...document.querySelectorAll("a, button")].findIndex((each) => each === hit),
        );
      },
      [x, y] as const,
    );
    told.set(id, place);
  }
  return told;
}

describe("an id", () => {
  test("an id means the same after the page was loaded anew, whatever is shown of it", async () => {
    const page = await browser.show(shop(120));
    const before = await places(page, { maxTokens: 1500 });
    for (const maxTokens of [500, 3000, 900]) {
      await page.page.reload();
      const now = await places(page, { maxTokens });
      for (const [id, place] of now) expect([id, before.get(id) ?? place]).toEqual([id, place]);
    }
  });

  test("an id that was told before the page was loaded anew is known, although it is not shown", async () => {
    const page = await browser.show(shop(120));
    const { clickable } = await page.read({ maxTokens: 3000 });
    await page.page.reload();
    const now = await page.read({ maxTokens: 300 });
    const hidden = clickable.filter((id) => !now.clickable.includes(id));
    expect(hidden.length).toBeGreaterThan(10);
    for (const id of hidden) {
      expect(await page.call("frame.confirm", { id })).toEqual({ rebound: false });
    }
  });

  test("an id comes back with what is drawn anew, even if it was left out at first", async () => {
    const row = (no: number): string => `<li>Row ${no} <a href="/r/${no}">Open ${no}</a></li>`;
    const rows = Array.from({ length: 60 }, (_, at) => row(at));
    const page = await browser.show(`<!doctype html><h1>Rows</h1><ul>${rows.join("")}</ul>`);
    const { clickable } = await page.read({ maxTokens: 9000 });
    await page.page.evaluate(() => document.querySelector("li:last-child")?.remove());
    await page.read({ maxTokens: 9000 });
    await page.page.evaluate((html) => {
      document.querySelector("ul")?.insertAdjacentHTML("beforeend", html);
    }, row(59));
    // Cut by itself: what is new since the last reading of the same form would be shown.
    const hidden = await page.read({ maxTokens: 300, form: "outline" });
    expect(hidden.clickable).not.toContain(clickable.at(-1));
    expect((await page.read({ maxTokens: 9000 })).clickable).toEqual(clickable);
  });

  test("an id that is found anew belongs to its row, as it was told", async () => {
    const rows = Array.from({ length: 90 }, (_, at) => `<li><button>Order ${at}</button></li>`);
    const page = await browser.show(`<!doctype html><h1>Orders</h1><ul>${rows.join("")}</ul>`);
    const { clickable } = await page.read({ maxTokens: 9000 });
    await page.page.reload();
    const now = await page.read({ maxTokens: 300 });
    const id = clickable.find((each) => !now.clickable.includes(each)) ?? "";
    expect(await page.call("frame.confirm", { id })).toEqual({ rebound: false });
    // The rows are recycled: each element shows the next order.
    await page.page.evaluate(() => {
      for (const [at, button] of document.querySelectorAll("button").entries()) {
        button.textContent = `Order ${at + 1}`;
      }
    });
    expect(await page.call("frame.confirm", { id })).toEqual({ rebound: true });
  });

  test.each([
    [
      "a word of some entries that is their heading's too",
      Array.from(
        { length: 40 },
        (_, at) =>
          `<div class="card" style="height:300px">${at % 3 === 1 ? "<b>Sale</b>" : ""}<p>Sewn by hand</p><button>Add</button></div>`,
      ),
    ],
    [
      "a name that only some entries are known to say",
      Array.from({ length: 40 }, (_, at) => {
        const texts =
          at % 7 === 3 ? Array.from({ length: 70 }, (_, no) => `<i>Part ${no}</i> `).join("") : "";
        const button =
          at % 7 === 5
            ? `<button><svg class="icon-edit" width="9" height="9"></svg></button>`
            : "<button>Edit</button>";
        return `<div class="card" style="height:300px"><p>${texts}Sewn by hand</p>${button}</div>`;
      }),
    ],
    [
      "a long series in an entry of another",
      Array.from({ length: 32 }, (_, at) => {
        const rows = Array.from(
          { length: 200 },
          (_, row) =>
            `<p class="row">${row % 2 === 0 ? "Left" : "Right"} <button>Edit</button></p>`,
        );
        return `<div class="card"><h3>Part ${at % 5}</h3>${rows.join("")}</div>`;
      }),
    ],
  ])("an id means the same after a load that was scrolled elsewhere: %s", async (_, cards) => {
    const html = `<!doctype html><main><h2>Sale</h2><div>${cards.join("")}</div></main>`;
    const told = new Map<string, string>();
    for (const [top, maxTokens] of [
      [0.95, 600],
      [0.96, 600],
      [0.3, 500],
      [0, 2000],
    ] as const) {
      const page = await browser.show(html);
      await page.page.evaluate(
        (top) => scrollTo(0, top * document.documentElement.scrollHeight),
        top,
      );
      for (const [id, place] of await places(page, { maxTokens })) {
        expect([id, told.get(id) ?? place]).toEqual([id, place]);
        told.set(id, place);
      }
    }
    expect(new Set(told.values()).size).toBe(told.size);
  });

  test("an id does not change with the value in its words", async () => {
    const page = await browser.show(
      `<!doctype html><form>${["Price", "Size", "Speed", "Volume"]
        .map(
          (name) =>
            `<p><label>${name} <span>120</span> <input type="range" max="200" value="120"></label>`,
        )
        .join(
          "",
        )}</form><div role="slider" style="width:90px;height:20px" tabindex="0" aria-valuenow="7" aria-label="Zoom 7"></div>`,
    );
    const { inputs } = await page.read({});
    expect(inputs.map(({ id }) => id)).toEqual(["price", "size", "speed", "volume", "zoom"]);
    await page.page.evaluate(() => {
      for (const input of document.querySelectorAll("input")) {
        input.value = "35";
        const output = input.parentElement?.querySelector("span");
        if (output != null) output.textContent = "35";
      }
      document.querySelector("[role]")?.setAttribute("aria-valuenow", "9");
      document.querySelector("[role]")?.setAttribute("aria-label", "Zoom 9");
    });
    for (const { id } of inputs) {
      expect(await page.call("frame.confirm", { id })).toEqual({ rebound: false });
    }
    expect((await page.read({})).inputs.map(({ id }) => id)).toEqual(inputs.map(({ id }) => id));
  });

  test("an id does not depend on the value that a number in its words may equal", async () => {
    const asked = (values: readonly number[]): string => {
      const fields = values.map(
        (value, at) =>
          `<p><label>Question ${at + 3} <input type="number" value="${value}"></label>
          <p><label>Channel ${at + 3} volume <input type="range" max="9" value="${value}"></label>
          <div role="spinbutton" style="width:40px;height:20px" tabindex="0" aria-valuenow="${value}" aria-label="Hour ${value}"></div>`,
      );
      return `<!doctype html><form>${fields.join("")}</form>`;
    };
    const ids = async (values: readonly number[]): Promise<string[]> => {
      const page = await browser.show(asked(values));
      return (await page.read({})).inputs.map(({ id }) => id);
    };
    const before = await ids([3, 8]);
    expect(before).toEqual([
      "question-3",
      "channel-volume",
      "hour",
      "question-4",
      "channel-volume-2",
      "hour-2",
    ]);
    expect(await ids([5, 4])).toEqual(before);
    expect(await ids([7, 7])).toEqual(before);
  });
});
