// Text of scripts that are written by input methods reaches a page once, also where the page uses it at once.
import { describe, expect, test } from "vitest";

import { boxes, boxesPage } from "../../../../support/pages/code-boxes.ts";
import { takerPage, takers } from "../../../../support/pages/text-takers.ts";
import { inputs, textPages } from "./text-pages.ts";

const { open } = textPages();

/** These go by what the field holds; to others an input method tells a text twice, as it is made and as it ends. */
const byValue = [
  "a scanner that books each letter and empties itself",
  "a scanner that shows nothing of what it books",
  "a console that reads its text area and empties it a frame later",
  "a command line edited in place that empties itself",
  "a field in a closed shadow root that empties itself",
  "a field that is made anew with each letter, and gets the focus",
  "a field that gives the focus away with each letter",
];
/** The last is longer than what is typed. */
const texts = ["東京", "ab東京cd", "東京\u{1F600}都", "東京".repeat(40)];

/** Six digits, as some calendars and forms write them. */
const DIGITS = "二七四零一六";
const moving = [
  "at once",
  "with the next frame",
  "after a timer",
  "after a timer, and say nothing of their length",
  "after a timer, on a page that is busy for longer",
  "only if somebody else moves the focus",
  "and hold a former code",
  "in a closed shadow root",
  "and let the focus go before",
  "and are drawn anew each time",
];

describe.each(inputs)("text of input methods, by %s input", (input) => {
  test.each(byValue)("the text comes once to %s", async (taker) => {
    const { agent, inPage } = await open(takerPage(takers[taker] ?? ""), input);
    for (const text of texts) {
      await inPage(`received = ""`);
      const step = await agent.act({ type: "type", id: agent.id("entry"), text });
      expect(await inPage("received")).toBe(text);
      expect({ text, status: step.status, error: step.error }).toEqual({ text, status: "done" });
    }
    await agent.close();
  });

  test("a chat that sends at a full stop sends a text of an input method once", async () => {
    const { agent, inPage } = await open(
      takerPage(`<label>Message <input id="message"></label><script>const sent = [];
        message.addEventListener("input", () => {
          if (!message.value.endsWith("。")) return;
          sent.push(message.value); message.value = ""; show(sent.length + " sent");
        });</script>`),
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("message"), text: "はい。" });
    expect(step).toMatchObject({ status: "done", effects: { value: "", emptied: true } });
    expect(await inPage("sent")).toEqual(["はい。"]);
    await agent.close();
  });

  test("a field that writes something before the text holds the text once", async () => {
    const { agent, inPage } = await open(
      takerPage(
        `<label>City <input id="city" oninput="if (!/^市/.test(this.value)) this.value = '市' + this.value"></label>`,
      ),
      input,
    );
    await agent.act({ type: "type", id: agent.id("city"), text: "東京" });
    expect(await inPage("city.value")).toBe("市東京");
    await agent.close();
  });

  test.each(moving)("six boxes that move on %s get a character each", async (name) => {
    const given = boxes[name];
    if (given === undefined) throw new Error(`no boxes move on ${name}`);
    const { agent, inPage } = await open(boxesPage(given), input);
    const step = await agent.act({ type: "type", id: agent.id("digit-1"), text: DIGITS });
    expect(await inPage("code()")).toBe(DIGITS);
    expect(await inPage("codes")).toEqual([DIGITS]);
    expect(step).toMatchObject({ status: "done", input });
    expect(step.effects).not.toHaveProperty("difference");
    await agent.close();
  });
});

test("a text that a field has room for is composed whole, in one composition", async () => {
  const { agent, inPage } = await open(
    takerPage(`<label>City <input id="city" maxlength="20"></label><script>
      for (const type of ["compositionstart", "compositionend"])
        city.addEventListener(type, ({ data }) => { received += "[" + type + " " + data + "]"; });
    </script>`),
    "trusted",
  );
  await agent.act({ type: "type", id: agent.id("city"), text: "東京都千代田" });
  expect(await inPage("received")).toBe("[compositionstart ][compositionend 東京都千代田]");
  await agent.close();
});
