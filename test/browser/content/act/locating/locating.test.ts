// Locating elements, and what is said where they can't be acted on, in a real page.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser, failure } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

describe("locating", () => {
  test("the refusal of an unknown id names the nearest ones", async () => {
    const page = await browser.show("<button>Add to cart</button><button>Search</button>");
    await page.observe();
    const error = await failure(page.locate("add-to-crat"));
    expect(error.code).toBe("unknown-id");
    expect(error.message).toContain("add-to-cart");
    expect(error.details["nearest"]).toEqual(["add-to-cart"]);
  });

  test("details without a summary are opened where the browser draws one", async () => {
    const page = await browser.show("<details><p>Folded words</p></details>");
    expect((await page.observe()).clickable).toEqual(["details"]);
    const { x, y } = await page.locate("details");
    await page.page.mouse.click(x, y);
    expect((await page.observe()).html).toContain("Folded words");
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

  test("the refusal of a covered element names what covers it", async () => {
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
      `<div onclick="0" style="cursor: pointer; position: relative; width: 200px; height: 100px">Card
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

  test.each([
    [
      "a link",
      `<div onclick="1"><h3><a href="#mill" class="through">Mill loft</a></h3>700 €</div>`,
    ],
    [
      "a button",
      `<div onclick="1" style="cursor: pointer"><button class="through">Mill loft</button> 700 €</div>`,
    ],
    [
      "a link in a wrapper",
      `<section role="button" tabindex="0"><p class="through"><a href="#mill">Mill loft</a></p>700 €</section>`,
    ],
    [
      "a link in a link of its own",
      `<a href="#all">All of <b role="link" class="through">Mill loft</b></a>`,
    ],
  ])(
    "what lets the pointer through to the card around it is pressed there: %s",
    async (_, html) => {
      const page = await browser.show(`<style>.through { pointer-events: none }</style>${html}`);
      const { html: told } = await page.observe();
      const id = /id="((?:[\w-]+\.)?mill-loft)"/.exec(told)?.[1] ?? "";
      const { x, y } = await page.locate(id);
      const isIn = await page.page.evaluate(
        (x, y) => {
          const inner = document.querySelector(".through")?.getBoundingClientRect();
          return (
            inner !== undefined &&
            x > inner.left &&
            x < inner.right &&
            y > inner.top &&
            y < inner.bottom
          );
        },
        x,
        y,
      );
      expect(isIn).toBe(true);
    },
  );

  test.each([
    ["nothing around acts", `<div><a href="#mill" class="through">Mill loft</a></div>`],
    [
      "it is disabled",
      `<div onclick="1">All lofts <button class="through" disabled>Mill loft</button></div>`,
    ],
    [
      "something lies over the card",
      `<div onclick="1"><a href="#mill" class="through">Mill loft</a> 700 €</div>
       <div style="position: fixed; inset: 0; background: white">Please wait</div>`,
    ],
  ])("what takes no pointer is not pressed if %s", async (_, html) => {
    const page = await browser.show(html);
    await page.observe();
    await page.page.addStyleTag({ content: ".through { pointer-events: none }" });
    const error = await failure(page.locate("mill-loft"));
    expect(["outside", "disabled", "covered"]).toContain(error.code);
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
      // Never back the way it came: two frames around a turn could show it at the same place.
      `<style>@keyframes on { to { transform: translateX(6000px) } }
        button { animation: on 60s linear }</style><button>Slide</button>`,
    );
    await page.observe();
    expect((await failure(page.locate("slide", "click", 3000))).code).toBe("moving");
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

  test("what takes no text is refused for typing, and what is no select is refused for selecting", async () => {
    const page = await browser.show(
      `<button>Go</button><input aria-label="Fixed" readonly><input type="checkbox" aria-label="Gift"><select aria-label="Land"><option>Chad</option></select>`,
    );
    await page.observe();
    const gift = await failure(page.locate("gift", "type"));
    expect(gift).toMatchObject({ code: "not-editable", next: "Click it." });
    expect(gift.message).toContain("checkbox");
    const land = await failure(page.locate("land", "type"));
    expect(land.code).toBe("not-editable");
    expect(land.next).toContain("options");
    expect((await failure(page.locate("go", "type"))).code).toBe("not-editable");
    // Some are so only until they have the focus; whoever types asks once more then.
    expect(await page.locate("fixed", "type")).toMatchObject({ readOnly: true });
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

  test.each([
    ["not-displayed", "display: none", "is not displayed"],
    ["hidden", "visibility: hidden", "is made invisible"],
    ["no-pointer", "pointer-events: none", "takes no input of the pointer"],
    ["no-size", "width: 0; height: 0; padding: 0; border: 0; font-size: 0", "has no size"],
    ["cut-off", "position: absolute; left: -500px", "is cut off by"],
    ["off-page", "position: fixed; left: -500px", "lies beyond the page's edge"],
  ])("an element that no longer shows is said to be outside: %s", async (why, style, words) => {
    const page = await browser.show(
      `<div style="overflow: clip; position: relative; width: 300px; height: 100px"><button>Go</button></div>`,
    );
    await page.observe();
    await page.page.$eval("button", (button, css) => button.setAttribute("style", css), style);
    const error = await failure(page.locate("go"));
    expect(error).toMatchObject({ code: "outside", details: { id: "go", why } });
    expect(error.message).toContain(words);
  });

  test("an element that is disabled for a moment is waited for", async () => {
    const page = await browser.show("<button disabled>Save</button>");
    await page.observe();
    await page.page.evaluate(() =>
      setTimeout(() => document.querySelector("button")?.removeAttribute("disabled"), 200),
    );
    expect((await page.locate("save")).target.id).toBe("save");
  });

  test("a link that wraps is acted on where its text is, not in the box around both lines", async () => {
    const page = await browser.show(
      `<p style="width: 300px; font: 20px/40px monospace">Some words go first <a href="#there">then a link</a></p>`,
    );
    await page.observe();
    const { x, y } = await page.locate("then-a-link");
    expect(await page.page.evaluate(hitAt, x, y)).toBe("A");
  });

  test("an element larger than the view is acted on where it shows", async () => {
    const page = await browser.show(
      `<div style="height: 900px"></div><div role="button" style="height: 3000px; width: 4000px; background: #ddd">Huge</div>`,
    );
    await page.observe();
    const { x, y } = await page.locate("huge");
    expect(await page.page.evaluate(hitAt, x, y)).toBe("DIV");
  });

  test("an element in a scroller that snaps and scrolls smoothly is brought into view", async () => {
    const slides = ["One", "Two", "Three", "Four"]
      .map(
        (name) =>
          `<div style="flex: 0 0 400px; scroll-snap-align: center"><button>${name}</button></div>`,
      )
      .join("");
    const page = await browser.show(
      `<div style="display: flex; width: 420px; overflow-x: auto; scroll-snap-type: x mandatory; scroll-behavior: smooth">${slides}</div>`,
    );
    await page.observe();
    const { x, y } = await page.locate("four");
    expect(x).toBeLessThan(428);
    expect(await page.page.evaluate(hitAt, x, y)).toBe("BUTTON");
  });

  test("an element that only blinks is not moving", async () => {
    const page = await browser.show(
      `<style>@keyframes blink { 50% { opacity: 0.2 } } button { animation: blink 200ms infinite }</style>
       <button>Blink</button>`,
    );
    await page.observe();
    expect((await page.locate("blink")).target.id).toBe("blink");
  });

  test("an element in a closed shadow root is found and hit", async () => {
    const page = await browser.open("/closed-shadow/");
    await page.observe();
    const located = await page.locate("sign-in");
    expect(located.target).toMatchObject({ tag: "button", name: "Sign in" });
  });
});

function hitAt(x: number, y: number): string | undefined {
  return document.elementFromPoint(x, y)?.nodeName;
}
