// A page puts another thing into an element, and is read: the reading judges as an action on it would.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

async function setText(page: ContentPage, selector: string, text: string): Promise<void> {
  await page.page.$eval(selector, (element, text) => void (element.textContent = text), text);
}

async function clickable(page: ContentPage): Promise<readonly string[]> {
  return (await page.read({})).clickable;
}

async function isStale(page: ContentPage, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await expect(page.call("frame.confirm", { id })).rejects.toMatchObject({ code: "stale-id" });
  }
}

describe("ids that a reading takes away", () => {
  test("a button that is about somebody else by now loses its id at a reading", async () => {
    const page = await browser.show(`<main><h1>Leave</h1><button>Approve Alice</button></main>`);
    const before = await clickable(page);
    expect(before).toEqual(["leave.approve-alice"]);
    await setText(page, "button", "Approve Bob");
    expect(await clickable(page)).toEqual(["leave.approve-bob"]);
    await isStale(page, before);
  });

  test("all buttons of a page lose their ids at a reading if all are about others by now", async () => {
    const page = await browser.show(
      `<main>${["Ann", "Bea", "Cleo"].map((name) => `<p><button>Approve ${name}</button></p>`).join("")}</main>`,
    );
    const before = await clickable(page);
    expect(before).toEqual(["approve-ann", "approve-bea", "approve-cleo"]);
    await page.page.evaluate(`["Dora", "Eve", "Fay"].forEach((name, at) => {
      document.querySelectorAll("button")[at].textContent = "Approve " + name;
    })`);
    expect(await clickable(page)).toEqual(["approve-dora", "approve-eve", "approve-fay"]);
    await isStale(page, before);
  });

  test("a button loses its id at a reading if its heading names somebody else by now", async () => {
    const page = await browser.show(
      `<main><section><h2>Alice</h2><button>Delete</button><button>Edit</button></section></main>`,
    );
    const before = await clickable(page);
    expect(before).toEqual(["alice.delete", "alice.edit"]);
    await setText(page, "h2", "Bob");
    expect(await clickable(page)).toEqual(["bob.delete", "bob.edit"]);
    await isStale(page, before);
  });

  test("a marked button loses its id while its heading names somebody else, and has it back afterwards", async () => {
    const page = await browser.show(
      `<main><section><h2>Alice</h2><button data-testid="delete">Delete</button></section></main>`,
    );
    const before = await clickable(page);
    expect(before).toEqual(["alice.delete"]);
    await setText(page, "h2", "Bob");
    expect(await clickable(page)).toEqual(["bob.delete"]);
    await isStale(page, before);
    await setText(page, "h2", "Alice");
    expect(await clickable(page)).toEqual(before);
  });

  test.each([
    ["if it tells its position", "rowindex"],
    ["if it does not tell it", ""],
  ])("a row of a virtual list that shows another one loses its id, %s", async (_, position) => {
    const page = await browser.show(virtualList(position === "rowindex"));
    const before = await clickable(page);
    expect(before).toHaveLength(8);
    expect(before[0]).toBe("timeout.retry");
    await page.page.evaluate(`render(8)`);
    const now = await clickable(page);
    expect(now).toHaveLength(8);
    expect(now[0]).toBe("disk-full-8.retry");
    expect(now.filter((id) => before.includes(id))).toEqual([]);
    await isStale(page, before);
  });
});

test("rows that all say the same are told apart by the positions that they say", async () => {
  const page = await browser.show(virtualList(true));
  await page.page.evaluate(`render(-8)`);
  const before = await clickable(page);
  expect(before).toContain("timeout.retry-8");
  await page.page.evaluate(`render(-4)`);
  await expect(page.call("frame.confirm", { id: "timeout.retry" })).rejects.toMatchObject({
    code: "stale-id",
  });
  await page.page.evaluate(`render(0)`);
  const now = await clickable(page);
  expect(now.filter((id) => before.includes(id))).toEqual([]);
  await isStale(page, before);
});

