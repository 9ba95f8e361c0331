// Pages that get in a reader's way, by accident or on purpose: names, sizes and prototypes.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { MAX_HTML } from "@webserv/shared/model/page/observation.ts";

import { ContentBrowser } from "../../support/browser/content-page.ts";
import { clickByScript } from "../../support/browser/scripted-click.ts";

let browser: ContentBrowser;
beforeAll(async () => {
  browser = await ContentBrowser.launch();
});
afterEach(() => browser.closePages());
afterAll(() => browser.close());

/** Fields with these names stand before the properties of their form (HTML, LegacyOverrideBuiltIns). */
const PROPERTIES =
  "assignedSlot childNodes closest contentEditable firstElementChild focus getAttribute getBoundingClientRect getClientRects getRootNode hasAttribute id isConnected isContentEditable labels localName matches nodeType offsetParent ownerDocument parentElement querySelector scrollIntoView shadowRoot tabIndex textContent title".split(
    " ",
  );

describe("fields named like properties of their form", () => {
  const fields = PROPERTIES.map((name) => `<input type="hidden" name="${name}">`).join("");
  const source = `<main><form onclick="">${fields}<h2>Order</h2>
    <button type="button" onclick="document.querySelector('output').value = 'pressed'">Pay</button>
    <output></output></form></main>`;

  for (const form of ["html", "paper"] as const) {
    test(`fields named like properties of their form change nothing about what is read (${form})`, async () => {
      const page = await browser.show(source);
      const { html, clickable } = await page.observe(form);
      expect(html).toContain("<h2>Order</h2>");
      expect(clickable).toContain("order.pay");
    });
  }

  test("fields named like properties of their form change nothing about what is acted on", async () => {
    const page = await browser.show(source);
    await page.observe();
    await clickByScript(page, "order.pay");
    expect(await page.page.$eval("output", (output) => output.value)).toBe("pressed");
  });
});

test("elements named like properties of the document change nothing about what is read and waited for", async () => {
  const names =
    "activeElement baseURI body createRange createTreeWalker defaultView documentElement elementFromPoint querySelector querySelectorAll readyState scrollingElement title URL";
  const images = names.split(" ").map((name) => `<img name="${name}" alt="">`);
  const page = await browser.show(
    `<title>Shop</title><body onclick="">${images.join("")}<p>Welcome <button>Enter</button></p>`,
  );
  const reading = await page.observe();
  expect(reading.title).toBe("Shop");
  expect(reading.clickable).toEqual(["enter"]);
  expect((await page.settle()).status).toBe("settled");
  await clickByScript(page, "enter");
});

test("a text longer than an observation is cut, and said", async () => {
  const page = await browser.show(`<pre></pre><button>After</button>`);
  await page.page.$eval("pre", (pre) => (pre.textContent = "line & more\n".repeat(500_000)));
  const { html, omitted } = await page.read({ maxTokens: 1_000_000 });
  expect(html.length).toBeLessThanOrEqual(MAX_HTML);
  expect(html).toMatch(/<!--more:pre [\d,]+ more characters--><\/pre>/);
  expect(omitted).toContainEqual(expect.objectContaining({ what: "budget" }));
});

test("a value longer than is told of one field is cut, and said", async () => {
  const page = await browser.show(`<label>Long <textarea></textarea></label>`);
  await page.page.$eval("textarea", (area) => (area.value = "x".repeat(150_000)));
  const { inputs, omitted } = await page.observe();
  expect(inputs[0]?.value).toHaveLength(100_000);
  expect(omitted).toContainEqual(expect.objectContaining({ what: "text", where: "long" }));
});

test("a title of many MiB is cut", async () => {
  const page = await browser.show(`<p>Short</p>`);
  await page.page.evaluate(() => (document.title = "long ".repeat(2_000_000)));
  expect((await page.observe()).title.length).toBeLessThanOrEqual(4096);
});

test("what a page adds to Object.prototype does not make our hooks throw into it", async () => {
  const page = await browser.show(`<button>A</button>`);
  const done = await page.page.evaluate(async () => {
    for (const name of [
      "view",
      "relatedTarget",
      "composed",
      "which",
      "sourceCapabilities",
      "apply",
      "get",
    ])
      Reflect.set(Object.prototype, name, "polluted");
    document.querySelector("button")?.addEventListener("click", () => {});
    return await (await fetch("/greeting/")).text().then(() => "fetched");
  });
  expect(done).toBe("fetched");
});

