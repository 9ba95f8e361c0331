// Setting fields and synthetic input, in a real page.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { scriptChord, scriptKeys } from "../../../../extension/src/background/input/key-plan.ts";
import { ContentBrowser, failure } from "../../../support/browser/content-page.ts";
import { clickByScript } from "../../../support/browser/scripted-click.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/** Notes on `window.log` what events reach which element. */
const LOG = `<script>
  window.log = [];
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "mouseenter", "mouseover", "input", "change", "keydown", "keypress", "keyup", "submit", "beforeinput"])
    document.addEventListener(type, (event) => { if (event.target.id) log.push(type + " " + event.target.id); }, true);
</script>`;

function logOf(page: Awaited<ReturnType<ContentBrowser["show"]>>): Promise<string[]> {
  return page.page.evaluate(() => {
    const log: unknown = Reflect.get(window, "log");
    return Array.isArray(log) ? log.map(String) : [];
  });
}

describe("fields", () => {
  const FIELDS = `<input id="t" aria-label="Text" value="abc"><input id="n" type="email" aria-label="Mail" value="a@b.c">
    <input id="d" type="date" aria-label="Date" min="2026-01-01"><input id="r" type="range" aria-label="Level" step="10">
    <input id="c" type="color" aria-label="Colour"><div id="e" contenteditable aria-label="Note">Hello</div>${LOG}`;

  test("the focus goes to the field that is asked for", async () => {
    const page = await browser.show(FIELDS);
    await page.observe();
    expect(await page.call("frame.focus", { id: "text" })).toMatchObject({ focused: true });
    expect(await page.page.evaluate(() => document.activeElement?.id)).toBe("t");
  });

  test.each([
    ["text", "abcX"],
    ["mail", "a@b.cX"],
    ["note", "HelloX"],
  ])("the caret goes to the end of the field %s", async (id, expected) => {
    const page = await browser.show(FIELDS);
    await page.observe();
    await page.call("frame.focus", { id });
    await page.call("frame.select-contents", { id, part: "end" });
    await page.page.keyboard.type("X");
    expect((await page.call("frame.value", { id })).value).toBe(expected);
  });

  test.each([
    ["text", "abc"],
    ["mail", "a@b.c"],
    ["note", "Hello"],
  ])("all of the field %s is selected, told, and replaced", async (id, value) => {
    const page = await browser.show(FIELDS);
    await page.observe();
    await page.call("frame.focus", { id });
    expect(await page.call("frame.select-contents", { id, part: "all" })).toEqual({ value });
    await page.page.keyboard.type("X");
    expect((await page.call("frame.value", { id })).value).toBe("X");
  });

  test.each([
    ["date", "2026-03-04", "2026-03-04"],
    ["level", "70", "70"],
    ["colour", "#FF8800", "#ff8800"],
    ["colour", "red", "#ff0000"],
    ["date", "2026/3/4", "2026-03-04"],
  ])("the field %s is set to %s with its events", async (id, value, read) => {
    const page = await browser.show(FIELDS);
    await page.observe();
    expect(await page.call("frame.set-value", { id, value })).toEqual({ value: read });
    const name = id.slice(0, 1).replace("l", "r");
    expect(await logOf(page)).toEqual([`input ${name}`, `change ${name}`]);
  });

  test.each([
    ["date", "4 March", "YYYY-MM-DD from 2026-01-01"],
    ["level", "75", "in steps of 10"],
    ["colour", "reddish", "#rrggbb"],
  ])(
    "the field %s refuses what it can't hold, names the format, and stays as it was",
    async (id, value, format) => {
      const page = await browser.show(FIELDS);
      await page.observe();
      const before = await page.call("frame.value", { id });
      const error = await failure(page.call("frame.set-value", { id, value }));
      expect(error.code).toBe("value-refused");
      expect(error.next).toContain(format);
      expect(await page.call("frame.value", { id })).toEqual(before);
      expect(await logOf(page)).toEqual([]);
    },
  );
});

describe("options", () => {
  const SELECT = `<select id="s" aria-label="Size"><option value="">Choose</option><option value="s">Small</option>
    <option value="m" disabled>Medium</option><option value="x">Extra  Large</option></select>${LOG}`;

  test("options are found by id, value, text and loosely written text", async () => {
    const page = await browser.show(SELECT);
    await page.observe();
    const found = await page.call("frame.find-options", {
      id: "size",
      options: ["size.small", "x", "Extra Large", " extra LARGE "],
    });
    expect(found).toEqual({
      indices: [1, 3, 3, 3],
      multiple: false,
      open: false,
      selected: [0],
      disabled: [2],
      count: 4,
    });
  });

  test("options that do not exist are answered with those that do", async () => {
    const page = await browser.show(SELECT);
    await page.observe();
    const error = await failure(page.call("frame.find-options", { id: "size", options: ["XXL"] }));
    expect(error.code).toBe("no-such-option");
    expect(error.message).toContain('"Small"');
  });

  test("options are selected with the events of a choice", async () => {
    const page = await browser.show(SELECT);
    await page.observe();
    const result = await page.call("frame.select-options", { id: "size", indices: [3] });
    expect(result).toEqual({ value: "x" });
    expect(await logOf(page)).toEqual(["input s", "change s"]);
  });
});

