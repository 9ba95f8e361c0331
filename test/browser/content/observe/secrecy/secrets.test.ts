// What a page keeps secret is told by its length alone, wherever the page or the browser says it again.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ContentBrowser, failure } from "../../../../support/browser/content-page.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

const SECRET = "314159";
const DOTTED = `style="-webkit-text-security: disc"`;

async function allReadings(html: string): Promise<string[]> {
  const page = await browser.show(html);
  const readings: string[] = [];
  for (const form of ["html", "outline", "paper"] as const) {
    readings.push(JSON.stringify(await page.observe(form)));
  }
  readings.push(JSON.stringify(await page.read({ form: "html", explain: true })));
  return readings;
}

describe("places where a secret could be told", () => {
  test.each([
    ["a number", `<input type="number" autocomplete="one-time-code" value="${SECRET}">`],
    [
      "limits",
      `<input type="number" autocomplete="cc-csc" min="${SECRET}" max="${SECRET}" step="${SECRET}" value="${SECRET}">`,
    ],
    ["a message of the browser", `<input type="email" ${DOTTED} value="${SECRET}">`],
    [
      "a message on a pattern",
      `<input autocomplete="cc-number" title="${SECRET}" pattern="${SECRET}0?1" value="${SECRET}">`,
    ],
    ["a title", `<input autocomplete="cc-number" title="It is ${SECRET}" value="${SECRET}">`],
    ["a placeholder", `<textarea ${DOTTED} placeholder="Not ${SECRET}">${SECRET}</textarea>`],
    [
      "suggestions",
      `<input autocomplete="cc-number" list="saved" value="${SECRET}"><datalist id="saved"><option>${SECRET}</datalist>`,
    ],
    [
      "states of ARIA",
      `<input role="spinbutton" autocomplete="cc-csc" aria-valuetext="${SECRET}" aria-valuenow="${SECRET}" value="${SECRET}">`,
    ],
    ["a text", `<p>Card <span ${DOTTED}>${SECRET}</span></p>`],
    ["a heading", `<h2 ${DOTTED}>${SECRET}</h2><p>More</p>`],
    ["a text in a dotted block", `<div ${DOTTED}><p>Card <b>${SECRET}</b></p></div>`],
    [
      "a button",
      `<button ${DOTTED}>${SECRET}</button><button aria-labelledby="x">b</button><b id="x" ${DOTTED}>${SECRET}</b>`,
    ],
    ["a label", `<label>PIN <span ${DOTTED}>${SECRET}</span> <input></label>`],
    [
      "what nobody sees",
      `<p style="position: absolute; left: -9999px"><span ${DOTTED}>${SECRET}</span></p>`,
    ],
    [
      "the text of a field of the page's own",
      `<div role="textbox" tabindex="0" aria-label="PIN" ${DOTTED}>${SECRET}</div>`,
    ],
    [
      "ids of a row",
      `<ul>${["hunter2", SECRET, "other"].map((text) => `<li><div contenteditable ${DOTTED}>${text}</div><button>Save</button></li>`).join("")}</ul>`,
    ],
    [
      "ids of a row that is shown",
      `<ul>${["hunter2", SECRET, "other"].map((text) => `<li><b ${DOTTED}>${text}</b> <button>Save</button></li>`).join("")}</ul>`,
    ],
  ])("a secret is not told in %s", async (_, html) => {
    for (const reading of await allReadings(html)) expect(reading).not.toContain(SECRET);
  });
});

test("a text within dots that the page shows in clear is told in clear", async () => {
  const page = await browser.show(
    `<p ${DOTTED}>${SECRET} <span style="-webkit-text-security: none">shown</span></p>`,
  );
  const { html } = await page.observe();
  expect(html).toContain("•••••• ");
  expect(html).toContain("shown");
});

test("what is said of an element that was found does not name what is dotted in it", async () => {
  const page = await browser.show(`<div contenteditable ${DOTTED}>${SECRET}</div>
    <button style="position: absolute; top: 100px">Under</button>
    <div style="position: absolute; top: 90px; width: 200px; height: 60px; background: #eee"><b ${DOTTED}>${SECRET}</b> over</div>`);
  const [editor] = (await page.observe()).inputs;
  const { target } = await page.call("frame.focus", { id: editor?.id ?? "" });
  expect(target.name).not.toContain(SECRET);
  const covered = await failure(page.locate("under", "click", 300));
  expect(covered.code).toBe("covered");
  expect(JSON.stringify([covered.message, covered.details])).not.toContain(SECRET);
});

