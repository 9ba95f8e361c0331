import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** Writes each event of an element into the page, so that an observation shows what arrived. */
const record = `
  const said = document.createElement("p");
  const say = (text) => { said.textContent += "[" + text + "]"; };
  for (const type of ["keydown", "keyup", "beforeinput", "input", "change", "click"])
    addEventListener(type, (event) => {
      if (!event.isTrusted) say("untrusted");
      if (type === "keydown" || type === "keyup") say(type + " " + event.key + (event.shiftKey ? " shift" : ""));
      else if (type === "change" || type === "click") say(type + " " + (event.target.value ?? ""));
    }, true);
  addEventListener("DOMContentLoaded", () => document.body.append(said));`;

const pages = {
  "/form": `<title>Form</title><script>${record}</script>
    <button onclick="say(event.isTrusted && navigator.userActivation.isActive ? 'pressed' : 'faked')">Press me</button>
    <label>Name <input value="old"></label>
    <label>Note <textarea></textarea></label>
    <label>Secret <input type="password"></label>
    <label>Day <input type="date"></label>
    <label>Stubborn <input oninput="this.value = 'mine'" onchange="this.value = 'mine'" value="mine"></label>
    <div id="free" contenteditable aria-label="Free">before</div>
    <label>Colour <select><option>red<option>green<option disabled>grey<option>blue</select></label>
    <label>Many <select multiple><option>one<option>two<option>three</select></label>
    <button disabled>Off</button>`,
  "/hover": `<title>Hover</title>
    <style>nav ul { display: none } nav:hover ul { display: block }</style>
    <nav onmouseenter="this.dataset.in = 1"><button>Menu</button><ul><li><a href="#a">Deep link</a></ul></nav>`,
  "/covered": `<title>Covered</title><button style="position:fixed;left:0;top:0;width:100px;height:100px">Below</button>
    <div id="veil" role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fffa">We use cookies</div>`,
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

function open(path: string, input: "trusted" | "synthetic" = "trusted"): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url(path), { input });
}

test("an observation tells the evidence for each element if it is asked to explain", async () => {
  const agent = await open("/hover");
  expect(await agent.observe()).not.toHaveProperty("explained");
  const { explained } = await agent.observe({ explain: true });
  expect(explained).toContainEqual({
    id: agent.id("menu"),
    tag: "button",
    evidence: ["tag", "on-hover", "hover-rule"],
  });
});

describe("a click", () => {
  test("a click is real input with user activation, and its step shows the page after it", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "click", id: agent.id("press-me") });
    expect(step).toMatchObject({
      status: "done",
      input: "trusted",
      target: { tag: "button", name: "Press me" },
      settle: { status: "settled", mode: "causal" },
    });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toContain("[pressed]");
    expect(htmlOf(step)).not.toContain("untrusted");
    await agent.close();
  });

  test("a click on an id that does not exist names the nearest ids and shows the page as it is", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "click", id: "press-mee" });
    expect(step).toMatchObject({ status: "failed", error: { code: "unknown-id" }, settle: null });
    expect(step.error?.message).toContain(agent.id("press-me"));
    expect(htmlOf(step)).toContain("Press me");
    await agent.close();
  });

  test("a click on a covered button fails as covered, and nothing is pressed", async () => {
    const agent = await open("/covered");
    // A dialog spread over the page holds it back; what has an id can be tried all the same.
    expect(agent.opened.observation).toMatchObject({ clickable: [] });
    const step = await agent.act({ type: "click", id: "below" });
    expect(step).toMatchObject({ status: "failed", error: { code: "covered" } });
    expect(step.times.inputMs).toBe(0);
    await agent.close();
  });

  test("a click on a disabled button fails as disabled or as an unknown id", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "click", id: "off" });
    expect(step.status).toBe("failed");
    expect(["disabled", "unknown-id"]).toContain(step.error?.code);
    await agent.close();
  });
});

