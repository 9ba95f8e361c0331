// What lists hold: states of options and tree items, lists that are emptied, and a select that draws its own menu.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../../agent.ts";

const SAY = `const say = (text) => { document.querySelector("#said").textContent += "[" + text + "]"; };`;

const pages = {
  "/checked": `<title>Filters</title><h1>Filters</h1>
    <ul role="listbox" aria-label="Crops" aria-multiselectable="true" tabindex="0">
      <li role="option" aria-checked="false">Rye</li><li role="option" aria-checked="true">Oats</li>
      <li role="option" aria-checked="false" aria-selected="true">Flax</li></ul>
    <ul role="listbox" aria-label="Days" aria-multiselectable="true" tabindex="0">
      <li role="option" aria-selected="true">Mon</li><li role="option" aria-selected="true">Tue</li>
      <li role="option" aria-selected="false">Wed</li></ul>
    <ul role="tree" aria-label="Fields"><li role="treeitem" tabindex="0" aria-checked="false">North</li>
      <li role="treeitem" tabindex="-1" aria-checked="true">South</li><li role="treeitem" tabindex="-1">East</li></ul>
    <p id="said"></p><script>${SAY}
      addEventListener("click", ({ target }) => {
        const item = target.closest("[aria-checked], [aria-selected]");
        if (item === null) return;
        const state = item.hasAttribute("aria-checked") ? "aria-checked" : "aria-selected";
        item.setAttribute(state, item.getAttribute(state) !== "true");
        say(item.textContent + " " + item.getAttribute(state));
      });</script>`,
  "/selects": `<title>Meals</title><h1>Meals</h1>
    <label>Sides <select id="sides" multiple><option selected>Rice</option><option selected>Peas</option></select></label>
    <label>Soup <select id="soup"><option value="">None</option><option selected>Leek</option></select></label>
    <label>Bread <select id="bread"><option>Rye</option><option>Oat</option></select></label><p id="said"></p>
    <script>${SAY}
      addEventListener("change", ({ target }) => say(target.id + ":" + [...target.selectedOptions].map(({ text }) => text)));
    </script>`,
  "/empty": `<title>Trip</title><label>Town <select></select></label><label>Stops <select multiple></select></label>`,
  "/base": `<title>Plan</title><style>select, ::picker(select) { appearance: base-select }</style><h1>Plan</h1>
    <label>Size <select id="size"><option>Small <b>3 l</b></option><option>Middle <b>5 l</b></option>
      <option>Large <b>9 l</b></option></select></label><p id="said"></p>
    <script>${SAY}
      size.onchange = ({ isTrusted }) => say(size.selectedIndex + (isTrusted ? " by hand" : " by a script"));
    </script>`,
};

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const open = (path: keyof typeof pages): Promise<TestAgent> =>
  TestAgent.open(chromium.daemon, server.url(path));

describe("states of options and tree items", () => {
  test.each([
    ["check", "crops.rye", "[Rye true]", "checked"],
    ["check", "crops.flax", "[Flax true]", "checked"],
    ["uncheck", "crops.oats", "[Oats false]", "unchecked"],
    ["check", "fields.north", "[North true]", "checked"],
    ["uncheck", "fields.south", "[South false]", "unchecked"],
  ] as const)(
    "the action %s brings %s to its state by one click",
    async (type, id, says, value) => {
      const agent = await open("/checked");
      const step = await agent.act({ type, id: agent.id(id) });
      expect(step).toMatchObject({ status: "done", effects: { value } });
      expect(htmlOf(step).match(/\[[^\]]*\]/g)).toEqual([says]);
      await agent.close();
    },
  );

  test.each([
    ["check", "crops.oats"],
    ["uncheck", "fields.north"],
  ] as const)("the action %s leaves %s alone, which is so already", async (type, id) => {
    const agent = await open("/checked");
    const step = await agent.act({ type, id: agent.id(id) });
    expect(step.status).toBe("done");
    expect(htmlOf(step)).not.toContain("[");
    await agent.close();
  });

  test("a tree item without a state can't be checked", async () => {
    const agent = await open("/checked");
    const step = await agent.act({ type: "check", id: agent.id("fields.east") });
    expect(step).toMatchObject({ status: "failed", error: { code: "not-checkable" } });
    await agent.close();
  });

  test("select checks what is not checked, also if it is where the keys are, and leaves the rest alone", async () => {
    const agent = await open("/checked");
    const id = agent.id("filters.crops");
    const step = await agent.act({ type: "select", id, options: ["Flax", "Oats"] });
    expect(step).toMatchObject({ status: "done", effects: { value: "Flax, Oats" } });
    expect(htmlOf(step).match(/\[[^\]]*\]/g)).toEqual(["[Flax true]"]);
    await agent.close();
  });
});

describe("lists that are emptied", () => {
  test.each([
    ["a select of several", "/selects", "meals.sides", "[sides:]"],
    ["a select with an empty option", "/selects", "meals.soup", "[soup:None]"],
    ["a listbox", "/checked", "filters.days", "[Mon false][Tue false]"],
  ] as const)("clear unchooses all that is chosen in %s", async (_, path, id, says) => {
    const agent = await open(path);
    const step = await agent.act({ type: "clear", id: agent.id(id) });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", effects: { value: "" } });
    expect(htmlOf(step)).toContain(says);
    await agent.close();
  });

  test("clear refuses a select that always has a choice, before any input", async () => {
    const agent = await open("/selects");
    const step = await agent.act({ type: "clear", id: agent.id("meals.bread") });
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "value-refused" },
      settle: null,
    });
    await agent.close();
  });
});

test("a select with a menu of the page's look is told as open, and takes a choice by hand then", async () => {
  const agent = await open("/base");
  const id = agent.id("plan.size");
  expect(agent.opened.observation?.html).not.toContain(" open");
  const opened = await agent.act({ type: "click", id });
  expect(htmlOf(opened)).toContain(`<select id="${id}" open`);
  const step = await agent.act({ type: "select", id, options: ["Large 9 l"] });
  expect(step).toMatchObject({ status: "done", input: "trusted" });
  expect(step.inputReason).toBeUndefined();
  expect(htmlOf(step)).toContain("[2 by hand]");
  expect(htmlOf(step)).not.toContain(" open");
  const again = await agent.act({ type: "select", id, options: ["Small 3 l"] });
  expect(htmlOf(again)).toContain("[0 by hand]");
  await agent.close();
});

test.each(["town", "stops"])(
  "an empty list %s is said to be empty, and nothing is chosen",
  async (id) => {
    const agent = await open("/empty");
    const step = await agent.act({ type: "select", id, options: ["Rome"] });
    expect(step).toMatchObject({ status: "failed", error: { code: "no-such-option" } });
    expect(step.error?.message).toBe(`"${id}" has no option "Rome": its list is empty`);
    await agent.close();
  },
);
