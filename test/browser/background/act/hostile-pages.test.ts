// Pages that move the focus, hide options, or do not answer: nothing goes elsewhere, and nothing hangs.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { answerWithin } from "../../../support/time/under-deadline.ts";
import { htmlOf, TestAgent } from "../agent.ts";

const record = `<p></p><script>
  const said = document.querySelector("p");
  for (const type of ["keydown", "change", "submit"])
    addEventListener(type, (event) => {
      event.type === "submit" && event.preventDefault();
      said.textContent += "[" + type + " " + (event.key ?? event.target.value ?? "") + " in " + (event.target.title || event.target.localName) + "]";
    }, true);</script>`;

const pages = {
  "/unfocusable": `<title>Unfocusable</title>${record}<form><input title="other"></form>
    <div onclick="document.querySelector('input').focus()">Plain box</div>`,
  "/hands-on": `<title>Hands on</title>${record}<input title="first" onfocus="document.querySelector('[title=second]').focus()">
    <form><input title="second"></form>`,
  "/select-hands-on": `<title>Hands on</title>${record}
    <select title="choice" onfocus="document.querySelector('input').focus()"><option>one<option>two<option>three</select>
    <form><input title="other"></form>`,
  "/hidden-options": `<title>Hidden</title>${record}<select title="choice"><option>one<option hidden>two
    <option style="display:none">three<option>four<option>five<option>six<option>seven</select>`,
  "/freeze": `<title>Freeze</title><button onclick="for (;;);">Freeze</button>`,
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

function open(path: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url(path));
}

describe("keys on a hostile page", () => {
  test("keys for an element that takes no focus are not pressed elsewhere", async () => {
    const agent = await open("/unfocusable");
    await agent.act({ type: "click", id: agent.id("other") });
    const step = await agent.act({ type: "press", key: "Enter", id: agent.id("plain-box") });
    expect(htmlOf(step)).not.toContain("[keydown");
    expect(step).toMatchObject({ status: "failed", error: { code: "not-focusable" } });
    await agent.close();
  });

  test("keys for a field that hands the focus on go to neither field", async () => {
    const agent = await open("/hands-on");
    const step = await agent.act({
      type: "type",
      id: agent.id("first"),
      text: "hello",
      enter: true,
    });
    expect(htmlOf(step)).not.toContain("[keydown");
    expect(step).toMatchObject({ status: "failed", error: { code: "not-focusable" } });
    await agent.close();
  });

  test("an option of a select that hands the focus on is chosen without keys to another field", async () => {
    const agent = await open("/select-hands-on");
    const step = await agent.act({ type: "select", id: agent.id("choice"), options: ["three"] });
    expect(htmlOf(step)).not.toContain("in other");
    expect(step).toMatchObject({ status: "done", effects: { value: "three" } });
    await agent.close();
  });

  test("keys for a select pass over options that do not show", async () => {
    const agent = await open("/hidden-options");
    const step = await agent.act({ type: "select", id: agent.id("choice"), options: ["four"] });
    expect(step).toMatchObject({ status: "done", effects: { value: "four" } });
    expect(htmlOf(step).match(/\[change \w*/g)).toEqual(["[change four"]);
    await agent.close();
  });
});

describe("a page whose script does not end", () => {
  test("a page whose script does not end does not hold up the worker if the connection breaks during a reading", async () => {
    const agent = await open("/freeze");
    const freeze = { type: "click", id: agent.id("freeze") } as const;
    await answerWithin(4_000, (timeoutMs) =>
      agent.act(freeze, { mode: "none" }, { timeoutMs, actionId: "freeze" }),
    );
    const reading = agent.observe();
    reading.catch(() => {});
    // Calls of one connection arrive in order: the reading is under way when this is answered.
    await chromium.daemon.call("lease.list", {});
    const { hellos } = chromium.daemon;
    const before = hellos.length;
    chromium.daemon.drop();
    // Far less than the longest a reading may take, for which the worker would otherwise be deaf.
    await expect.poll(() => hellos.length).toBeGreaterThan(before);
    await agent.close();
  });
});
