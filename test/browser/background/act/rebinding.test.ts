// Tests what becomes of an id whose element was replaced or removed since it was told, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const list = (names: readonly string[]): string =>
  names
    .map((name) => `<li><h3>${name}</h3><button onclick="say('${name}')">Add to cart</button></li>`)
    .join("");

const shop = `<title>Shop</title><ul>${list(["Tote", "Mug"])}</ul>
  <label>Note <input></label><label>Gift <input type="checkbox"></label><p></p>
  <script>
    const say = (text) => { document.querySelector("p").textContent += "[" + text + "]"; };
    const again = (selector) => { const old = document.querySelector(selector); old.outerHTML = old.outerHTML; };
  </script>`;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/shop": shop }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

describe.each(["trusted", "synthetic"] as const)("replaced elements, by %s input", (input) => {
  async function changed(name: string, change: string) {
    const url = server.url(`/shop?${name}-${input}`);
    const agent = await TestAgent.open(chromium.daemon, url, { input });
    const page = await chromium.pageAt(url);
    await page.evaluate(change);
    return agent;
  }

  test("an element that was rendered anew is acted on, and the answer says so", async () => {
    const agent = await changed("click", `again("ul")`);
    const step = await agent.act({ type: "click", id: agent.id("mug.add-to-cart") });
    expect(step).toMatchObject({ status: "done", target: { rebound: true } });
    expect(htmlOf(step)).toContain("<p>[Mug]</p>");
    const next = await agent.act({ type: "click", id: agent.id("mug.add-to-cart") });
    expect(next.target).not.toHaveProperty("rebound");
    await agent.close();
  });

  test("a field and a box that were rendered anew are typed into and checked", async () => {
    const agent = await changed("type", `again("label"); again("label + label")`);
    const typed = await agent.act({ type: "type", id: agent.id("note"), text: "hi" });
    expect(typed).toMatchObject({
      status: "done",
      target: { rebound: true },
      effects: { value: "hi" },
    });
    const checked = await agent.act({ type: "check", id: agent.id("gift") });
    expect(checked).toMatchObject({ status: "done", effects: { value: "checked" } });
    await agent.close();
  });

  test("the id of an element that is gone is stale, also if a like element is left", async () => {
    const agent = await changed("gone", `document.querySelector("li").remove()`);
    const step = await agent.act({ type: "click", id: agent.id("tote.add-to-cart") });
    expect(step).toMatchObject({ status: "failed", error: { code: "stale-id" } });
    expect(step.error?.details["nearest"]).toEqual(["mug.add-to-cart"]);
    expect(htmlOf(step)).not.toContain("[");
    await agent.close();
  });

  test("a part of several ids is ambiguous, and none of their elements is touched", async () => {
    const agent = await changed("part", `0`);
    const step = await agent.act({ type: "click", id: "add-to-cart" });
    expect(step).toMatchObject({
      status: "failed",
      error: {
        code: "ambiguous",
        details: { candidates: ["tote.add-to-cart", "mug.add-to-cart"] },
      },
    });
    expect(htmlOf(step)).not.toContain("[");
    await agent.close();
  });
});
