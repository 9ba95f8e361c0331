// Codes that are asked for in boxes of one character each: the text follows the focus, and is sent once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { boxes, boxesPage } from "../../support/code-boxes.ts";
import { ContentServer } from "../../support/content-server.ts";
import { ExtensionBrowser } from "../../support/extension-browser.ts";
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
  readonly inPage: (expression: string) => Promise<unknown>;
}

async function open(html: string, input: Input = "trusted"): Promise<Opened> {
  const url = server.page(html);
  const agent = await TestAgent.open(chromium.daemon, url, { input });
  const page = await chromium.pageAt(url);
  return { agent, inPage: (expression) => page.evaluate(expression) };
}

describe.each(inputs)("by %s input", (input) => {
  test.each(Object.entries(boxes))(
    "six boxes that move on %s get a digit each",
    async (_, given) => {
      const { agent, inPage } = await open(boxesPage(given), input);
      const step = await agent.act({ type: "type", id: agent.id("digit-1"), text: "274016" });
      expect(step).toMatchObject({ status: "done", input });
      expect(step.effects).not.toHaveProperty("difference");
      expect(await inPage("code()")).toBe("274016");
      expect(await inPage("codes")).toEqual(["274016"]);
      await agent.close();
    },
  );

  test("six boxes that are edited in place, and move on by a timer, get a digit each", async () => {
    const box = `<div contenteditable style="display: inline-block; width: 44px; height: 48px; font-size: 24px"`;
    const { agent, inPage } = await open(
      `<!doctype html><title>Code</title><h1>Code</h1><div id="row">${Array.from(
        { length: 6 },
        (_, index) => `${box} aria-label="Digit ${index + 1}"></div>`,
      ).join("")}</div><script>
        const code = () => [...row.children].map((box) => box.textContent || "_").join("");
        const codes = [];
        for (const box of row.children) box.oninput = () => {
          box.textContent = box.textContent.slice(-1);
          const next = box.nextElementSibling;
          setTimeout(() => { if (next) next.focus(); else codes.push(code()); }, 60);
        };
      </script>`,
      input,
    );
    const step = await agent.act({ type: "type", id: agent.id("digit-1"), text: "274016" });
    expect(step.status).toBe("done");
    expect(await inPage("code()")).toBe("274016");
    await agent.close();
  });
});
