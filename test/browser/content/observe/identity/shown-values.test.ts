// Rows in which a number only shows the value of a control: no id says it, and so none moves with it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { ContentPage } from "../../../../support/browser/content-page.ts";
import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const VALUES = [10, 20, 30, 40];
const NAMES = ["Price", "Size", "Speed", "Volume"];
const LIKES = ["level", "level-2", "level-3", "level-4"];

const slider = (name: string, value: number): string =>
  `<input type="range" max="200" value="${value}" aria-label="${name}">`;
const rows: Record<string, (name: string, value: number) => string> = {
  "an output in a list": (name, value) =>
    `<li>${slider(name, value)}<output class="shown">${value}</output></li>`,
  "a cell of a table": (name, value) =>
    `<tr><td>${slider(name, value)}</td><td class="shown">${value}</td></tr>`,
  "a cell before its slider": (name, value) =>
    `<tr><td class="shown">${value}</td><td>${slider(name, value)}</td></tr>`,
  "a stressed text in parts of one class": (name, value) =>
    `<div class="row">${slider(name, value)}<b class="shown">${value}</b></div>`,
  "a text beside a slider of divs": (name, value) =>
    `<div class="row"><div role="slider" tabindex="0" style="width: 90px; height: 20px"
      aria-valuenow="${value}" aria-label="${name}"></div><span class="shown">${value}</span></div>`,
};

function holding(inner: string): string {
  const [tag = ""] = /(?<=^<)\w+/.exec(inner) ?? [];
  const holder = { li: "ul", tr: "table" }[tag] ?? "section";
  return `<!doctype html><form><${holder}>${inner}</${holder}></form>`;
}

/** Sets the value of the control in a row, and what is shown of it. */
async function move(page: ContentPage, at: number, value: number): Promise<void> {
  await page.page.evaluate(
    (at, value) => {
      const shown = document.querySelectorAll(".shown")[at];
      if (shown !== undefined) shown.textContent = String(value);
      const control = document.querySelectorAll("input, [role=slider]")[at];
      if (control instanceof HTMLInputElement) control.value = String(value);
      else control?.setAttribute("aria-valuenow", String(value));
    },
    at,
    value,
  );
}

async function idsOf(page: ContentPage): Promise<string[]> {
  const { inputs, clickable } = await page.read({});
  return [...new Set([...inputs.map(({ id }) => id), ...clickable])];
}

async function stays(page: ContentPage, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    expect(await page.call("frame.confirm", { id })).toEqual({ rebound: false });
}

describe.each(Object.entries(rows))("%s", (_, row) => {
  test("a number that shows a value is in no id of a control that has a name of its own", async () => {
    const page = await browser.show(
      holding(NAMES.map((name, at) => row(name, VALUES[at] ?? 0)).join("")),
    );
    const ids = NAMES.map((name) => name.toLowerCase());
    expect(await idsOf(page)).toEqual(ids);
    await move(page, 0, 55);
    await stays(page, ids);
    await move(page, 1, 10);
    expect(await idsOf(page)).toEqual(ids);
    await stays(page, ids);
  });

  test("an id stays with its control though a like one now shows the value that it had", async () => {
    const page = await browser.show(holding(VALUES.map((value) => row("Level", value)).join("")));
    expect(await idsOf(page)).toEqual(LIKES);
    await move(page, 0, 55);
    expect(await idsOf(page)).toEqual(LIKES);
    await move(page, 1, 10);
    await stays(page, LIKES);
    expect(await idsOf(page)).toEqual(LIKES);
  });
});

describe.each([
  ["signs", "-", "+", ""],
  ["pictures with names", `<svg></svg>`, `<svg></svg>`, ""],
  ["signs under the number", "▲", "▼", "after"],
])("a number that two buttons step, by %s", (_, down, up, place) => {
  const row = (value: number): string => {
    const less = `<button aria-label="Less">${down}</button>`;
    const number = `<span class="shown">${value}</span>`;
    const more = `<button aria-label="More">${up}</button>`;
    return `<li>${place === "" ? less + number + more : number + less + more}</li>`;
  };

  test("an id stays with its row though another one now shows the number that it had", async () => {
    const page = await browser.show(holding([1, 2, 3, 4].map(row).join("")));
    const ids = "less more less-2 more-2 less-3 more-3 less-4 more-4".split(" ");
    expect(await idsOf(page)).toEqual(ids);
    await move(page, 0, 2);
    await move(page, 1, 1);
    await stays(page, ids);
    expect(await idsOf(page)).toEqual(ids);
  });
});

describe("a number that tells which one a row is", () => {
  test.each([
    [
      "an order's number beside its progress",
      `<td>%</td><td><progress value="0.5"></progress></td>`,
    ],
    [
      "an order's number beside a number of pieces",
      `<td>%</td><td><input type="number" value="3" aria-label="Pieces"></td>`,
    ],
    ["an order's number between two buttons", `<td><button>Edit</button></td><td>%</td>`],
    ["a year in a heading under a slider", `<td>${slider("Level", 5)}<h3>%</h3></td>`],
    [
      "an order's number beside a box for it",
      `<td><input type="checkbox" value="%" aria-label="Choose"></td><td>%</td>`,
    ],
  ])("a row is named by %s", async (_, cells) => {
    const row = (number: number): string =>
      `<tr>${cells.replaceAll("%", String(number))}<td><button>Cancel</button></td></tr>`;
    const page = await browser.show(holding([1001, 1002, 1003].map(row).join("")));
    expect(await idsOf(page)).toEqual(
      expect.arrayContaining(["1001.cancel", "1002.cancel", "1003.cancel"]),
    );
  });
});
