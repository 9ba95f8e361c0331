// Options of a native select that stand in groups, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../../support/pages/page-server.ts";
import { TestAgent } from "../../agent.ts";

const page = `<title>Drinks</title><label>Drink <select>
  <optgroup label="Tea"><option value="green">Green<option value="tea-other">Other</optgroup>
  <optgroup label="Coffee"><option value="filter">Filter<option value="coffee-other">Other</optgroup>
  <optgroup label="Sold out" disabled><option value="cocoa">Cocoa<option value="old-filter">Filter</optgroup>
</select></label>`;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/drinks": page }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

describe.each(["trusted", "synthetic"] as const)("options in groups, by %s input", (input) => {
  async function select(option: string) {
    const agent = await TestAgent.open(chromium.daemon, server.url("/drinks"), { input });
    const step = await agent.act({ type: "select", id: agent.id("drink"), options: [option] });
    await agent.close();
    return step;
  }

  test.each([
    ["green", "Green"],
    ["tea-other", "Other"],
    ["coffee-other", "Other"],
    ["drink.other-2", "Other"],
    ["Filter", "Filter"],
  ])("the option %s is selected, in whichever group it stands", async (option, text) => {
    const step = await select(option);
    expect(step.error).toBeUndefined();
    const [drink] = step.observation?.selects ?? [];
    expect(drink?.options.filter(({ selected }) => selected)).toMatchObject([{ text }]);
  });

  test("words that several groups have are ambiguous, and the answer names their values", async () => {
    const step = await select("other");
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "ambiguous", details: { candidates: ["tea-other", "coffee-other"] } },
    });
    expect(step.error?.message).toContain(`"coffee-other" in "Coffee"`);
  });

  test("an option of a disabled group is refused", async () => {
    expect((await select("cocoa")).error?.code).toBe("disabled");
  });
});
