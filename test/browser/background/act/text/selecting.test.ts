// select_text, in the built extension, by both kinds of input: what is selected, and that nothing else is done.
import { describe, expect, test } from "vitest";

import type { Asked } from "@webserv/shared/model/action.ts";

import type { PageSource } from "../../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../../agent.ts";
import { servedPages } from "../../served-pages.ts";

/** Writes into the page what is selected, and by which events it hears of that. */
const tell = `<output></output><script>
    const heard = new Set();
    for (const type of ["selectionchange", "mouseup", "keyup"]) document.addEventListener(type, () => {
      heard.add(type);
      const field = document.activeElement;
      const chosen = field.value === undefined || field.selectionStart === field.selectionEnd ? getSelection().toString() : field.value.slice(field.selectionStart, field.selectionEnd) + "@" + field.selectionStart;
      document.querySelector("output").textContent = "[" + chosen.replace(/\\s+/g, " ") + "] " + [...heard].sort().join();
    });
    const say = (words) => { document.title += " (" + words + ")"; };
  </script>`;

const words = `<title>Words</title><style>#fixed { user-select: none }</style>
  <div id="story" tabindex="0" aria-label="Story"><p>The quick <b>brown fox</b> jumps over the lazy dog.</p><p>The end.</p></div>
  <div id="fixed" tabindex="0" aria-label="Fixed">Nobody selects this</div>
  <textarea aria-label="Draft">one two one two three</textarea>${tell}`;

/** Whatever is clicked or dragged here tells of it, and so do the arrow keys. */
const listeners = `<title>Listeners</title>
  <style>.tile { cursor: pointer } #pin { cursor: grab }</style>${tell}
  <div id="card" tabindex="0" aria-label="Card" onclick="say('card')"><p>Kettle of enamel</p></div>
  <ul id="list"><li class="tile">First green tile</li><li class="tile">Second red tile</li><li class="tile">Third blue tile</li></ul>
  <div id="pin" tabindex="0" aria-label="Pin">Pinned in the yard</div>
  <a href="#away">Read about the harbour</a>
  <div id="order" tabindex="0" aria-label="Order" onclick="say('order')">Note for the cook
    <textarea aria-label="Note">no salt in it</textarea></div>
  <input type="submit" value="Send it off" onclick="say('sent')">
  <input aria-label="Search" value="lighthouse" autofocus><script>
    list.addEventListener("click", () => say("tile"));
    pin.addEventListener("mousedown", () => say("pin"));
    addEventListener("keydown", (event) => say(event.key + " in " + event.target.localName));
    document.querySelector("[aria-label=Search]").focus();
  </script>`;

const plain = `<title>Plain</title><h1>Harbour</h1><p>The ferry leaves at noon.</p><p>The last ferry leaves at ten.</p>
  <iframe title="Notice" width="400" height="100" srcdoc="<p>Dogs travel free of charge.</p>"></iframe>${tell}`;

const pages: Record<string, PageSource> = {
  "/listeners": listeners,
  "/plain": plain,
  "/words": words,
};

const openPage = servedPages(pages);

describe.each(["trusted", "synthetic"] as const)("%s input", (input) => {
  const open = (path: string): Promise<TestAgent> => openPage(path, input);

  test.each<[name: string, text: string, occurrence: number | undefined, says: string]>([
    ["story", "quick brown fox jumps", undefined, "[quick brown fox jumps]"],
    ["story", "dog. The end", undefined, "[dog. The end]"],
    ["draft", "three", undefined, "[three@16]"],
    ["draft", "one", 2, "[one@8]"],
  ])("in the %s the words %j are selected", async (name, text, occurrence, says) => {
    const agent = await open("/words");
    const id = agent.id(name);
    const action: Asked = { type: "select_text", id, text };
    const step = await agent.act(occurrence === undefined ? action : { ...action, occurrence });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", action: { text } });
    expect(htmlOf(step)).toContain(says);
    expect(htmlOf(step)).toContain("selectionchange");
    await agent.close();
  });

  test.each([
    ["story", "slow", "no-such-text"],
    ["draft", "two", "ambiguous"],
    ["fixed", "selects", "not-selectable"],
  ])("in the %s the words %j are refused as %s", async (name, text, code) => {
    const agent = await open("/words");
    const step = await agent.act({ type: "select_text", id: agent.id(name), text });
    expect(step).toMatchObject({ status: "failed", error: { code } });
    await agent.close();
  });

  test.each([
    ["a card", "Card", "enamel", "[enamel]"],
    ["an entry of a list that listens", "Second red tile", "red", "[red]"],
    ["what is dragged", "Pin", "yard", "[yard]"],
    ["a link", "Read about the harbour", "harbour", "[harbour]"],
    ["a card around a field", "Order", "cook", "[cook]"],
    ["a field in a card", "Order", "salt", "[salt@3]"],
  ])(
    "words in %s are selected, and neither a click nor a key is its",
    async (_, name, text, says) => {
      const agent = await open("/listeners");
      const step = await agent.act({ type: "select_text", id: { name }, text });
      expect(step.error).toBeUndefined();
      expect(htmlOf(step)).toContain(says);
      const keys = says.includes("@") ? " (ArrowRight in textarea)" : "";
      const { title } = await agent.observe();
      expect(["Listeners", `Listeners${input === "trusted" ? keys : ""}`]).toContain(
        title.replace(" (Shift in textarea)", ""),
      );
      await agent.close();
    },
  );

  test("the words of a control that sends a form are no text, and it is not pressed", async () => {
    const agent = await open("/listeners");
    const step = await agent.act({
      type: "select_text",
      id: { name: "Send it off" },
      text: "Send",
    });
    expect(step).toMatchObject({ status: "failed", error: { code: "not-selectable" } });
    expect((await agent.observe()).title).toBe("Listeners");
    await agent.close();
  });

  test.each<[text: string, occurrence: number | undefined]>([
    ["last ferry", undefined],
    ["ferry leaves", 2],
    ["noon. The last", undefined],
  ])("the words %j are found by themselves", async (text, occurrence) => {
    const agent = await open("/plain");
    const step = await agent.act({
      type: "select_text",
      text,
      ...(occurrence === undefined ? {} : { occurrence }),
    });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toContain(`[${text}] ${input === "trusted" ? "mouseup," : ""}`);
    await agent.close();
  });

  test("words are found by themselves in a frame", async () => {
    const agent = await open("/plain");
    const step = await agent.act({ type: "select_text", text: "free of charge" });
    expect(step).toMatchObject({ status: "done", target: { tag: "p" } });
    await agent.close();
  });

  test.each([
    ["ferry", "ambiguous"],
    ["train", "no-such-text"],
  ])("the word %j, which is not there once, is refused as %s", async (text, code) => {
    const agent = await open("/plain");
    const step = await agent.act({ type: "select_text", text });
    expect(step).toMatchObject({ status: "failed", error: { code } });
    await agent.close();
  });
});
