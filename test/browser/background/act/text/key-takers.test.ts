// A page that takes the keys itself gets the whole text by them: nothing is set behind its back.
import { describe, expect, test } from "vitest";

import { takerPage } from "../../../../support/pages/text-takers.ts";
import type { Input, Opened } from "./text-pages.ts";
import { inputs, textPages } from "./text-pages.ts";

const { open: openPage } = textPages();

function open(body: string, input?: Input): Promise<Opened> {
  return openPage(takerPage(body), input);
}

const TAKE = `if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
  event.preventDefault(); received += event.key; show(received); }`;
const STYLE = `style="min-height: 2em"`;
const EDITED = `<div id="entry" contenteditable aria-label="Entry" ${STYLE}`;

const fields = {
  "a text area that takes key presses": `<textarea id="entry" aria-label="Entry" onkeypress="${TAKE}"></textarea>`,
  "a text area that takes keys": `<textarea id="entry" aria-label="Entry" onkeydown="${TAKE}"></textarea>`,
  "an element edited in place that takes keys": `${EDITED} onkeydown="${TAKE}"></div>`,
  "an element edited in place that takes key presses": `${EDITED} onkeypress="${TAKE}"></div>`,
};
const texts = [
  "hello",
  "(ls)",
  "./configure --prefix=/usr/local --with-x --with-y --enable-z --disable-w -v",
  `"${"a,b;".repeat(20)}"`,
  "(ls)\n(pwd)",
  "ls\npwd",
];

describe.each(inputs)("pages that take keys themselves, by %s input", (input) => {
  test.each(Object.entries(fields))("each key comes once to %s", async (_, body) => {
    const { agent, inPage } = await open(body, input);
    for (const text of texts) {
      await inPage(`received = ""`);
      const step = await agent.act({ type: "type", id: agent.id("entry"), text });
      // A line end is no character of a key.
      expect(await inPage("received")).toBe(text.replaceAll("\n", ""));
      expect({ text, status: step.status, error: step.error }).toEqual({ text, status: "done" });
      expect(await inPage("(entry.value ?? entry.textContent).trim()")).toBe("");
    }
    await agent.close();
  });

  test("a prompt edited in place that shows what it took keeps it", async () => {
    const { agent, inPage } = await open(
      `${EDITED} onkeydown="${TAKE.replace("show(received)", "this.textContent = received")}"></div>`,
      input,
    );
    for (const text of ["hello", `(${"ls ".repeat(40)})`]) {
      await inPage(`received = ""`);
      await agent.act({ type: "type", id: agent.id("entry"), text });
      expect(await inPage("received")).toBe(text);
      expect(await inPage("entry.textContent")).toBe(text);
    }
    await agent.close();
  });

  test.each(["3.5", "-5", "42"])("a number field that takes keys gets %s by them", async (text) => {
    const { agent, inPage } = await open(
      `<label>Entry <input id="entry" type="number" step="any" onkeydown="${TAKE}"></label>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("entry"), text });
    expect(await inPage("received")).toBe(text);
    expect(await inPage("entry.value")).toBe("");
    expect(step.status).toBe("done");
    await agent.close();
  });

  test.each(["3.5", "-5", "42"])("a number field that hears keys holds %s", async (text) => {
    const { agent, inPage } = await open(
      `<label>Entry <input id="entry" type="number" step="any" value="7" onkeydown="received += event.key"></label>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("entry"), text });
    expect(step).toMatchObject({ status: "done", effects: { value: text } });
    expect(await inPage("entry.value")).toBe(text);
    expect(String(await inPage("received"))).toContain(text.slice(0, 1));
    await agent.close();
  });

  test("a long text that a page takes as it is put in comes whole, with one key ahead of it", async () => {
    const { agent, inPage } = await open(
      `<textarea id="entry" aria-label="Entry"></textarea><script>const keys = [], heard = [];
        entry.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => { if (!ctrlKey && !metaKey) keys.push(key); });
        entry.addEventListener("input", ({ data }) => heard.push(data));</script>`,
      input,
    );
    for (const text of [`[${"1, ".repeat(40)}2]`, "x9".repeat(40)]) {
      await inPage("keys.length = heard.length = 0");
      await agent.act({ type: "type", id: agent.id("entry"), text });
      expect(await inPage("entry.value")).toBe(text);
      expect(await inPage("heard.join('')")).toBe(text);
      expect(await inPage("keys")).toEqual([text.slice(0, 1)]);
    }
    await agent.close();
  });

  test("an editor that takes some keys itself keeps what it made of them", async () => {
    const { agent, inPage } = await open(
      `<textarea id="entry" aria-label="Entry" onkeydown="if (event.key !== '#') return;
        event.preventDefault(); this.value = '§'; "></textarea>`,
      input,
    );
    await agent.act({ type: "type", id: agent.id("entry"), text: "#12" });
    expect(await inPage("entry.value")).toBe("§12");
    await agent.close();
  });
});