describe("typing", () => {
  test("a short text is typed by keys, in place of what stood in the field", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "type", id: agent.id("name"), text: "Ada L." });
    expect(step).toMatchObject({ status: "done", effects: { value: "Ada L." }, input: "trusted" });
    expect(htmlOf(step)).toContain("[keydown A shift][keyup A shift][keydown d]");
    await agent.close();
  });

  test("appended text goes behind what stood in the field, and Enter follows if it is asked for", async () => {
    const agent = await open("/form");
    const step = await agent.act({
      type: "type",
      id: agent.id("name"),
      text: "er",
      mode: "append",
      enter: true,
    });
    expect(step.effects.value).toBe("older");
    expect(htmlOf(step)).toContain("[keydown Enter]");
    await agent.close();
  });

  test("long text, other scripts and line ends arrive whole", async () => {
    const agent = await open("/form");
    const text = `Grüße, 世界 🙂\nsecond line\n${"x".repeat(5_000)}`;
    const step = await agent.act({ type: "type", id: agent.id("note"), text });
    expect(step).toMatchObject({ status: "done", input: "trusted", effects: { value: text } });
    await agent.close();
  });

  test("a password is typed as it is and told of only by its length", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "type", id: agent.id("secret"), text: "hunter2" });
    expect(step).toMatchObject({ status: "done", effects: { value: "•••••••" } });
    expect(htmlOf(step)).not.toContain("hunter2");
    const field = { id: agent.id("secret"), text: "x", mode: "append" } as const;
    const longer = await agent.act({ type: "type", ...field });
    expect(longer.effects.value).toBe("••••••••");
    await agent.close();
  });

  test("a date that is typed into a date field becomes its value", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "type", id: agent.id("day"), text: "2027-03-04" });
    expect(step).toMatchObject({ status: "done", effects: { value: "2027-03-04" } });
    await agent.close();
  });

  test("a contenteditable element takes the text that is typed", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "type", id: agent.id("free"), text: "after" });
    expect(step).toMatchObject({ status: "done", effects: { value: "after" } });
    await agent.close();
  });

  test("a field that keeps its own value is told with that value and with the text that was wanted", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "type", id: agent.id("stubborn"), text: "yours" });
    expect(step).toMatchObject({
      status: "done",
      effects: { value: "mine", difference: { wanted: "yours", got: "mine" } },
    });
    await agent.close();
  });

  test("the action clear empties a field by keys", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "clear", id: agent.id("name") });
    expect(step).toMatchObject({ status: "done", input: "trusted", effects: { value: "" } });
    expect(htmlOf(step)).toContain("[keydown Backspace]");
    await agent.close();
  });

  test("typing into a select fails as not editable", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "type", id: agent.id("colour"), text: "blue" });
    expect(step.status).toBe("failed");
    expect(step.error?.code).toBe("not-editable");
    await agent.close();
  });
});

describe("selecting", () => {
  test("an option of a select is chosen by keys, with one trusted change", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "select", id: agent.id("colour"), options: ["blue"] });
    expect(step).toMatchObject({ status: "done", input: "trusted", effects: { value: "blue" } });
    expect(step.inputReason).toBeUndefined();
    expect(htmlOf(step).match(/\[change \w*\]/g)).toEqual(["[change blue]"]);
    expect(htmlOf(step)).not.toContain("untrusted");
    await agent.close();
  });

  test("several options of a select are chosen by the element's setter, and the step says so", async () => {
    const agent = await open("/form");
    const step = await agent.act({
      type: "select",
      id: agent.id("many"),
      options: ["one", "three"],
    });
    expect(step).toMatchObject({ status: "done", input: "synthetic" });
    expect(step.inputReason).toContain("several options");
    const many = step.observation?.selects.find(({ multiple }) => multiple);
    expect(many?.options.filter(({ selected }) => selected).map(({ text }) => text)).toEqual([
      "one",
      "three",
    ]);
    await agent.close();
  });

  test("selecting an option that is not there fails and names the options that are", async () => {
    const agent = await open("/form");
    const step = await agent.act({ type: "select", id: agent.id("colour"), options: ["mauve"] });
    expect(step).toMatchObject({ status: "failed", error: { code: "no-such-option" } });
    expect(step.error?.message).toContain("green");
    await agent.close();
  });
});

