// Typing into fields of all kinds, and what is said where they take something else.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { htmlOf, TestAgent } from "../../agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

/** Writes events into the page, so that an observation shows what arrived. */
const RECORD = `<p id="said"></p><script>
  const say = (text) => { said.textContent += "[" + text + "]"; };
  for (const type of ["keydown", "compositionstart", "compositionend", "click"])
    addEventListener(type, (event) => say(type + " " + (event.key ?? event.data ?? "")), true);
</script>`;

const inputs = ["trusted", "synthetic"] as const;

function open(html: string, input: (typeof inputs)[number] = "trusted"): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.page(`<title>Typing</title>${html}`), { input });
}

describe("what a field makes of the text", () => {
  test.each([
    ["by a largest length", `maxlength="4"`, "12345678", "1234"],
    [
      "by a mask",
      `oninput="this.value = this.value.replace(/\\D/g, '').replace(/(\\d{4})(?=\\d)/g, '$1 ')"`,
      "42424242",
      "4242 4242",
    ],
    [
      "when it is drawn",
      `oninput="requestAnimationFrame(() => this.value = 'later')"`,
      "now",
      "later",
    ],
  ])("a text that a field changes %s is told as changed", async (_, attributes, text, got) => {
    const agent = await open(`<label>Card <input ${attributes}></label>`);
    const step = await agent.act({ type: "type", id: agent.id("card"), text });
    expect(step).toMatchObject({
      status: "done",
      effects: { value: got, difference: { wanted: text, got } },
    });
    await agent.close();
  });

  test("what a field makes of a secret is told by its length alone", async () => {
    const agent = await open(`<label>Pin <input type="password" maxlength="4"></label>`);
    const step = await agent.act({ type: "type", id: agent.id("pin"), text: "zQxjvk" });
    expect(step.effects).toMatchObject({
      value: "••••",
      difference: { wanted: "••••••", got: "••••" },
    });
    expect(JSON.stringify({ ...step, action: {} })).not.toContain("zQxj");
    await agent.close();
  });
});

describe("line ends", () => {
  test.each(inputs)(
    "line ends do not press Enter, so that a chat does not send half of the text, by %s input",
    async (input) => {
      const agent = await open(
        `${RECORD}<div id="chat" contenteditable aria-label="Message"
        onkeydown="if (event.key === 'Enter') { event.preventDefault(); say('sent'); }"></div>`,
        input,
      );
      const id = agent.id("message");
      const step = await agent.act({ type: "type", id, text: "Dear\nAnn" });
      expect(step).toMatchObject({ status: "done", effects: { value: "Dear\nAnn" } });
      expect(htmlOf(step)).not.toContain("sent");
      const sent = await agent.act({ type: "type", id, text: "!", mode: "append", enter: true });
      expect(htmlOf(sent)).toContain("[sent]");
      await agent.close();
    },
  );

  test.each(["trusted", "synthetic"] as const)(
    "line ends are refused by a field of one line for %s input, before anything happens",
    async (input) => {
      const agent = await open(`<label>Name <input value="old"></label>`, input);
      const step = await agent.act({ type: "type", id: agent.id("name"), text: "a\nb" });
      expect(step).toMatchObject({ status: "failed", error: { code: "value-refused" } });
      expect(step.observation?.inputs).toMatchObject([{ value: "old", focused: false }]);
      await agent.close();
    },
  );
});

describe("scripts", () => {
  test("scripts of input methods arrive as compositions, and letters of other keyboards as keys", async () => {
    const agent = await open(`<label>Name <input></label>${RECORD}`);
    const text = "東京 Омск عمان 👩‍👩‍👧";
    const step = await agent.act({ type: "type", id: agent.id("name"), text });
    expect(step).toMatchObject({ status: "done", input: "trusted", effects: { value: text } });
    expect(htmlOf(step)).toContain("[compositionstart ][compositionend 東京]");
    expect(htmlOf(step)).toContain("[keydown О][keydown м]");
    await agent.close();
  });
});

describe("a number", () => {
  test.each(["1,5", "five"])("the number %s is refused, with how it must be", async (text) => {
    const agent = await open(`<label>Weight <input type="number" value="3"></label>`);
    const step = await agent.act({ type: "type", id: agent.id("weight"), text });
    expect(step).toMatchObject({ status: "failed", error: { code: "value-refused" } });
    expect(step.error?.next).toContain("1234.5");
    expect(step.observation?.inputs).toMatchObject([{ value: "3", focused: false }]);
    await agent.close();
  });

  test.each(inputs)("a number with decimals is typed, by %s input", async (input) => {
    const agent = await open(`<label>Weight <input type="number" step="0.1"></label>`, input);
    const step = await agent.act({ type: "type", id: agent.id("weight"), text: "-1.50" });
    expect(step).toMatchObject({ status: "done", input, effects: { value: "-1.50" } });
    await agent.close();
  });
});

