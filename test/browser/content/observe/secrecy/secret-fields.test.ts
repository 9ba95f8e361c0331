// Which fields are secret: those that come where one went, those that were one before, and editors that dot out a part.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const DOTTED = `style="-webkit-text-security: disc"`;

describe("a field that comes where a secret one went", () => {
  type Shown = Awaited<ReturnType<ContentBrowser["show"]>>;

  /** What the page's own switch does, with a field that is empty. */
  function flip(page: Shown): Promise<void> {
    return page.page.evaluate(() => document.querySelector<HTMLElement>("#flip")?.click());
  }

  /** The state of the last field, after a text was entered into it. */
  async function entered(page: Shown): Promise<{ value: string; secret?: true | undefined }> {
    const id = (await page.observe()).inputs.at(-1)?.id ?? "";
    await page.call("frame.focus", { id });
    await page.page.keyboard.type("hunter2");
    const { value, secret } = await page.call("frame.value", { id });
    const told = (await page.observe()).inputs.at(-1)?.value ?? "";
    expect(value).toBe("hunter2");
    return { value: told, ...(secret === undefined ? {} : { secret }) };
  }

  const WITHHELD = { value: "•••••••", secret: true };
  const TOLD = { value: "hunter2" };

  const swap = (around: string, secret: string, plain: string): string => `${around}
    <button id="flip">Show</button>
    <script>
      box.innerHTML = \`${secret}\`;
      flip.onclick = () => { box.innerHTML = \`${plain}\`; };
    </script>`;
  const BOX = `<span id="box"></span>`;

  test.each([
    [
      "has its id",
      swap(
        `<label for="p">Password</label>${BOX}`,
        `<input id="p" type="password">`,
        `<input id="p">`,
      ),
    ],
    ["has its name", swap(BOX, `<input name="p" type="password">`, `<input name="p" type="text">`)],
    [
      "has its placeholder",
      swap(BOX, `<input type="password" placeholder="Word">`, `<input placeholder="Word">`),
    ],
    [
      "has its name for screen readers",
      swap(BOX, `<input type="password" aria-label="Word">`, `<input aria-label="Word">`),
    ],
    [
      "stands in its label",
      swap(`<label>Word ${BOX}</label>`, `<input type="password">`, `<input>`),
    ],
    [
      "has a label of the same words",
      swap(
        BOX,
        `<label for="a">Word</label><input id="a" type="password">`,
        `<label for="b">Word</label><input id="b">`,
      ),
    ],
    ["has no words, as the first", swap(BOX, `<input type="password">`, `<input>`)],
    [
      "stands where it stood, in new elements",
      swap(
        BOX,
        `<div><p><input name="p" type="password"></p></div>`,
        `<div><p><input name="p"></p></div>`,
      ),
    ],
    [
      "stands in a shadow root",
      `<div id="host"></div><button id="flip">Show</button><script>
        const root = host.attachShadow({ mode: "closed" });
        root.innerHTML = '<input name="p" type="password">';
        flip.onclick = () => { root.innerHTML = '<input name="p">'; };
      </script>`,
    ],
    [
      "was hidden beside it",
      `<style>.off { display: none }</style><div><input class="one" placeholder="Word" type="password"><input
        class="other off" placeholder="Word"></div><button id="flip">Show</button><script>
        flip.onclick = () => {
          document.querySelector(".one").classList.add("off");
          document.querySelector(".other").classList.remove("off");
        };
      </script>`,
    ],
  ])("a field that comes where a secret one went is secret if it %s", async (_, html) => {
    const page = await browser.show(html);
    await page.observe();
    await flip(page);
    expect(await entered(page)).toEqual(WITHHELD);
  });

  test("a field that comes where a secret one went is secret after each turn of the switch", async () => {
    const page = await browser.show(`<div id="box"><input name="p" type="password"></div>
      <button id="flip">Show</button><script>
        flip.onclick = () => { box.innerHTML = box.innerHTML.includes("other") ? '<input name="p" class="third">' : '<input name="p" class="other">'; };
      </script>`);
    await page.observe();
    await flip(page);
    await page.observe();
    await flip(page);
    expect(await entered(page)).toEqual(WITHHELD);
  });

  test.each([
    [
      "is another one of its form",
      swap(BOX, `<input name="p" type="password">`, `<input name="nick">`),
    ],
    [
      "stands elsewhere",
      `<p>${BOX}</p><p><i id="other"></i></p><button id="flip">Next</button><script>
        box.innerHTML = '<input placeholder="Word" type="password">';
        flip.onclick = () => { box.innerHTML = ""; other.innerHTML = '<input placeholder="Word">'; };
      </script>`,
    ],
    [
      "stood beside it before",
      `<p><input placeholder="Word" type="password"><input placeholder="Word"></p><button id="flip">Next</button>
       <script>flip.onclick = () => document.querySelector("input").remove();</script>`,
    ],
    [
      "comes for one that is no secret elsewhere",
      swap(BOX, `<input name="p" autocomplete="cc-name">`, `<input name="p">`),
    ],
    [
      "comes beside it",
      `<p id="box"><input placeholder="Word" type="password"></p><button id="flip">More</button>
       <script>flip.onclick = () => box.insertAdjacentHTML("beforeend", '<input placeholder="Word">');</script>`,
    ],
  ])("a field that comes after a secret one is not secret if it %s", async (_, html) => {
    const page = await browser.show(html);
    await page.observe();
    await flip(page);
    expect(await entered(page)).toEqual(TOLD);
  });
});

test.each([
  [
    "the page makes it plain as it is loaded",
    `addEventListener("load", () => (word.type = "text"))`,
  ],
  [
    "the page makes it plain as its document is read",
    `document.addEventListener("DOMContentLoaded", () => (word.type = "text"))`,
  ],
])("a password is secret before a session comes if %s", async (_, script) => {
  const page = await browser.show(
    `<input id="word" type="password" value="hunter2" aria-label="Word"><script>${script}</script>`,
  );
  expect((await page.observe()).inputs.map(({ value }) => value)).toEqual(["•••••••"]);
});

test("a password is secret before a session comes if a person wrote it and had it shown", async () => {
  const page = await browser.show(
    `<div id="box"></div><script>box.innerHTML = '<input id="word" type="password" aria-label="Word">';</script>`,
  );
  await page.page.focus("#word");
  await page.page.keyboard.type("hunter2");
  await page.page.evaluate(() => document.querySelector("#word")?.setAttribute("type", "text"));
  expect((await page.observe()).inputs.map(({ value }) => value)).toEqual(["•••••••"]);
});

describe("what is edited in place", () => {
  test.each([
    ["its only text", `<span ${DOTTED}>a</span>`],
    ["one of its texts", `Word: <b><span ${DOTTED}>a</span></b>`],
    ["what is still empty", `<p ${DOTTED}><br></p>`],
  ])("what is edited in place is withheld if %s is dotted out", async (_, inner) => {
    const page = await browser.show(
      `<div contenteditable role="textbox" aria-label="Word">${inner}</div>`,
    );
    await page.observe();
    expect(await page.call("frame.focus", { id: "word" })).toMatchObject({ secret: true });
    expect(await page.call("frame.value", { id: "word" })).toMatchObject({ secret: true });
  });

  test("what is edited in place is told if nothing in it is dotted out", async () => {
    const page = await browser.show(
      `<div contenteditable role="textbox" aria-label="Word"><p>a <b>b</b></p></div>`,
    );
    await page.observe();
    expect(await page.call("frame.focus", { id: "word" })).not.toHaveProperty("secret");
  });
});
