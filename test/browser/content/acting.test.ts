// Locating elements, setting fields and synthetic input, in a real page.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser, failure } from "../../support/content-page.ts";

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

describe("locating", () => {
  test("an unknown id names the nearest ones", async () => {
    const page = await browser.show("<button>Add to cart</button><button>Search</button>");
    await page.observe();
    const error = await failure(page.locate("add-to-crat"));
    expect(error.code).toBe("unknown-id");
    expect(error.message).toContain("add-to-cart");
    expect(error.details["nearest"]).toEqual(["add-to-cart"]);
  });

  test("an element that has gone is stale, not unknown", async () => {
    const page = await browser.show("<button>Save</button>");
    await page.observe();
    await page.page.evaluate(() => document.querySelector("button")?.remove());
    expect((await failure(page.locate("save"))).code).toBe("stale-id");
  });

  test("an id that is gone or unknown is told with the nearest, or with what to do without any", async () => {
    const page = await browser.show(
      `<button id="x">Save draft</button><button>Save drafts</button>`,
    );
    await page.observe();
    await page.page.evaluate(() => document.querySelector("#x")?.remove());
    const gone = await failure(page.locate("save-draft"));
    expect(gone.code).toBe("stale-id");
    expect(gone.message).toContain("nearest: save-drafts");
    await page.page.evaluate(() => document.querySelector("button")?.remove());
    const unknown = await failure(page.locate("save"));
    expect(unknown.code).toBe("unknown-id");
    expect(unknown.next).toMatch(/^Observe again/);
  });

  test("an id survives a re-render that replaces its element", async () => {
    const page = await browser.show(
      "<div id=app><h3>Tote</h3><button>Add</button><p>x</p></div><div><h3>Cup</h3><button>Add</button><p>y</p></div>",
    );
    expect((await page.observe()).clickable).toEqual(["tote.add", "cup.add"]);
    await page.page.evaluate(() => {
      const app = document.querySelector("#app");
      if (app !== null) app.innerHTML = `<p>new</p>${app.innerHTML}`;
    });
    expect((await page.observe()).clickable).toEqual(["tote.add", "cup.add"]);
    expect((await page.locate("tote.add")).target.name).toBe("Add");
  });

  test("the point is on the element, and the target says what it is", async () => {
    const page = await browser.show(
      `<div style="height: 50px"></div><button style="width: 80px; height: 40px; margin: 0">Go</button>`,
    );
    await page.observe();
    const located = await page.locate("go");
    expect(located).toMatchObject({ target: { id: "go", tag: "button", name: "Go" } });
    expect(located.editing).toBe("none");
    expect([located.x, located.y]).toEqual([48, 78]);
  });

  test("an element far down is scrolled into view, through nested scrollers", async () => {
    const page = await browser.show(
      `<style>html { scroll-behavior: smooth }</style>
       <div style="height: 3000px"></div>
       <div style="height: 200px; overflow: auto"><div style="height: 1000px"></div><button>Deep</button></div>
       <div style="height: 3000px"></div>`,
    );
    await page.observe();
    const { x, y } = await page.locate("deep");
    const hit = await page.page.evaluate(
      (x, y) => document.elementFromPoint(x, y)?.textContent,
      x,
      y,
    );
    expect(hit).toBe("Deep");
  });

  test("an element under a sticky bar is brought clear of it", async () => {
    const page = await browser.show(
      `<div style="position: sticky; top: 0; height: 100px; background: #ccc">Bar</div>
       <button>Under</button><div style="height: 3000px"></div>`,
    );
    await page.observe();
    await page.page.evaluate(() => scrollTo(0, 60));
    const { x, y } = await page.locate("under");
    const hit = await page.page.evaluate(
      (x, y) => document.elementFromPoint(x, y)?.textContent,
      x,
      y,
    );
    expect(hit).toBe("Under");
  });

  test("a covered element names what covers it", async () => {
    const page = await browser.show(
      `<button>Buy</button>
       <div role="button" style="position: fixed; inset: 0; background: #fff8">Accept cookies</div>`,
    );
    await page.observe();
    const error = await failure(page.locate("buy"));
    expect(error.code).toBe("covered");
    expect(error.message).toContain('"accept-cookies"');
    expect(error.details["by"]).toBe("accept-cookies");
  });

  test("what covers an element and has no id is named by tag and text", async () => {
    const page = await browser.show(
      `<button>Buy</button><div style="position: fixed; inset: 0">Loading, please wait</div>`,
    );
    await page.observe();
    const error = await failure(page.locate("buy"));
    expect(error.message).toContain('a <div> with the text "Loading, please wait"');
  });

  test("a cover that goes away is waited for", async () => {
    const page = await browser.show(
      `<button>Buy</button><div id="cover" style="position: fixed; inset: 0"></div>`,
    );
    await page.observe();
    await page.page.evaluate(() =>
      setTimeout(() => document.querySelector("#cover")?.remove(), 150),
    );
    expect((await page.locate("buy")).target.id).toBe("buy");
  });

  test("a partly covered element is acted on where it is free", async () => {
    const page = await browser.show(
      `<button style="position: absolute; left: 0; top: 0; width: 200px; height: 40px">Wide</button>
       <div style="position: absolute; left: 40px; top: 0; width: 160px; height: 40px; background: red"></div>`,
    );
    await page.observe();
    expect((await page.locate("wide")).x).toBeLessThan(40);
  });

  test("a clickable card is acted on beside its own buttons", async () => {
    const page = await browser.show(
      `<div onclick="0" style="position: relative; width: 200px; height: 100px">Card
         <button style="position: absolute; left: 50px; top: 25px; width: 100px; height: 50px">Add</button></div>`,
    );
    const { clickable } = await page.observe();
    const { x, y } = await page.locate(clickable[0] ?? "");
    const hit = await page.page.evaluate(
      (x, y) => document.elementFromPoint(x, y)?.localName,
      x,
      y,
    );
    expect(hit).toBe("div");
  });

  test("a checkbox drawn by its label is acted on through the label", async () => {
    const page = await browser.show(
      `<style>input { position: absolute; opacity: 0; width: 0; height: 0 }</style>
       <input type="checkbox" id="c"><label for="c">News</label>`,
    );
    await page.observe();
    const { x, y } = await page.locate("news");
    await page.page.mouse.click(x, y);
    expect(await page.page.$eval("#c", (box) => box.matches(":checked"))).toBe(true);
  });

  test("a moving element is waited for until it rests", async () => {
    const page = await browser.show(
      `<style>@keyframes in { from { transform: translateX(400px) } }
        button { animation: in 300ms linear }</style><button>Slide</button>`,
    );
    await page.observe();
    const { x } = await page.locate("slide");
    expect(x).toBeLessThan(100);
  });

  test("an element that never rests is said to move", async () => {
    const page = await browser.show(
      `<style>@keyframes on { to { transform: translateX(400px) } }
        button { animation: on 1s linear infinite alternate }</style><button>Slide</button>`,
    );
    await page.observe();
    expect((await failure(page.locate("slide", "click", 300))).code).toBe("moving");
  });

  test("disabled elements are refused, by fieldset and by ARIA too", async () => {
    const page = await browser.show(
      `<button disabled>One</button><fieldset disabled><button>Two</button></fieldset>
       <button aria-disabled="true">Three</button>`,
    );
    await page.observe();
    for (const id of ["one", "two", "three"]) {
      expect((await failure(page.locate(id))).code).toBe("disabled");
    }
  });

  test("what takes no text is refused for typing, what is no select for selecting", async () => {
    const page = await browser.show(
      `<button>Go</button><input aria-label="Fixed" readonly><input type="checkbox" aria-label="Gift">`,
    );
    await page.observe();
    const gift = await failure(page.locate("gift", "type"));
    expect(gift).toMatchObject({ code: "not-editable", next: "Click it." });
    expect(gift.message).toContain("checkbox");
    expect((await failure(page.locate("go", "type"))).code).toBe("not-editable");
    expect((await failure(page.locate("fixed", "type"))).code).toBe("not-editable");
    expect((await failure(page.locate("go", "select"))).code).toBe("not-a-select");
  });

  test("an area of an image map is acted on where the picture shows it", async () => {
    const page = await browser.open("/roles/");
    await page.observe();
    const { x, y } = await page.locate("north");
    const hit = await page.page.evaluate(
      (x, y) => document.elementFromPoint(x, y)?.outerHTML,
      x,
      y,
    );
    expect(hit).toContain("/north");
  });

  test("an element that no longer shows is outside", async () => {
    const page = await browser.show("<button>Go</button>");
    await page.observe();
    await page.page.$eval("button", (button) => {
      button.style.display = "none";
    });
    expect((await failure(page.locate("go"))).code).toBe("outside");
  });

  test("an element in a closed shadow root is found and hit", async () => {
    const page = await browser.open("/closed-shadow/");
    await page.observe();
    const located = await page.locate("sign-in");
    expect(located.target).toMatchObject({ tag: "button", name: "Sign in" });
  });
});

