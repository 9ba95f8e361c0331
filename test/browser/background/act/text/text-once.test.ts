// A text reaches the page at most once, whatever the page does with it: each letter is counted by the page itself.
import { describe, expect, test } from "vitest";

import { takerPage, takers } from "../../../../support/pages/text-takers.ts";
import type { Input, Opened } from "./text-pages.ts";
import { inputs, textPages } from "./text-pages.ts";

const { open: openPage, serve } = textPages();

function open(body: string, input?: Input): Promise<Opened> {
  return openPage(takerPage(body), input);
}

/** The last two are longer than what is typed by keys. */
const texts = [
  "7",
  "400123",
  "Naïve,two Ωmega",
  "x9".repeat(32),
  `A1-${"Zeichen fur ".repeat(9)}!`,
  `./${"run --all ".repeat(9)}!`,
];

describe.each(Object.entries(takers))("%s", (_, body) => {
  test.each(inputs)("a page that takes letters gets each text of %s input once", async (input) => {
    const { agent, inPage } = await open(body, input);
    for (const text of texts) {
      await inPage(`received = ""`);
      const step = await agent.act({ type: "type", id: agent.id("entry"), text });
      const got = await inPage(`received + (typeof rest === "function" ? rest() : "")`);
      // An editor in place writes some spaces as such that do not break.
      expect(String(got).replaceAll("\u00A0", " ")).toBe(text);
      expect({ text, status: step.status, error: step.error }).toEqual({ text, status: "done" });
    }
    await agent.close();
  });
});

/** Books each code of four digits as it is complete; only three may be wrong. */
const PIN = `<div id="pad"><label>Pin <input id="pin" type="password" inputmode="numeric"></label></div>
  <p id="state">3 tries left</p><script>
    let tries = 3; const guesses = [];
    pin.oninput = () => {
      if (pin.value.length < 4) return;
      guesses.push(pin.value); pin.value = "";
      state.textContent = --tries > 0 ? tries + " tries left" : "Locked";
    };
  </script>`;

describe.each(inputs)("texts that a page uses at once, by %s input", (input) => {
  test("a code of four digits takes one of three tries", async () => {
    const { agent, inPage } = await open(PIN, input);
    const step = await agent.act({ type: "type", id: agent.id("pin"), text: "1234" });
    expect(step).toMatchObject({ status: "done", effects: { value: "", emptied: true } });
    expect(step.effects).not.toHaveProperty("difference");
    expect(await inPage("guesses")).toEqual(["1234"]);
    expect(step.observation?.html).toContain("2 tries left");
    await agent.close();
  });

  test("a scanner gets a long code as one, and the step tells that the field is empty again", async () => {
    const code = `01${"9507000101531".repeat(6)}`;
    const { agent, inPage } = await open(
      `<label>Code <input oninput="if (this.value.length >= ${code.length}) {
        books.push(this.value); this.value = ''; show(books.length + ' booked'); }"></label>
      <script>const books = [];</script>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("code"), text: code });
    expect(step).toMatchObject({ status: "done", effects: { value: "", emptied: true } });
    expect(await inPage("books")).toEqual([code]);
    await agent.close();
  });

  test("a chat that sends on Enter gets one message", async () => {
    const { agent, inPage } = await open(
      `<label>Message <textarea onkeydown="if (event.key === 'Enter') {
        event.preventDefault(); messages.push(this.value); this.value = ''; show(messages.length + ' sent'); }"
        ></textarea></label><script>const messages = [];</script>`,
      input,
    );
    const message = { type: "type", id: agent.id("message"), text: "Hello there" } as const;
    const step = await agent.act({ ...message, enter: true });
    expect(step).toMatchObject({ status: "done", effects: { value: "Hello there" } });
    expect(await inPage("messages")).toEqual(["Hello there"]);
    await agent.close();
  });

  test("a console that empties its field as it hears text runs it on Enter, once", async () => {
    const { agent, inPage } = await open(
      `<label>Command <textarea rows="1" oninput="line += this.value; this.value = ''"
        onkeydown="if (event.key === 'Enter') { event.preventDefault(); ran.push(line); line = ''; show(ran.join()); }"
        ></textarea></label><script>let line = ""; const ran = [];</script>`,
      input,
    );
    const step = await agent.act({
      type: "type",
      id: agent.id("command"),
      text: "uptime",
      enter: true,
    });
    expect(step.status).toBe("done");
    expect(await inPage("ran")).toEqual(["uptime"]);
    await agent.close();
  });

  test("a field that is locked while its text is used gets no more of it, which is told", async () => {
    const { agent, inPage } = await open(
      `<label>Code <input oninput="if (this.value.length === 4) { received += this.value; this.disabled = true; show('sent'); }"></label>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("code"), text: "123456" });
    expect(step).toMatchObject({
      status: "done",
      effects: { difference: { wanted: "123456", got: "1234" } },
    });
    expect(await inPage("received")).toBe("1234");
    await agent.close();
  });

  test("a field that is gone with its fourth letter got four, and the rest is told", async () => {
    const { agent, inPage } = await open(
      `<div id="desk"><label>Code <input oninput="if (this.value.length === 4) { received += this.value; desk.textContent = 'Thanks'; }"></label></div>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("code"), text: "123456" });
    expect(step).toMatchObject({
      status: "done",
      effects: { difference: { wanted: "123456", got: "1234" } },
    });
    expect(await inPage("received")).toBe("1234");
    await agent.close();
  });

  test("typing is done if the field is gone once it has the text", async () => {
    const { agent, inPage } = await open(
      `<div id="desk"><label>Code <input oninput="if (this.value.length === 4) { received += this.value; desk.textContent = 'Thanks'; }"></label></div>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("code"), text: "1234", enter: true });
    expect(step.status).toBe("done");
    expect(step.effects).not.toHaveProperty("difference");
    expect(await inPage("received")).toBe("1234");
    await agent.close();
  });

  test("a field that is no part of the same number keeps what it holds", async () => {
    const { agent } = await open(
      `<label>Post code <input maxlength="5" oninput="if (this.value.length === 5) phone.focus()"></label>
      <label>Phone <input id="phone" value="555"></label>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("post-code"), text: "12345" });
    expect(step).toMatchObject({ status: "done", effects: { value: "12345" } });
    expect(step.observation?.inputs.map(({ value }) => value)).toEqual(["12345", "555"]);
    const more = await agent.act({ type: "type", id: agent.id("post-code"), text: "123456" });
    expect(more).toMatchObject({ status: "done", effects: { difference: { wanted: "123456" } } });
    const [, phone] = more.observation?.inputs ?? [];
    expect(phone?.value.replace("6", "")).toBe("555");
    await agent.close();
  });

  test("letters that a field strips are told, and not sent again", async () => {
    const { agent, inPage } = await open(
      `<label>Amount <input oninput="heard.push(event.data); this.value = this.value.replace(/\\D/g, '')"></label>
      <script>const heard = [];</script>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("amount"), text: "abc" });
    expect(step).toMatchObject({
      status: "done",
      effects: { value: "", difference: { wanted: "abc", got: "" } },
    });
    expect(await inPage("heard")).toEqual(["a", "b", "c"]);
    await agent.close();
  });

  test("a text that opens a search of the page's own goes on there", async () => {
    const { agent } = await open(
      `<label>Go to <input oninput="palette.hidden = false; query.value = this.value; this.value = ''; query.focus()"></label>
      <div id="palette" hidden><label>Query <input id="query"></label></div>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("go-to"), text: "settings" });
    expect(step).toMatchObject({ status: "done", effects: { value: "settings" } });
    expect(step.effects).not.toHaveProperty("difference");
    expect(step.observation?.inputs.map(({ value }) => value)).toEqual(["", "settings"]);
    await agent.close();
  });

  test("a card's number goes through its four parts, which move on by a timer", async () => {
    const part = `<input maxlength="4" size="6" oninput="if (this.value.length === 4 && this.nextElementSibling)
      setTimeout(() => this.nextElementSibling.focus(), 80)"`;
    const { agent, inPage } = await open(
      `<div>${[1, 2, 3, 4].map((each) => `${part} aria-label="Part ${each}">`).join("")}</div>`,
      input,
    );
    const text = "5105105105105100";
    const step = await agent.act({ type: "type", id: agent.id("part-1"), text });
    expect(step).toMatchObject({ status: "done", effects: { value: text } });
    const parts = `[...document.querySelectorAll("input")].map((each) => each.value)`;
    expect(await inPage(parts)).toEqual(["5105", "1051", "0510", "5100"]);
    await agent.close();
  });

  test("the beginning of a mask that clear leaves is told", async () => {
    const { agent } = await open(
      `<label>Phone <input value="+1 555" oninput="if (!this.value.startsWith('+1')) this.value = '+1 ' + this.value"></label>`,
      input,
    );
    const step = await agent.act({ type: "clear", id: agent.id("phone") });
    expect(step).toMatchObject({
      status: "done",
      effects: { value: "+1 ", difference: { wanted: "", got: "+1 " } },
    });
    await agent.close();
  });
});

