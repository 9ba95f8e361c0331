// A text that a page has heard of has arrived, whatever the field holds then; and no key goes astray afterwards.
import { describe, expect, test } from "vitest";

import { boxesPage } from "../../../../support/pages/code-boxes.ts";
import { takerPage } from "../../../../support/pages/text-takers.ts";
import type { Input, Opened } from "./text-pages.ts";
import { inputs, textPages } from "./text-pages.ts";

const { open: openPage } = textPages();

function open(body: string, input?: Input): Promise<Opened> {
  return openPage(body.startsWith("<!doctype") ? body : takerPage(body), input);
}

/** Of four digits, which the page takes from the keys and has looked up by its server. */
const LOOKED_UP = `<label>Pin <input id="pin" onkeydown="if (event.key.length !== 1 || event.ctrlKey) return;
  event.preventDefault(); received += event.key;
  if (received.length === 4) setTimeout(() => show('1 try left'), 900);"></label>`;
const DIGITS_ALONE = `<label>Amount <input oninput="this.value = this.value.replace(/\\D/g, '')"></label>`;

describe.each(inputs)("arrival of texts by %s input", (input) => {
  test("keys that the page takes have arrived, however late it answers", async () => {
    const { agent, inPage } = await open(LOOKED_UP, input);
    const step = await agent.act({ type: "type", id: agent.id("pin"), text: "1234" });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", effects: { value: "", emptied: true } });
    expect(step.effects).not.toHaveProperty("difference");
    expect(await inPage("received")).toBe("1234");
    await agent.close();
  });

  test("keys that the page keeps from the field, and does nothing with, are told by the difference", async () => {
    const { agent } = await open(
      `<label>Amount <input onkeydown="if (/^[a-z]$/.test(event.key) && !event.ctrlKey) event.preventDefault()"></label>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("amount"), text: "abc" });
    expect(step).toMatchObject({
      status: "done",
      effects: { value: "", difference: { wanted: "abc", got: "" } },
    });
    expect(step.effects).not.toHaveProperty("emptied");
    await agent.close();
  });

  test("a mask that makes the field's former value of the text has used the text", async () => {
    const { agent, inPage } = await open(
      `<label>Phone <input value="555-0100" oninput="received += event.data; const digits = this.value.replace(/\\D/g, '');
        this.value = digits.length > 3 ? digits.slice(0, 3) + '-' + digits.slice(3) : digits"></label>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("phone"), text: "5550100" });
    expect(step).toMatchObject({
      status: "done",
      effects: { value: "555-0100", difference: { wanted: "5550100", got: "555-0100" } },
    });
    expect(await inPage("received")).toBe("5550100");
    await agent.close();
  });

  test.each([
    ["a text area", `<label>Source <textarea id="source" rows="4"></textarea></label>`, "value"],
    [
      "an element edited in place",
      `<div id="source" contenteditable aria-label="Source" style="min-height: 4em"></div>`,
      "textContent",
    ],
  ])("an editor in %s that closes brackets does not change a long text", async (_, field, held) => {
    const { agent, inPage } = await open(
      `${field}<script>
        source.addEventListener("keydown", (event) => {
          if (!"{([".includes(event.key)) return;
          event.preventDefault();
          document.execCommand("insertText", false, event.key + "})]"["{([".indexOf(event.key)]);
          getSelection().modify("move", "backward", "character");
        });
      </script>`,
      input,
    );
    const text = `{"a":[${"1,".repeat(60)}2]}`;
    const step = await agent.act({ type: "type", id: agent.id("source"), text });
    expect(step.error).toBeUndefined();
    expect(await inPage(`source.${held}`)).toBe(text);
    expect(step.effects).not.toHaveProperty("difference");
    await agent.close();
  });

  test("a text that the field strips is told by the difference, though something else on the page moves", async () => {
    const { agent } = await open(
      `${DIGITS_ALONE}<p id="clock"></p><canvas width="9" height="9"></canvas>
      <script>setInterval(() => { clock.textContent = performance.now(); }, 20);</script>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("amount"), text: "abc" });
    expect(step).toMatchObject({
      status: "done",
      effects: { value: "", difference: { wanted: "abc", got: "" } },
    });
    expect(step.effects).not.toHaveProperty("emptied");
    await agent.close();
  });

  test.each([
    [
      "an editable cell",
      `<div contenteditable aria-label="Cell" style="min-height: 2em" oninput="if (this.textContent.length < 3) return;
        received = this.textContent; this.removeAttribute('contenteditable')"></div>`,
    ],
    [
      "a field in a cell",
      `<div role="button" tabindex="0" aria-label="Cell"><input oninput="if (this.value.length < 3) return;
        received = this.value; this.replaceWith(received)"></div>`,
    ],
  ])("typing into %s is done if it turns into plain text as it has the text", async (_, cell) => {
    const { agent, inPage } = await open(cell, input);
    const step = await agent.act({ type: "type", id: agent.id("cell"), text: "abc" });
    expect(step.error).toBeUndefined();
    expect(step.status).toBe("done");
    expect(await inPage("received")).toBe("abc");
    await agent.close();
  });

  test("a search that the first key opens keeps what it holds", async () => {
    const { agent, inPage } = await open(
      `<label>Go to <input oninput="query.focus()"></label>
      <label>Query <input id="query" value="former "></label>`,
      input,
    );
    await agent.act({ type: "type", id: agent.id("go-to"), text: "settings" });
    const query = String(await inPage("query.value"));
    expect(query.replace("ettings", "")).toBe("former ");
    await agent.close();
  });

  test("the values of a number's parts are replaced as the text goes on into them", async () => {
    const part = `<input maxlength="4" size="6" value="1111" oninput="if (this.value.length === 4 && this.nextElementSibling)
      this.nextElementSibling.focus()"`;
    const { agent, inPage } = await open(
      `<div>${[1, 2, 3].map((each) => `${part} aria-label="Part ${each}">`).join("")}</div>`,
      input,
    );
    await agent.act({ type: "type", id: agent.id("part-1"), text: "510520513052" });
    const parts = `[...document.querySelectorAll("input")].map((each) => each.value)`;
    expect(await inPage(parts)).toEqual(["5105", "2051", "3052"]);
    await agent.close();
  });

  test("digits that were kept from boxes while the page was busy come to them", async () => {
    const { agent, inPage } = await open(
      boxesPage({
        attributes: `maxlength="1"`,
        script: `box.oninput = () => {
          if (!box.value) return;
          const until = performance.now() + (all().indexOf(box) === 1 ? 2500 : 0);
          while (performance.now() < until);
          setTimeout(() => go(next()), 40); };`,
      }),
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("digit-1"), text: "274016" });
    expect(step.status).toBe("done");
    expect(await inPage("code()")).toBe("274016");
    expect(await inPage("codes")).toEqual(["274016"]);
    await agent.close();
  });
});

