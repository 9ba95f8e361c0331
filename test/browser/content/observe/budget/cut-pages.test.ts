// Pages above their budget: which id means what, and what is told to have changed, follow the page and not the cut.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { diffObservation } from "@webserv/host/src/session/actions/page-diff.ts";
import type { Observation, ObserveOptions } from "@webserv/shared/model/page/observation.ts";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const NAMES = ["Pencil", "Lamp", "Canvas tote", "Atlas"];

/** Each product has two links of one name, and every name is that of several products. */
const shop = (count: number): string => {
  const cards = Array.from({ length: count }, (_, at) => {
    const name = `${NAMES[at % NAMES.length]} no ${at % 50}`;
    const text = "Sewn by hand in small numbers, from what is left of sails. ".repeat(1 + (at % 3));
    return `<li><a href="/p/${at}"><img width="40" height="40" alt="${name}"></a>
      <a href="/p/${at}">${name}</a><p>${text}</p><button>Add to cart</button></li>`;
  });
  return `<!doctype html><title>Shop</title><main><h1>Shop</h1><ul aria-label="List">${cards.join("")}</ul></main>
    <footer><button>Add to cart</button><a href="/about">About</a></footer>`;
};

const orders = (count: number, entry: (cells: string, at: number) => string): string => {
  const entries = Array.from({ length: count }, (_, at) =>
    entry(
      `<td>${at}</td><td><a href="/o/${at}">Order ${at}</a></td><td><button>Edit</button></td>`,
      at,
    ),
  ).join("");
  const table = entries.startsWith("<tr>") ? `<table><tbody>${entries}</tbody></table>` : entries;
  return `<!doctype html><title>Orders</title><h1>Orders</h1>${table}`;
};

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

let at = 0;
const observed = async (page: ContentPage, options: ObserveOptions): Promise<Observation> => {
  const { frames: _, budget: __, ...reading } = await page.call("frame.observe", options);
  return { ...reading, tabs: [], form: "html", at: String(++at) };
};

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