test.each(inputs)(
  "a code whose last digit leads to another page comes once, by %s input",
  async (input) => {
    const next = serve("<title>In</title><h1>Welcome</h1>");
    const { agent } = await open(
      `<label>Code <input oninput="if (this.value.length === 4) location.href = '${next}?' + this.value"></label>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("code"), text: "1234" });
    expect(step).toMatchObject({ status: "done", effects: { navigated: { to: `${next}?1234` } } });
    await agent.close();
  },
);

test("text of an input method reaches a page that takes each composition, once", async () => {
  const { agent, inPage } = await open(
    `<label>Entry <textarea rows="1" id="entry"></textarea></label><script>
      entry.addEventListener("compositionend", ({ data }) => {
        received += data; setTimeout(() => { entry.value = ""; show(received); });
      });
    </script>`,
  );
  const step = await agent.act({ type: "type", id: agent.id("entry"), text: "東京" });
  expect(step.status).toBe("done");
  expect(await inPage("received")).toBe("東京");
  await agent.close();
});

test.each(inputs)("a text comes to a field in a frame once, by %s input", async (input) => {
  const inner = takerPage(takers["a scanner that books each letter and empties itself"] ?? "");
  const path = serve(inner);
  const { agent, inPage } = await open(`<iframe title="Desk" src="${path}"></iframe>`, input);
  const step = await agent.act({ type: "type", id: agent.id("entry"), text: "400123" });
  expect(step).toMatchObject({ status: "done", effects: { value: "", emptied: true } });
  expect(await inPage(`frames[0].eval("received")`)).toBe("400123");
  await agent.close();
});

test("a key reaches the page again after a text whose field is gone", async () => {
  const { agent, inPage } = await open(
    `<label>Code <input oninput="if (this.value.length === 3) { received += this.value; this.remove(); }"></label>
    <script>const keys = []; addEventListener("keydown", (event) => keys.push(event.key), true);</script>`,
  );
  await agent.act({ type: "type", id: agent.id("code"), text: "abcd" });
  expect(await inPage("received")).toBe("abc");
  await agent.act({ type: "press", key: "x" });
  expect(await inPage("keys")).toEqual(["a", "b", "c", "x"]);
  await agent.close();
});
