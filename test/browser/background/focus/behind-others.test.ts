// Sessions in tabs that were never in front, in a browser with windows that a person may sit at.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { VirtualDisplay, withDisplay } from "../../../support/browser/virtual-display.ts";
import { TestAgent } from "../agent.ts";

const pages = {
  "/person": "<title>Person</title><h1>Person</h1>",
  "/agent": `<title>Agent</title><button>Window</button>`,
  "/links": `<title>Links</title><base target="_blank"><h1>Links</h1>
    <a href="/told?plain">Plain</a>
    <a href="/told?silent" rel="noreferrer">Silent</a>
    <a href="/told?child" rel="opener">Child</a>
    <a href="/told?heard" onclick="heard.textContent = [event.isTrusted, event.ctrlKey, event.defaultPrevented]"
      >Heard</a>
    <a href="/told?kept" onclick="event.preventDefault()">Kept</a>
    <a href="/told?kept-late" class="late">Kept late</a><p id="heard"></p>
    <script>addEventListener("click", (event) => {
      if (event.target.className === "late") event.preventDefault();
    });</script>`,
  "/told": `<title>Told</title><p id="out"></p><script>
    out.textContent = "referrer " + document.referrer + ", opener " + (opener !== null);
  </script>`,
  "/drawing": `<title>Drawing</title><button onclick="draw(12)">Draw</button><p id="out"></p><script>
    /** Drawn twice a second, these would take longer than anybody waits for what adds nothing. */
    const draw = (left) => {
      out.textContent = left === 0 ? "all drawn" : left + " to draw";
      if (left > 0) requestAnimationFrame(() => draw(left - 1));
    };
  </script>`,
};

let display: VirtualDisplay;
let chromium: ExtensionBrowser;
let server: PageServer;

describe("sessions behind the person's tab", withDisplay, () => {
  beforeAll(async () => {
    [display, server] = await Promise.all([VirtualDisplay.start(), PageServer.listen(pages)]);
    chromium = await ExtensionBrowser.launch({ display: display.name });
    await chromium.daemon.connected();
    const [first] = await chromium.browser.pages();
    await first?.goto(server.url("/person"));
    await display.click(500, 600);
  });
  afterAll(async () => {
    await chromium.close();
    await server.close();
    await display.close();
  });

  const inFront = () =>
    chromium.inWorker(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      return tab?.title;
    });

  test("an agent's tab that was never in front is photographed, in view and whole", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/agent"));
    for (const area of ["viewport", "page"] as const) {
      const picture = await chromium.daemon.call("lease.screenshot", {
        sessionId: agent.sessionId,
        screenshot: { area },
      });
      expect(picture.marks).toEqual([]);
      expect(picture.width).toBeGreaterThan(500);
    }
    await agent.close();
  });

  test("a drawing of many frames is followed to its end in a tab behind the person's", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/drawing"));
    for (const host of ["127.0.0.1", "localhost"]) {
      await agent.act({ type: "goto", url: server.url("/drawing").replace("127.0.0.1", host) });
      const drawn = await agent.act({ type: "click", id: agent.id("draw") });
      expect(drawn).toMatchObject({ status: "done", settle: { status: "settled" } });
      expect(drawn.observation?.html).toContain("all drawn");
    }
    await agent.close();
  });

  test("a session without a debugger says that its tab is behind, and takes nobody's keyboard", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/agent"), {
      input: "synthetic",
    });
    expect(agent.opened.inputReason).toContain("bring it to the front");
    expect(agent.opened.observation?.title).toBe("Agent");
    expect(await inFront()).toBe("Person");
    const step = await agent.act({ type: "hover", id: agent.id("window") });
    expect(step).toMatchObject({ status: "done", input: "synthetic" });
    expect(step.inputReason).toContain("bring it to the front");
    await display.pressUntil("ctrl+9", async () => (await inFront()) === "Agent");
    const seen = await agent.act({ type: "hover", id: agent.id("window") });
    expect(seen.inputReason).not.toContain("bring it to the front");
    await agent.close();
  });

  test.each([
    ["plain", true, false],
    ["silent", false, false],
    ["child", true, true],
  ])("the new page of link %s sees referrer %s and opener %s", async (name, referrer, opener) => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/links"));
    const step = await agent.act({ type: "click", id: agent.id(name) });
    const told = `referrer ${referrer ? server.url("/links") : ""}, opener ${String(opener)}`;
    expect(step.observation?.html).toContain(told);
    await expect.poll(inFront).toBe("Person");
    await agent.close();
  });

  test("a page hears the click on a link as trusted, without Control and not prevented", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/links"));
    await agent.act({ type: "click", id: agent.id("heard") });
    const back = await agent.act({ type: "switch_tab", index: 0 });
    expect(back.observation?.html).toContain("true,false,false");
    await agent.close();
  });

  test.each(["kept", "kept-late"])(
    "the link %s, which its page takes over, opens nothing",
    async (name) => {
      const agent = await TestAgent.open(chromium.daemon, server.url("/links"));
      const step = await agent.act({ type: "click", id: agent.id(name) });
      expect(step).toMatchObject({ status: "done", observation: { title: "Links" } });
      expect(step.observation?.tabs).toHaveLength(1);
      await agent.close();
    },
  );

  test("a link that the agent opens with Control leaves the session where it is", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/links"));
    const id = agent.id("plain");
    const step = await agent.act({ type: "click", id, modifiers: ["Control"] });
    expect(step).toMatchObject({ status: "done", observation: { title: "Links" } });
    await expect
      .poll(async () => (await agent.observe()).tabs.map(({ active }) => active))
      .toEqual([true, false]);
    await agent.close();
  });
});