const virtualList = (tellsPosition: boolean): string => `<!doctype html>
  <div role="table" id="table" style="position: relative; height: 400px; overflow: hidden"></div>
  <script>
    const rows = Array.from({ length: 8 }, (_, at) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      row.innerHTML = "<span></span> <button>Retry</button>";
      row.style = "position: absolute; height: 50px; top: " + at * 50 + "px";
      table.append(row);
      return row;
    });
    function render(from) {
      for (const [at, row] of rows.entries()) {
        const number = from + at;
        if (${tellsPosition}) row.setAttribute("aria-rowindex", number + 9);
        row.children[0].textContent = number < 8 ? "Timeout" : "Disk full " + number;
      }
    }
    render(0);
  </script>`;

describe("ids that stay through a reading", () => {
  test.each([
    ["Play", "Pause"],
    ["Add to cart", "Added"],
    ["Like (3)", "Like (4)"],
    ["Cart, 2 items", "Cart, 3 items"],
    ["Sort: newest", "Sort: oldest"],
  ])("a button keeps its id if its words tell its state, %s and then %s", async (was, is) => {
    const page = await browser.show(`<main><h1>Song</h1><button>${was}</button></main>`);
    const before = await clickable(page);
    await setText(page, "button", is);
    expect(await clickable(page)).toEqual(before);
    expect(await page.call("frame.confirm", { id: before[0] ?? "" })).toEqual({ rebound: false });
  });

  test("a button under a heading that counts keeps its id", async () => {
    const page = await browser.show(
      `<main><section><h2>Inbox (3)</h2><button>Refresh</button></section></main>`,
    );
    const before = await clickable(page);
    await setText(page, "h2", "Inbox (4)");
    expect(await clickable(page)).toEqual(before);
  });

  test("a button in a row that tells only its state keeps its id", async () => {
    const row = `<li><span>Pending</span> <button>Retry</button></li>`;
    const page = await browser.show(`<main><ul>${row.repeat(4)}</ul></main>`);
    const before = await clickable(page);
    await setText(page, "li:nth-child(2) span", "Sent");
    expect(await clickable(page)).toEqual(before);
  });

  test.each([
    [
      "a tile that is turned over",
      `<div id="all"><div class="tile">?</div><div class="tile" id="it">?</div><div class="tile">?</div></div>`,
      `it.textContent = "Cat"`,
    ],
    [
      "a cell in which a player sets a mark, and then another",
      `<table id="all"><tr><td>X</td><td id="it">X</td></tr><tr><td>O</td><td></td></tr></table>`,
      `it.textContent = "O"`,
    ],
    [
      "a day of a week that gets an event",
      `<table id="all"><tr><td>1</td><td id="it">2</td><td>3</td><td>4</td></tr></table>`,
      `it.insertAdjacentHTML("beforeend", "<b>Review</b>")`,
    ],
  ])("the entries of a board keep their ids: %s", async (_what, html, change) => {
    const page = await browser.show(
      `<main><h1>Board</h1>${html}</main><script>all.onclick = () => {}</script>`,
    );
    const before = await clickable(page);
    expect(before.length).toBeGreaterThan(2);
    await page.page.evaluate(change);
    expect(await clickable(page)).toEqual(before);
  });

  test("the cards of a board stay its entries when all columns hold as many", async () => {
    const column = (name: string, cards: readonly string[]): string =>
      `<section class="column"><h2>${name}</h2>${cards.map((card) => `<div class="card">${card}</div>`).join("")}</section>`;
    const columns = column("Todo", ["Wash", "Rinse"]) + column("Done", []);
    const page = await browser.show(
      `<main><h1>Board</h1><div id="all">${columns}</div></main>
      <script>all.onpointerdown = () => {}</script>`,
    );
    expect(await clickable(page)).toEqual(["todo.wash", "todo.rinse"]);
    await page.page.evaluate(`all.lastElementChild.append(all.querySelector(".card"))`);
    expect(await clickable(page)).toEqual(["todo.rinse", "todo.wash"]);
  });
});