describe("a secret value in another field", () => {
  const values = async (page: Awaited<ReturnType<ContentBrowser["show"]>>): Promise<string[]> =>
    (await page.observe()).inputs.map(({ value }) => value);
  const SHIPPING = `<div id="shipping" hidden><input id="later" aria-label="Later"></div>`;

  async function write(
    page: Awaited<ReturnType<ContentBrowser["show"]>>,
    text: string,
  ): Promise<void> {
    // Nothing is noted of a page that no session reads.
    await page.observe();
    await page.page.focus("#first");
    await page.page.keyboard.type(text);
  }

  function show(page: Awaited<ReturnType<ContentBrowser["show"]>>, text: string): Promise<void> {
    return page.page.evaluate((text) => {
      document.querySelector<HTMLElement>("#payment")?.setAttribute("hidden", "");
      document.querySelector("#shipping")?.removeAttribute("hidden");
      const later = document.querySelector<HTMLInputElement>("#later");
      if (later !== null) later.value = text;
    }, text);
  }

  test.each(["cc-name", "cc-given-name", "cc-type", "cc-exp-year", "cc-exp"])(
    "a value of %s is told in another field, because it is no secret there",
    async (token) => {
      const page = await browser.show(
        `<div id="payment"><input id="first" autocomplete="${token}"></div>${SHIPPING}`,
      );
      await write(page, "Jane Doe");
      expect(await values(page)).toEqual(["••••••••"]);
      await show(page, "Jane Doe");
      expect(await values(page)).toEqual(["Jane Doe"]);
    },
  );

  test.each([
    `type="password"`,
    `autocomplete="cc-number"`,
    `autocomplete="cc-csc"`,
    `autocomplete="one-time-code"`,
    DOTTED,
    `type="password" oninput="this.type = 'text'"`,
  ])("a value of a field with %s is withheld elsewhere, as it was in the end", async (kind) => {
    const page = await browser.show(
      `<div id="payment"><input id="first" ${kind}></div>${SHIPPING}<button id="next">Next</button>`,
    );
    await write(page, "hunt");
    expect(await values(page)).toEqual(["••••"]);
    await write(page, "er2");
    expect(await values(page)).toEqual(["•••••••"]);
    await page.page.focus("#next");
    await show(page, "hunt");
    expect(await values(page)).toEqual(["hunt"]);
    await show(page, "hunter2");
    expect(await values(page)).toEqual(["•••••••"]);
  });

  describe("a secret value in a second field, with the first one hidden", () => {
    test.each([
      ["display", "display: none"],
      ["visibility", "visibility: hidden"],
      ["opacity", "opacity: 0"],
      ["a filter", "filter: opacity(0)"],
      ["moving it off the page", "left: -9999px"],
      ["a clip", "clip-path: inset(100%)"],
      ["a scale", "transform: scale(0)"],
      ["its size", "width: 0; height: 0; border: 0; padding: 0"],
      ["laying the other one over it", "z-index: -1"],
    ])("a secret value is withheld if the page hides its first field by %s", async (_, hidden) => {
      const page = await browser.show(`<style>
          #pair { position: relative; height: 40px }
          #pair input { position: absolute; left: 0; width: 200px }
          #pair .off { ${hidden} }
        </style>
        <div id="pair"><input id="first" type="password"><input id="later" class="off"></div>
        <button id="next">Show</button>`);
      await write(page, "hunter2");
      await page.page.focus("#next");
      await page.page.evaluate(() => {
        const [first, later] = document.querySelectorAll<HTMLInputElement>("#pair input");
        if (first !== undefined && later !== undefined) later.value = first.value;
        first?.classList.add("off");
        later?.classList.remove("off");
      });
      const shown = JSON.stringify(await page.observe());
      expect(shown).not.toContain("hunter2");
      expect(shown).toContain("•••••••");
    });

    test("a secret value is withheld in another field though one that was to hold the same still shows", async () => {
      const page = await browser.show(
        `<input id="first" type="password"><input id="again" type="password">${SHIPPING}<button id="next">Next</button>`,
      );
      await write(page, "hunter2");
      await page.page.focus("#again");
      await page.page.keyboard.type("hunter2");
      await page.page.focus("#next");
      await page.page.evaluate(() => document.querySelector("#first")?.setAttribute("hidden", ""));
      await show(page, "hunter2");
      expect(await values(page)).toEqual(["•••••••", "•••••••"]);
    });
  });

  test("a name that is the same as a password is told if the password's field still shows", async () => {
    const page = await browser.show(
      `<div style="margin-top: 2000px"><input id="first" type="password"></div>${SHIPPING}<button id="next">Next</button>`,
    );
    await write(page, "admin");
    await page.page.focus("#next");
    await show(page, "admin");
    await page.page.evaluate(() => scrollTo(0, 0));
    expect(await values(page)).toEqual(["•••••", "admin"]);
  });

  test("a secret value is withheld in another field if the page removes the first while it is written in", async () => {
    const page = await browser.show(
      `<div id="payment"><input id="first" type="password"></div>${SHIPPING}`,
    );
    await write(page, "hunter2");
    await page.page.evaluate(() => document.querySelector("#first")?.remove());
    await show(page, "hunter2");
    expect(await values(page)).toEqual(["•••••••"]);
  });
});