test("if nothing is to be appended, the next key reaches the page", async () => {
  const { agent, inPage } = await open(
    `<label>Name <input value="Ann" onkeydown="if (event.key === 'Enter') this.blur()"></label>
    <script>addEventListener("keydown", (event) => { received += event.key; }, true);</script>`,
  );
  const id = agent.id("name");
  await agent.act({ type: "type", id, text: "", mode: "append", enter: true });
  await agent.act({ type: "press", key: "j" });
  expect(await inPage("received")).toMatch(/Enterj$/);
  await agent.close();
});

test("a key that comes after a text without room replaces nothing in another field", async () => {
  const { agent, inPage } = await open(
    `<label>Code <input maxlength="4" oninput="if (this.value.length === 3) this.disabled = true"></label>
    <label>Note <input id="note" maxlength="4" value="old"></label>`,
  );
  await agent.act({ type: "type", id: agent.id("code"), text: "abcd" });
  await inPage("note.focus(), note.setSelectionRange(3, 3)");
  await agent.act({ type: "press", key: "x" });
  expect(await inPage("note.value")).toBe("oldx");
  await agent.close();
});

const HOURS = Array.from(
  { length: 4 },
  (_, day) => `<input style="width: 40px; height: 30px; font-size: 20px" aria-label="Day ${day}">`,
).join("");

test("fields for hours in a row are not taken for boxes, and no frame passes between the keys", async () => {
  const { agent, inPage } = await open(
    `<div>${HOURS}</div><script>
      let frames = 0; const seenAt = [];
      const count = () => { frames++; requestAnimationFrame(count); };
      requestAnimationFrame(count);
      addEventListener("keydown", () => seenAt.push(frames), true);
    </script>`,
    "synthetic",
  );
  await agent.act({ type: "type", id: agent.id("day-0"), text: "7.5" });
  expect(await inPage("new Set(seenAt).size")).toBe(1);
  await agent.close();
});
