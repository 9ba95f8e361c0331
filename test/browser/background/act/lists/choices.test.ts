// Choosing from lists that libraries and pages make themselves.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../../../support/browser/content-server.ts";
import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { TestAgent } from "../../agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const lists = [
  { library: "react-select", id: /react-select$/, name: "reactSelect", option: "New York" },
  { library: "radix-ui", id: /radix$/, name: "radix", option: "Bern" },
  { library: "downshift", id: /downshift$/, name: "downshift", option: "lima" },
  { library: "tom-select", id: /tom-select/, name: "tom", option: "Lima" },
  { library: "shoelace", id: /shoelace$/, name: "shoelace", option: "Lima", as: "lima" },
  { library: "a list loaded later", id: /loaded-later$/, name: "later", option: "Bern" },
  { library: "a menu", id: /commands$/, name: "commands", option: "Paste" },
  { library: "a virtual list", id: /long-list$/, name: "long", option: "Item 90" },
];

const inputs = ["trusted", "synthetic"] as const;

/** The page, and what its libraries say is chosen. */
async function open(input: (typeof inputs)[number], about: string) {
  const url = `${server.origin}/choices/?${input}-${encodeURIComponent(about)}`;
  const agent = await TestAgent.open(chromium.daemon, url, { input });
  const page = await chromium.pageAt(url);
  await page.waitForFunction("'chosen' in window && document.querySelector('#react input')");
  const { inputs, clickable } = await agent.observe();
  const ids = [...inputs.map(({ id }) => id), ...clickable];
  const find = (pattern: RegExp): string => {
    const id = ids.find((each) => pattern.test(each));
    if (id === undefined) throw new Error(`no id like ${pattern}: ${ids.join(", ")}`);
    return id;
  };
  return { agent, find, chosen: (): Promise<unknown> => page.evaluate("chosen") };
}

describe("options of lists that libraries and pages make", () => {
  test.each(lists)("an option is chosen in $library", async ({ library, id, name, option, as }) => {
    const { agent, find, chosen } = await open("trusted", library);
    const step = await agent.act({ type: "select", id: find(id), options: [option] });
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    const city = option === "lima" ? "Lima" : option;
    expect(step.effects.value).toContain(city);
    expect(await chosen()).toEqual({ [name]: as ?? city });
    await agent.close();
  });

  test.each(inputs)("%s input chooses several options if a list takes several", async (input) => {
    const { agent, find, chosen } = await open(input, "several");
    const id = find(/react-multiple$/);
    const step = await agent.act({ type: "select", id, options: ["Oslo", "Bern"] });
    expect(step).toMatchObject({ status: "done", effects: { value: "Oslo, Bern" } });
    expect(await chosen()).toEqual({ reactMultiple: ["Oslo", "Bern"] });
    await agent.close();
  });

  test.each(inputs)("%s input chooses an option that shows only in a search", async (input) => {
    const { agent, find, chosen } = await open(input, "searched");
    const step = await agent.act({ type: "select", id: find(/searched$/), options: ["New York"] });
    expect(step).toMatchObject({ status: "done", effects: { value: "New York" } });
    expect(await chosen()).toEqual({ combobox: "New York" });
    await agent.close();
  });
});

test.each(inputs)(
  "%s input answers a missing option with the options that are there, and closes the list",
  async (input) => {
    const { agent, find, chosen } = await open(input, "missing");
    const step = await agent.act({ type: "select", id: find(/radix$/), options: ["Rome"] });
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "no-such-option", details: { options: ["Oslo", "Lima", "New York", "Bern"] } },
    });
    expect(step.observation?.html).not.toContain("New York");
    expect(await chosen()).toEqual({});
    await agent.close();
  },
);

test.each(inputs)(
  "a choice is refused as a value if the list does not take the click of %s input",
  async (input) => {
    const { agent, find } = await open(input, "deaf");
    const step = await agent.act({ type: "select", id: find(/deaf-list$/), options: ["Nothing"] });
    const next = {
      trusted: "Look at the observation, and click the option there.",
      synthetic: "Open a session with trusted input.",
    }[input];
    expect(step).toMatchObject({ status: "failed", error: { code: "value-refused", next } });
    await agent.close();
  },
);

test.each(lists)("synthetic input chooses an option in $library", async (list) => {
  const { agent, find, chosen } = await open("synthetic", list.library);
  const step = await agent.act({ type: "select", id: find(list.id), options: [list.option] });
  expect(step.error).toBeUndefined();
  expect(step).toMatchObject({ status: "done", input: "synthetic" });
  expect(Object.keys((await chosen()) as object)).toEqual([list.name]);
  await agent.close();
});