describe("events of a script", () => {
  test("a click by a script brings the events of a mouse, in their order", async () => {
    const page = await browser.show(`<button id="b">Go</button>${LOG}`);
    await page.observe();
    expect(await clickByScript(page, "go")).toEqual({ landed: "there" });
    expect(await logOf(page)).toEqual([
      "mouseover b",
      "mouseenter b",
      "pointerdown b",
      "mousedown b",
      "pointerup b",
      "mouseup b",
      "click b",
    ]);
    expect(await page.page.evaluate(() => document.activeElement?.id)).toBe("b");
  });

  test("a press where something else lies by then is cancelled, and told", async () => {
    const page = await browser.show(
      `<button id="b">Go</button><div id="over" hidden style="position: fixed; inset: 0">Over</div>${LOG}`,
    );
    await page.observe();
    const { x, y } = await page.call("frame.locate", {
      id: "go",
      purpose: "click",
      timeoutMs: 2000,
    });
    await page.page.$eval("#over", (over) => over.removeAttribute("hidden"));
    const landing = await page.call("frame.press-pointer", { id: "go", x, y });
    expect(landing.landed).toBe("elsewhere");
    expect(landing.by?.words).toContain("Over");
    expect(await logOf(page)).toEqual([]);
  });

  test("keys replace what is selected, go on at its end, and Enter sends the form", async () => {
    const page = await browser.show(
      `<form onsubmit="event.preventDefault()" id="f"><input id="i" aria-label="Search" value="old"></form>${LOG}`,
    );
    await page.observe();
    await page.call("frame.focus", { id: "search" });
    const typing = { characters: 3, ahead: false };
    await page.call("frame.select-contents", { id: "search", part: "all", typing });
    await page.call("frame.type-keys", { keys: scriptKeys("new") });
    const typed = await page.call("frame.typed", { id: "search", more: false, drawn: true });
    expect(typed.value).toBe("new");
    await page.call("frame.select-contents", { id: "search", part: "end" });
    await page.call("frame.insert-text", { text: "er" });
    await page.call("frame.press-key", { key: scriptChord("Enter") });
    expect((await page.call("frame.value", { id: "search" })).value).toBe("newer");
    const log = await logOf(page);
    expect(log).toContain("input i");
    expect(log).toContain("keydown i");
    expect(log.filter((each) => each === "change i")).toHaveLength(1);
    expect(log.at(-2)).toBe("submit f");
  });

  test.each([
    ["Backspace", "all", ""],
    ["Backspace", "end", "ol"],
    ["Delete", "all", ""],
    ["Delete", "end", "old"],
  ] as const)("%s with the selection at %s leaves %j", async (chord, part, left) => {
    const page = await browser.show(`<input aria-label="Name" value="old">`);
    await page.observe();
    await page.call("frame.focus", { id: "name" });
    await page.call("frame.select-contents", { id: "name", part });
    await page.call("frame.press-key", { key: scriptChord(chord) });
    expect((await page.call("frame.value", { id: "name" })).value).toBe(left);
  });

  test("hovering and pressing keys reach the page", async () => {
    const page = await browser.show(
      `<div id="h" onmouseenter="log.push('over')">Menu</div>
       <button id="b" onclick="log.push('pressed')">Go</button>${LOG}`,
    );
    await page.observe();
    await page.call("frame.move-pointer", { x: 20, y: 15 });
    await page.call("frame.focus", { id: "go" });
    await page.call("frame.press-key", { key: scriptChord("Enter") });
    const log = await logOf(page);
    expect(log).toContain("over");
    expect(log).toContain("pressed");
  });

  test("a key on a password is told to be a secret", async () => {
    const page = await browser.show(`<input type="password" aria-label="Password">`);
    await page.observe();
    await page.call("frame.focus", { id: "password" });
    const pressed = await page.call("frame.press-key", { key: scriptChord("h") });
    expect(pressed).toEqual({ secret: true });
    expect(await page.call("frame.value", { id: "password" })).toMatchObject({
      value: "h",
      secret: true,
    });
  });
});