describe("changes of a page above its budget", () => {
  test("nothing is told to have changed if only the budget is another", async () => {
    const page = await browser.show(shop(120));
    const before = await observed(page, { maxTokens: 5000 });
    const next = await observed(page, { maxTokens: 1500, diff: true });
    expect(diffObservation(before, next).html).toBe("@@");
    const wide = await observed(page, { maxTokens: 8000, diff: true });
    expect(diffObservation(next, wide).html).toBe("@@");
  });

  test.each([
    ["rows of a table", orders(150, (row) => `<tr>${row}</tr>`)],
    [
      "entries that only hold a link",
      orders(400, (_, at) => `<div class="entry"><a href="/${at}">Order ${at}</a></div>`),
    ],
  ])("%s that were shown with all the page are no change", async (_, html) => {
    const page = await browser.show(html);
    const before = await observed(page, { maxTokens: 12_000 });
    expect(before.expandable).toEqual([]);
    const next = await observed(page, { maxTokens: 4000, diff: true });
    expect(diffObservation(before, next).html).toBe("@@");
    const grown = await page.page.evaluate(() => {
      const entry = document.querySelector("tr:nth-child(3) td, .entry:nth-child(3) a");
      entry?.append(" of a customer who has asked for it twice".repeat(20));
      return entry !== null;
    });
    expect(grown).toBe(true);
    const last = await observed(page, { maxTokens: 4000, diff: true });
    const gone = diffObservation(next, last)
      .html.split("\n")
      .filter((line) => line.startsWith("-"));
    // The entry itself has changed, and the mark of what is below the view may move.
    expect(gone.join("\n")).not.toMatch(/Order \d\d/);
  });

  test("what is new is told, and what is gone, and nothing else", async () => {
    const page = await browser.show(shop(120));
    const before = await observed(page, { maxTokens: 5000 });
    await page.page.evaluate(() => {
      document.querySelector("h1")?.insertAdjacentHTML("afterend", "<p>Two are left</p>");
      document.querySelector("li:nth-child(2)")?.remove();
      document.querySelector("ul")?.insertAdjacentHTML("afterbegin", "<li>A new one</li>");
    });
    const next = await observed(page, { maxTokens: 1500, diff: true });
    const lines = diffObservation(before, next).html.split("\n");
    const added = lines.filter((line) => line.startsWith("+"));
    expect(added.join("\n")).toContain("Two are left");
    expect(added.join("\n")).toContain("A new one");
    expect(added.length).toBeLessThan(5);
    const gone = lines.filter((line) => line.startsWith("-"));
    expect(gone.join("\n")).toContain("Lamp no 1");
    expect(gone.join("\n")).not.toContain("Atlas");
  });

  test("all that was shown is shown again while it stands where it stood", async () => {
    const page = await browser.show(shop(120));
    const before = await page.read({ maxTokens: 1500 });
    await page.call("frame.observe", { maxTokens: 600, aside: true });
    await page.page.evaluate(() => document.querySelectorAll("button")[3]?.focus());
    const next = await page.read({ maxTokens: 1500 });
    expect(next.clickable).toEqual(before.clickable);
  });

  test("what a small budget left out is shown once there is room", async () => {
    const page = await browser.show(shop(120));
    const narrow = await page.read({ maxTokens: 500 });
    const same = await page.read({ maxTokens: 6000, diff: true });
    expect(same.clickable).toEqual(narrow.clickable);
    // Nothing of the page has changed, but all of it is asked for.
    const wide = await page.read({ maxTokens: 6000 });
    expect(wide.clickable).toEqual(expect.arrayContaining(narrow.clickable));
    expect(wide.clickable.length).toBeGreaterThan(3 * narrow.clickable.length);
  });

  test("what a small budget left out is shown with a page that has become another", async () => {
    const page = await browser.show(shop(120));
    const narrow = await page.read({ maxTokens: 500 });
    await page.page.evaluate(() => {
      for (const each of document.querySelectorAll("li p, li button, li a")) each.append(" anew");
    });
    const wide = await page.read({ maxTokens: 6000, diff: true });
    expect(wide.clickable.length).toBeGreaterThan(3 * narrow.clickable.length);
  });

  test("what was left out is shown once what took its room is gone", async () => {
    const text = `<p>${"Sewn by hand in small numbers. ".repeat(20)}</p>`;
    const page = await browser.show(
      `<!doctype html><h1>Shop</h1><section>${text.repeat(8)}</section><div style="height:3000px"></div>
      <ul>${Array.from({ length: 25 }, (_, at) => `<li>Row ${at} <button>Edit ${at}</button></li>`).join("")}</ul>`,
    );
    const before = await page.read({ maxTokens: 1000 });
    // Of paragraphs that are shown in brief no more than a beginning is.
    expect(before.tokens).toBeGreaterThan(500);
    expect(before.clickable.length).toBeLessThan(25);
    await page.page.evaluate(() => document.querySelector("section")?.remove());
    const next = await page.read({ maxTokens: 1000 });
    expect(next.clickable).toHaveLength(25);
  });

  test.each([
    ["after it was shown in brief", true, 2],
    ["that takes most of the room", false, 40],
    ["that takes more than there is room for", false, 200],
  ])("an entry in use is shown with what is used: %s", async (_, before, words) => {
    const card = (at: number): string =>
      `<li style="height:300px"><h3>Card ${at}</h3><p>${"Sewn by hand in small numbers. ".repeat(words)}</p>
      <label>Amount ${at} <input></label></li>`;
    const cards = Array.from({ length: 25 }, (_, at) => card(at));
    const page = await browser.show(`<!doctype html><h1>Cards</h1><ul>${cards.join("")}</ul>`);
    const first = before ? (await page.read({ maxTokens: 600 })).inputs : [];
    expect(first.map(({ id }) => id)).not.toContain("card-12.amount-12");
    await page.page.evaluate(() =>
      document.querySelectorAll("input")[12]?.focus({ preventScroll: true }),
    );
    const next = await page.read({ maxTokens: 600, diff: before });
    expect(next.inputs.filter(({ focused }) => focused)).toHaveLength(1);
    expect(next.tokens).toBeLessThanOrEqual(600);
  });

  test("a page that was loaded anew is told whole, and not as changes", async () => {
    const page = await browser.show(shop(120));
    const before = await observed(page, { maxTokens: 5000 });
    await page.page.reload();
    const next = await observed(page, { maxTokens: 1500, diff: true });
    expect(diffObservation(before, next).since).toBeUndefined();
  });
});
