// check and uncheck, in the built extension.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** Each control writes what becomes of it into the page. */
const form = `<title>Form</title>
  <style>.drawn input { position: absolute; opacity: 0; width: 0; height: 0 }</style>
  <label>News <input type="checkbox"></label>
  <label>Terms <input type="checkbox" checked></label>
  <label>Some <input type="checkbox" id="some"></label>
  <div class="drawn"><input type="checkbox" id="gift"><label for="gift">Gift</label></div>
  <fieldset><legend>Size</legend>
    <label>Small <input type="radio" name="size" checked></label>
    <label>Large <input type="radio" name="size"></label></fieldset>
  <div role="switch" aria-checked="false" tabindex="0" aria-label="Dark"
    onclick="setTimeout(() => this.setAttribute('aria-checked', this.ariaChecked !== 'true'), 150)"></div>
  <div role="checkbox" aria-checked="mixed" tabindex="0" aria-label="Parts"
    onclick="this.ariaChecked = this.ariaChecked === 'mixed' ? 'false' : String(this.ariaChecked !== 'true')"></div>
  <label>Stubborn <input type="checkbox" onclick="return false"></label>
  <button aria-pressed="false">Bold</button>
  <style>[role] { width: 20px; height: 20px; background: #ccc }</style>
  <p></p>
  <script>
    document.querySelector("#some").indeterminate = true;
    addEventListener("click", (event) => {
      document.querySelector("p").textContent += "[" + (event.isTrusted ? "" : "untrusted ") + event.target.localName + "]";
    }, true);
  </script>`;

/** Boxes that are hidden, and whose labels are links from edge to edge. */
const links = `<title>Links</title>
  <style>input { position: absolute; clip: rect(0 0 0 0); width: 1px; height: 1px }
    label { display: block; width: 200px } a { display: block }</style>
  <label><input type="checkbox" id="terms"><a href="#terms">Terms</a></label>
  <input type="radio" name="rules" id="rules"><label for="rules"><a href="#rules">Rules</a></label>
  <label id="under"><input type="checkbox"><a href="#under">Under</a></label>
  <div style="position: fixed; inset: 80px 0 0 0; background: #ddd">A layer</div>
  <p style="position: fixed; bottom: 0"></p>
  <script>
    under.style.cssText = "position: absolute; top: 100px";
    addEventListener("change", ({ target }) => { document.querySelector("p").textContent += "[" + target.id + " " + target.checked + "]"; });
  </script>`;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/form": form, "/links": links }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

describe.each(["trusted", "synthetic"] as const)("check and uncheck by %s input", (input) => {
  test("a hidden box whose label is one link is checked by the keyboard, but not under a layer", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/links"), { input });
    for (const id of ["terms", "rules"]) {
      const step = await agent.act({ type: "check", id });
      expect(step.error).toBeUndefined();
      expect(htmlOf(step)).toContain(`[${id} true]`);
      expect(step.observation?.url).not.toContain("#");
    }
    const under = await agent.act({ type: "check", id: "under" });
    expect(under.error?.code).toBe("covered");
    await agent.close();
  });

  async function once(
    type: "check" | "uncheck",
    name: string,
    read: (step: Awaited<ReturnType<TestAgent["act"]>>) => void,
  ): Promise<void> {
    const agent = await TestAgent.open(chromium.daemon, server.url("/form"), { input });
    const id = agent.id(name);
    const step = await agent.act({ type, id });
    read(step);
    await agent.close();
  }

  test.each([
    ["check", "news", "checked"],
    ["uncheck", "terms", "unchecked"],
    ["check", "some", "checked"],
    ["check", "gift", "checked"],
    ["check", "large", "checked"],
    ["check", "dark", "checked"],
  ] as const)("the action %s makes the control %s %s", async (type, name, value) => {
    await once(type, name, (step) => {
      expect(step).toMatchObject({ status: "done", input, effects: { value } });
      expect(step.error).toBeUndefined();
      const state = step.observation?.inputs.find(({ id }) => id.endsWith(name));
      expect(state?.checked).toBe(value === "checked");
      expect(htmlOf(step).includes("untrusted")).toBe(input === "synthetic");
    });
  });

  test.each([
    ["check", "terms"],
    ["uncheck", "news"],
    ["check", "small"],
    ["uncheck", "dark"],
  ] as const)("the action %s does not touch %s if it is so already", async (type, name) => {
    await once(type, name, (step) => {
      const value = type === "check" ? "checked" : "unchecked";
      expect(step).toMatchObject({ status: "done", effects: { value } });
      expect(step.target?.id).toMatch(new RegExp(`${name}$`));
      expect(htmlOf(step)).not.toMatch(/\[(untrusted )?(input|label|div)\]/);
    });
  });

  test("a mixed checkbox is clicked until it is checked", async () => {
    await once("check", "parts", (step) => {
      expect(step).toMatchObject({ status: "done", effects: { value: "checked" } });
      expect(htmlOf(step).match(/\[(untrusted )?div\]/g)).toHaveLength(2);
    });
  });

  test("the action uncheck refuses a radio button and does not touch it", async () => {
    await once("uncheck", "small", (step) => {
      expect(step).toMatchObject({ status: "failed", error: { code: "value-refused" } });
      expect(step.error?.next).toContain("another one");
      expect(htmlOf(step)).not.toMatch(/\[(untrusted )?(input|label)\]/);
    });
  });

  test("a checkbox that stays as it was is told as refusing the value", async () => {
    await once("check", "stubborn", (step) => {
      expect(step).toMatchObject({
        status: "failed",
        error: { code: "value-refused", details: { value: "unchecked" } },
      });
    });
  });

  test("the action check refuses a toggle button as not checkable", async () => {
    await once("check", "bold", (step) => {
      expect(step).toMatchObject({ status: "failed", error: { code: "not-checkable" } });
    });
  });
});