test("a chord is pressed on the element that is named", async () => {
  const agent = await open("/form");
  const id = agent.id("name");
  const step = await agent.act({ type: "press", key: "Control+A", id });
  expect(step.status).toBe("done");
  const name = step.observation?.inputs.find((input) => input.id === id);
  expect(name).toMatchObject({ focused: true, selection: { start: 0, end: 3 } });
  await agent.close();
});

test("a key that does not exist is refused before anything happens", async () => {
  const agent = await open("/form");
  const step = await agent.act({ type: "press", key: "Enterr", id: agent.id("name") });
  expect(step).toMatchObject({ status: "failed", error: { code: "unknown-key" }, settle: null });
  expect(step.observation?.inputs.every(({ focused }) => !focused)).toBe(true);
  await agent.close();
});

test("the pointer stays where a hover put it, so the menu stays open for the next step", async () => {
  const agent = await open("/hover");
  const step = await agent.act({ type: "hover", id: agent.id("menu") });
  expect(htmlOf(step)).toContain("Deep link");
  const link = step.observation?.clickable.find((id) => id.includes("deep-link")) ?? "";
  const clicked = await agent.act({ type: "click", id: link });
  expect(clicked.status).toBe("done");
  expect(clicked.effects.navigated?.to).toContain("#a");
  await agent.close();
});

test("a session of synthetic input acts without the debugger and says why", async () => {
  const agent = await open("/form", "synthetic");
  expect(agent.opened.input).toBe("synthetic");
  const click = await agent.act({ type: "click", id: agent.id("press-me") });
  expect(click).toMatchObject({ status: "done", input: "synthetic" });
  expect(click.inputReason).toContain("asked for");
  expect(htmlOf(click)).toContain("[faked]");
  const typed = await agent.act({ type: "type", id: agent.id("name"), text: "Eve" });
  expect(typed).toMatchObject({ status: "done", effects: { value: "Eve" } });
  await agent.close();
});

test.each([0.5, 1.5])("a page zoomed to %s is clicked where its elements are", async (zoom) => {
  const agent = await open("/form?zoom");
  await chromium.inWorker(async (factor) => {
    const [tab] = await chrome.tabs.query({ active: true, url: "http://127.0.0.1/*zoom" });
    if (tab?.id === undefined) throw new Error("no tab to zoom");
    await chrome.tabs.setZoomSettings(tab.id, { scope: "per-tab" });
    await chrome.tabs.setZoom(tab.id, factor);
  }, zoom);
  const step = await agent.act({ type: "click", id: agent.id("press-me") });
  expect(step.status).toBe("done");
  expect(htmlOf(step)).toContain("[pressed]");
  const select = await agent.act({ type: "select", id: agent.id("colour"), options: ["green"] });
  expect(select).toMatchObject({ status: "done", input: "trusted" });
  await agent.close();
});

test("two sessions in one window act beside each other, each in its own tab", async () => {
  const [first, second] = await Promise.all([open("/form"), open("/form")]);
  const steps = await Promise.all([
    first.act({ type: "click", id: first.id("press-me") }),
    second.act({ type: "type", id: second.id("name"), text: "two" }),
  ]);
  expect(steps.map(({ status, input }) => [status, input])).toEqual([
    ["done", "trusted"],
    ["done", "trusted"],
  ]);
  expect(htmlOf(steps[0])).toContain("[pressed]");
  expect(steps[1].effects.value).toBe("two");
  await Promise.all([first.close(), second.close()]);
});