test.each([
  ["date", "2026/3/1", "2026-03-01"],
  ["time", "2:30 pm", "14:30"],
  ["datetime-local", "2026-03-01 14:30", "2026-03-01T14:30"],
  ["month", "2026-03", "2026-03"],
  ["week", "2026-w9", "2026-W09"],
  ["range", "70", "70"],
  ["color", "red", "#ff0000"],
])("a %s field takes %s", async (type, text, value) => {
  const agent = await open(`<label>Field <input type="${type}"></label>`);
  const step = await agent.act({ type: "type", id: agent.id("field"), text });
  expect(step).toMatchObject({ status: "done", effects: { value } });
  expect(step.effects).not.toHaveProperty("difference");
  await agent.close();
});

describe("fields with ways of their own", () => {
  test.each(["trusted", "synthetic"] as const)(
    "a field that stands alone in what is named takes the text of %s input",
    async (input) => {
      const agent = await open(
        `<div role="button" tabindex="0" aria-label="Search box"><input aria-label="Query"></div>`,
        input,
      );
      const step = await agent.act({ type: "type", id: agent.id("search-box"), text: "shoes" });
      expect(step).toMatchObject({
        status: "done",
        target: { id: agent.id("query"), tag: "input" },
        effects: { value: "shoes" },
      });
      await agent.close();
    },
  );

  test("a field that stands beside another is to be named by itself", async () => {
    const agent = await open(
      `<div role="button" tabindex="0" aria-label="Dates"><input aria-label="From"><input aria-label="Till"></div>`,
    );
    const step = await agent.act({ type: "type", id: agent.id("dates"), text: "x" });
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "not-editable", details: { fields: [agent.id("from"), agent.id("till")] } },
    });
    await agent.close();
  });

  test.each(inputs)(
    "a field that loses the focus on the first key still takes the whole text, by %s input",
    async (input) => {
      const agent = await open(
        `<label>Name <input oninput="if (!this.once) { this.once = true; this.blur(); }"></label>${RECORD}`,
        input,
      );
      const step = await agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
      expect(step).toMatchObject({ status: "done", effects: { value: "Ada" } });
      expect(htmlOf(step)).not.toContain("keydown d");
      await agent.close();
    },
  );

  test.each(inputs)(
    "a field that is made anew on every key still takes the whole text, by %s input",
    async (input) => {
      const agent = await open(
        `<label>Name <input oninput="renew(this)"></label>
      <script>function renew(old) {
        const made = old.cloneNode(); made.value = old.value; old.replaceWith(made);
      }</script>`,
        input,
      );
      const step = await agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
      expect(step).toMatchObject({ status: "done", effects: { value: "Ada" } });
      await agent.close();
    },
  );

  test.each(inputs)(
    "a field that is read-only until it has the focus is typed into, by %s input",
    async (input) => {
      const agent = await open(
        `<label>Name <input readonly onfocus="this.readOnly = false"></label>`,
        input,
      );
      const step = await agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
      expect(step).toMatchObject({ status: "done", input, effects: { value: "Ada" } });
      await agent.close();
    },
  );

  test.each(inputs)(
    "a field that stays read-only is not clicked, and is said to be read-only, by %s input",
    async (input) => {
      const agent = await open(`<label>Day <input readonly value="today"></label>${RECORD}`, input);
      const step = await agent.act({ type: "type", id: agent.id("day"), text: "x" });
      expect(step).toMatchObject({ status: "failed", error: { code: "not-editable" } });
      expect(step.error?.message).toContain("read-only");
      expect(htmlOf(step)).not.toContain("[click");
      await agent.close();
    },
  );

  test.each(inputs)(
    "a field that keeps all keys and does nothing with them is told by the difference, by %s input",
    async (input) => {
      const agent = await open(
        `<label>Name <input onkeydown="event.preventDefault()"></label>`,
        input,
      );
      const step = await agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
      const effects = { value: "", difference: { wanted: "Ada", got: "" } };
      expect(step).toMatchObject({ status: "done", effects });
      expect(step.observation?.inputs).toMatchObject([{ value: "" }]);
      await agent.close();
    },
  );

  test.each(inputs)(
    "a field that completes what is typed opens its list and chooses nothing, by %s input",
    async (input) => {
      const agent = await open(
        `<input role="combobox" aria-label="City" aria-expanded="false" aria-controls="cities"
      onkeyup="cities.hidden = false; this.ariaExpanded = 'true'"><ul id="cities" role="listbox" hidden><li role="option">Oslo</ul>`,
        input,
      );
      const step = await agent.act({ type: "type", id: agent.id("city"), text: "Os" });
      expect(step).toMatchObject({ status: "done", effects: { value: "Os" } });
      const [city] = step.observation?.inputs ?? [];
      expect(city).toMatchObject({ expanded: true, options: [{ text: "Oslo", selected: false }] });
      await agent.close();
    },
  );
});