describe("fields", () => {
  const FIELDS = `<input id="t" aria-label="Text" value="abc"><input id="n" type="email" aria-label="Mail" value="a@b.c">
    <input id="d" type="date" aria-label="Date" min="2026-01-01"><input id="r" type="range" aria-label="Level" step="10">
    <input id="c" type="color" aria-label="Colour"><div id="e" contenteditable aria-label="Note">Hello</div>${LOG}`;

  test("focus goes to the element", async () => {
    const page = await browser.show(FIELDS);
    await page.observe();
    expect(await page.call("frame.focus", { id: "text" })).toMatchObject({ focused: true });
    expect(await page.page.evaluate(() => document.activeElement?.id)).toBe("t");
  });

  test.each([
    ["text", "abcX"],
    ["mail", "a@b.cX"],
    ["note", "HelloX"],
  ])("the caret goes to the end of %s", async (id, expected) => {
    const page = await browser.show(FIELDS);
    await page.observe();
    await page.call("frame.focus", { id });
    await page.call("frame.select-contents", { id, part: "end" });
    await page.page.keyboard.type("X");
    expect((await page.call("frame.value", { id })).value).toBe(expected);
  });

  test.each([["text"], ["mail"], ["note"]])("all of %s is selected and replaced", async (id) => {
    const page = await browser.show(FIELDS);
    await page.observe();
    await page.call("frame.focus", { id });
    expect(await page.call("frame.select-contents", { id, part: "all" })).toEqual({ empty: false });
    await page.page.keyboard.type("X");
    expect((await page.call("frame.value", { id })).value).toBe("X");
  });

  test.each([
    ["date", "2026-03-04", "2026-03-04"],
    ["level", "70", "70"],
    ["colour", "#FF8800", "#ff8800"],
  ])("%s is set with its events", async (id, value, read) => {
    const page = await browser.show(FIELDS);
    await page.observe();
    expect(await page.call("frame.set-value", { id, value })).toEqual({ value: read });
    const name = id.slice(0, 1).replace("l", "r");
    expect(await logOf(page)).toEqual([`input ${name}`, `change ${name}`]);
  });

  test.each([
    ["date", "4 March", "YYYY-MM-DD from 2026-01-01"],
    ["level", "75", "in steps of 10"],
    ["colour", "red", "#rrggbb"],
  ])(
    "%s refuses what it can't hold, names the format, and stays as it was",
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

  test("are found by id, value, text and loosely written text", async () => {
    const page = await browser.show(SELECT);
    await page.observe();
    const found = await page.call("frame.find-options", {
      id: "size",
      options: ["size.small", "x", "Extra Large", " extra LARGE "],
    });
    expect(found).toEqual({
      indices: [1, 3, 3, 3],
      multiple: false,
      selected: [0],
      disabled: [2],
      count: 4,
    });
  });

  test("that do not exist are answered with those that do", async () => {
    const page = await browser.show(SELECT);
    await page.observe();
    const error = await failure(page.call("frame.find-options", { id: "size", options: ["XXL"] }));
    expect(error.code).toBe("no-such-option");
    expect(error.message).toContain('"Small"');
  });

  test("are selected with the events of a choice", async () => {
    const page = await browser.show(SELECT);
    await page.observe();
    const result = await page.call("frame.select-options", { id: "size", indices: [3] });
    expect(result).toEqual({ value: "x" });
    expect(await logOf(page)).toEqual(["input s", "change s"]);
  });
});

describe("synthetic input", () => {
  test("a click brings the events of a mouse, in their order", async () => {
    const page = await browser.show(`<button id="b">Go</button>${LOG}`);
    await page.observe();
    await page.call("frame.synthesize", { action: { type: "click", id: "go" } });
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

  test("typing replaces, appends, and presses Enter", async () => {
    const page = await browser.show(
      `<form onsubmit="event.preventDefault()" id="f"><input id="i" aria-label="Search" value="old"></form>${LOG}`,
    );
    await page.observe();
    const typed = await page.call("frame.synthesize", {
      action: { type: "type", id: "search", text: "new" },
    });
    expect(typed.value).toBe("new");
    const more = await page.call("frame.synthesize", {
      action: { type: "type", id: "search", text: "er", mode: "append", enter: true },
    });
    expect(more.value).toBe("newer");
    const log = await logOf(page);
    expect(log).toContain("input i");
    expect(log).toContain("keydown i");
    expect(log.at(-2)).toBe("submit f");
  });

  test("clearing, hovering, selecting and pressing keys reach the page", async () => {
    const page = await browser.show(
      `<input id="i" aria-label="Name" value="old"><div id="h" onmouseenter="log.push('over')">Menu</div>
       <select id="s" aria-label="Size"><option>A</option><option>B</option></select>
       <button id="b" onclick="log.push('pressed')">Go</button>${LOG}`,
    );
    await page.observe();
    const clear = await page.call("frame.synthesize", { action: { type: "clear", id: "name" } });
    expect(clear.value).toBe("");
    const select = await page.call("frame.synthesize", {
      action: { type: "select", id: "size", options: ["b"] },
    });
    expect(select.value).toBe("B");
    await page.call("frame.synthesize", { action: { type: "press", key: "Enter", id: "go" } });
    expect(await logOf(page)).toContain("pressed");
  });

  test("a password that was typed is told by its length alone", async () => {
    const page = await browser.show(`<input type="password" aria-label="Password">`);
    await page.observe();
    const action = { type: "type", id: "password", text: "hunter2" } as const;
    expect((await page.call("frame.synthesize", { action })).value).toBe("•••••••");
    expect(await page.call("frame.value", { id: "password" })).toEqual({
      value: "hunter2",
      secret: true,
    });
  });

  test("an unknown key is refused", async () => {
    const page = await browser.show("<p>x</p>");
    const action = { type: "press", key: "Return" } as const;
    expect((await failure(page.call("frame.synthesize", { action }))).code).toBe("unknown-key");
  });
});
