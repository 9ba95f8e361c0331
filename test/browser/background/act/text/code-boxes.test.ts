// Codes that are asked for in boxes of one character each: the text follows the focus, and is sent once.
import { describe, expect, test } from "vitest";

import { boxes, boxesPage } from "../../../../support/pages/code-boxes.ts";
import { inputs, textPages } from "./text-pages.ts";

const { open } = textPages();

describe.each(inputs)("codes in boxes of one character, by %s input", (input) => {
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
