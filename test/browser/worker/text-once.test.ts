// A text reaches the page at most once, whatever the page does with it: each letter is counted by the page itself.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ContentServer } from "../../support/content-server.ts";
import { ExtensionBrowser } from "../../support/extension-browser.ts";
import { takerPage, takers } from "../../support/text-takers.ts";
import { TestAgent } from "./agent.ts";

let chromium: ExtensionBrowser;
let server: ContentServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), new ContentServer().listen()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const inputs = ["trusted", "synthetic"] as const;
type Input = (typeof inputs)[number];

interface Opened {
  readonly agent: TestAgent;
  /** The value of an expression in the page. */
  inPage(expression: string): Promise<unknown>;
}

async function open(body: string, input: Input = "trusted"): Promise<Opened> {
  const url = server.page(takerPage(body));
  const agent = await TestAgent.open(chromium.daemon, url, { input });
  const page = await chromium.pageAt(url);
  return { agent, inPage: (expression) => page.evaluate(expression) };
}

/** The last two are longer than what is typed by keys. */
const texts = [
  "7",
  "400123",
  "Naïve Ωmega",
  "two,words",
  "x9".repeat(32),
  `A1-${"b2".repeat(40)}`,
  `${"Zeichen fur Zeichen ".repeat(9)}!`,
];

describe.each(Object.entries(takers))("%s", (_, body) => {
  test.each(inputs)("gets each text of %s input once", async (input) => {
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