// Chromium's own layout ends at some 3,000.
test("elements nested thousands of levels deep are left out, and said", async () => {
  const page = await browser.show(`<button>Near</button>`);
  await page.page.evaluate(() => {
    const outermost = document.createElement("div");
    let innermost = outermost;
    for (let level = 0; level < 2000; level++) {
      const inside = document.createElement("div");
      inside.addEventListener("click", () => {});
      innermost.append(inside);
      innermost = inside;
    }
    innermost.textContent = "far";
    document.body.append(outermost);
  });
  const { clickable, omitted } = await page.observe();
  expect(clickable).toContain("near");
  expect(omitted.map(({ why }) => why)).toEqual([
    expect.stringContaining("nested too deeply to be read"),
  ]);
});

describe("a page that watches how it is looked at", () => {
  /** Every member that is asked for, of an object that would tell. */
  const WATCHED = `
    const seen = [];
    const watched = (members) => new Proxy(members, new Proxy({}, {
      get: (_, trap) => (...args) => {
        seen.push(trap + " " + String(args[1]));
        return Reflect[trap](...args);
      },
    }));`;

  test("a page sees its listeners' options read as the browser reads them", async () => {
    const script = `(document) => {
      ${WATCHED}
      const button = document.createElement("button");
      document.body.append(button);
      let clicks = 0;
      const count = () => clicks++;
      button.addEventListener("click", count, watched({ capture: true, once: true }));
      button.click();
      button.click();
      button.addEventListener("click", count, watched({ capture: true }));
      button.removeEventListener("click", count, watched({ capture: true }));
      button.click();
      let thrown;
      try {
        button.addEventListener("click", count, { get once() { throw "from the page" } });
      } catch (error) {
        thrown = error;
      }
      return JSON.stringify([seen, clicks, thrown]);
    }`;
    const page = await browser.show(
      `<p>x</p><iframe sandbox="allow-same-origin" srcdoc="<body></body>"></iframe>`,
    );
    // The scripts of a sandboxed frame do not run, ours included: its functions are the browser's.
    const [ours, theirs] = (await page.page.evaluate(
      `[(${script})(document), (${script})(document.querySelector("iframe").contentDocument)]`,
    )) as [string, string];
    expect(ours).toBe(theirs);
    expect(JSON.parse(ours)).toMatchObject([
      expect.arrayContaining(["get once"]),
      1,
      "from the page",
    ]);
  });

  test("a page can't break the search for handlers, nor hear of it", async () => {
    const page = await browser.show(`
      <div id="a">Real</div><div id="b">Traps</div><div id="c">Throws</div>
      <script>
        const heard = [];
        addEventListener("error", (event) => heard.push(event.message));
        a.addEventListener("click", () => {});
        a.addEventListener("mouseover", () => {});
        b.__reactProps$x = { get onClick() { throw new Error("asked") } };
        c.__reactProps$x = new Proxy({}, { get() { throw new Error("trapped") } });
        c.jQuery1 = { events: { click: { length: 1e9, delegateCount: 1e9 } }, handle: 1 };
        for (const name of ["push", "map", "indexOf", "forEach"])
          Array.prototype[name] = () => heard.push(name);
        Array.prototype[Symbol.iterator] = function* () { heard.push("iterated"); };
        for (const index of [0, 1, 2, 3])
          Object.defineProperty(Array.prototype, index, { set() { heard.push("set " + index); }, get() { heard.push("get " + index); } });
        for (const owner of [NodeList, Element, Document, Reflect, WeakMap, String])
          for (const name of Object.getOwnPropertyNames(owner.prototype ?? owner)) {
            const member = Object.getOwnPropertyDescriptor(owner.prototype ?? owner, name);
            if (typeof member.value !== "function" || name === "constructor") continue;
            (owner.prototype ?? owner)[name] = function (...args) { heard.push(name); return member.value.apply(this, args); };
          }
        const late = () => {};
        document.body.lastElementChild.addEventListener("click", late, { once: true });
        document.body.lastElementChild.removeEventListener("click", late);
        heard.length = 0;
        Object.defineProperty(window, "heard", { value: heard });
      </script>`);
    const { clickable, hoverable } = await page.observe();
    expect({ clickable, hoverable }).toEqual({ clickable: ["real"], hoverable: ["real"] });
    expect(await page.page.evaluate("heard.join()")).toBe("");
  });
});

test("a password stays one while the page shows it in clear", async () => {
  const page = await browser.show(
    `<label>Password <input type="password" value="hunter2"></label>`,
  );
  await page.observe();
  await page.page.$eval("input", (input) => (input.type = "text"));
  const { html, inputs } = await page.observe();
  expect(html).not.toContain("hunter2");
  expect(inputs).toMatchObject([{ type: "text", value: "•••••••" }]);
  expect(await page.call("frame.value", { id: "password" })).toEqual({
    value: "hunter2",
    secret: true,
    focused: false,
  });
});