describe("fields in a closed shadow root", () => {
  const html = `<div id="host"></div><script>
    host.attachShadow({ mode: "closed" }).innerHTML =
      '<input aria-label="Name"><div contenteditable aria-label="Story">Once<p>upon</p></div>';
  </script>`;

  test.each(["trusted", "synthetic"] as const)(
    "fields in a closed shadow root take text by %s input",
    async (input) => {
      const agent = await open(html, input);
      const type = async (id: string, text: string, mode: "replace" | "append") =>
        (await agent.act({ type: "type", id: agent.id(id), text, mode })).effects;
      expect(await type("name", "Ada", "replace")).toMatchObject({ value: "Ada" });
      expect(await type("story", "Twice\nupon", "replace")).toMatchObject({ value: "Twice\nupon" });
      expect(await type("story", " a time", "append")).toMatchObject({
        value: "Twice\nupon a time",
      });
      const cleared = await agent.act({ type: "clear", id: agent.id("story") });
      expect(cleared).toMatchObject({ status: "done", effects: { value: "" } });
      await agent.close();
    },
  );
});

const EVENTS = ["keydown", "keypress", "beforeinput", "input", "keyup", "change"];
const LISTENED = `<input aria-label="Name" value="was"><p></p><script>
    const name = document.querySelector("input"), told = [];
    for (const type of ${JSON.stringify(EVENTS)}) name.addEventListener(type, (event) => {
      told.push(type + ":" + (event.key ?? event.data ?? event.target.value) + (event.shiftKey ? "+" : ""));
      document.querySelector("p").textContent = told.join(" ");
    });</script>`;

describe("synthetic keys", () => {
  test("synthetic keys meant for a field go into no other frame, even if that takes the focus", async () => {
    const agent = await open(
      `<iframe id="other" srcdoc="<input aria-label='Thief'>"></iframe><label>Name <input
        onfocus="setTimeout(() => other.contentDocument.querySelector('input').focus())"></label>`,
      "synthetic",
    );
    const step = await agent.act({ type: "type", id: agent.id("name"), text: "hunter2" });
    const [thief] = step.observation?.inputs.filter(({ id }) => id.includes("/")) ?? [];
    expect(thief).toMatchObject({ value: "" });
    await agent.close();
  });

  test("synthetic keys come one by one, each with the events that a page listens for", async () => {
    const agent = await open(LISTENED, "synthetic");
    const step = await agent.act({ type: "type", id: agent.id("name"), text: "aB" });
    expect(step).toMatchObject({ status: "done", input: "synthetic", effects: { value: "aB" } });
    expect(htmlOf(step)).toContain(
      "keydown:a keypress:a beforeinput:a input:a keyup:a keydown:B+ keypress:B+ beforeinput:B input:B keyup:B+ change:aB",
    );
    await agent.close();
  });

  test("synthetic keys that a page answers itself are left to it, also if it does nothing with them", async () => {
    const upper = `<input aria-label="Upper" onkeydown="event.preventDefault(); this.value += event.key.toUpperCase()">
      <input aria-label="Deaf" onkeydown="event.preventDefault()">`;
    const agent = await open(upper, "synthetic");
    const own = await agent.act({ type: "type", id: agent.id("upper"), text: "abc" });
    expect(own.effects).toMatchObject({ value: "ABC" });
    const deaf = await agent.act({ type: "type", id: agent.id("deaf"), text: "abc" });
    expect(deaf).toMatchObject({ status: "done", effects: { difference: { got: "" } } });
    expect(deaf.observation?.inputs.map(({ value }) => value)).toEqual(["ABC", ""]);
    await agent.close();
  });

  test("synthetic keys replace a value that begins as the text does, and go on in a field made anew", async () => {
    const moved = `<input aria-label="Same" value="a">
      <input aria-label="Old" onkeyup="const next = this.cloneNode(); next.onkeyup = null; next.removeAttribute('onkeyup'); next.value = this.value; this.replaceWith(next); next.focus()">`;
    const agent = await open(moved, "synthetic");
    const same = await agent.act({ type: "type", id: agent.id("same"), text: "ab" });
    expect(same.effects).toMatchObject({ value: "ab" });
    const old = await agent.act({ type: "type", id: agent.id("old"), text: "xyz" });
    expect(old.observation?.inputs.map(({ value }) => value)).toEqual(["ab", "xyz"]);
    await agent.close();
  });
});
