import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../support/browser/extension-browser.ts";
import { PageServer } from "../../support/pages/page-server.ts";
import { TestAgent } from "../background/agent.ts";

const pages = {
  "/shop": `<title>A shop &lt;b&gt;bold&lt;/b&gt;</title><h1>Shop</h1>
    <button onclick="fetch('/never')">Wait</button><button onclick="out.textContent = 'bought'">Buy</button><p id="out"></p>`,
  "/asking": `<title>Asking</title><button onclick="confirm('Really?')">Ask</button>`,
  "/never": () => {},
  "/framing": `<title>Framing</title><script>
    const add = () => document.body.append(Object.assign(document.createElement("iframe"), { src: "/shop" }));
  </script>`,
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

/** What the panel says, with one space for each gap. */
async function textOf(panel: Page): Promise<string> {
  const text = await panel.evaluate(() => document.body.innerText);
  return text.replaceAll(/\s+/g, " ");
}

async function pressStop(panel: Page): Promise<void> {
  // A session's new tab comes to the front; a side panel would stay where it is.
  await panel.bringToFront();
  await panel.waitForSelector("button.stop:enabled");
  await panel.click("button.stop");
}

/** Whether something stands in the way of another program's address. */
function isRefused(frame: Pick<Page, "evaluate">): Promise<boolean> {
  return frame.evaluate(() => {
    let isPrevented = false;
    const judge = (event: Event): void => {
      isPrevented = event.defaultPrevented;
      event.preventDefault();
    };
    navigation.addEventListener("navigate", judge, { once: true });
    location.href = "nothing:here";
    return isPrevented;
  });
}

describe("the panel", () => {
  test("the panel shows the live connection, with its heartbeat and age", async () => {
    const panel = await chromium.openPanel();
    await expect
      .poll(() => textOf(panel))
      .toMatch(/Connected Heartbeat [\d.]+ ms · (just now|\d+ s ago) · vtest/);
    await expect.poll(() => textOf(panel)).toMatch("No agent is using this browser now");
    await panel.close();
  });

  test("the panel shows a lost connection as lost, and its return", async () => {
    const panel = await chromium.openPanel();
    await expect.poll(() => textOf(panel)).toMatch("Connected");
    await panel.evaluate(() => {
      const seen: string[] = [];
      Reflect.set(globalThis, "seen", seen);
      new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    chromium.daemon.drop();
    await expect
      .poll(() => panel.evaluate(() => JSON.stringify(Reflect.get(globalThis, "seen"))))
      .toContain("Not connected");
    await expect.poll(() => textOf(panel)).toMatch("Connected");
    await panel.close();
  });

  test("the panel shows each session's agent, page, step and action, and takes a title for text", async () => {
    const panel = await chromium.openPanel();
    const agent = await TestAgent.open(chromium.daemon, server.url("/shop"), { agent: "Shopper" });
    await agent.act({ type: "click", id: agent.id("buy") });
    await expect.poll(() => textOf(panel)).toMatch(/Shopper Idle A shop <b>bold<\/b>/);
    await expect.poll(() => textOf(panel)).toMatch(`Step 1 Click ${agent.id("buy")}`);
    await expect.poll(() => textOf(panel)).toMatch("Real mouse and keyboard input");
    await agent.close();
    await expect.poll(() => textOf(panel)).toMatch("No agent is using this browser now");
    await panel.close();
  });

  test("the panel shows synthetic input with its reason", async () => {
    const panel = await chromium.openPanel();
    const agent = await TestAgent.open(chromium.daemon, server.url("/shop"), {
      input: "synthetic",
    });
    await expect.poll(() => textOf(panel)).toMatch("Synthetic input: asked for");
    await agent.close();
    await panel.close();
  });
});

test("the panel shows a dialog that waits for the agent until it is answered", async () => {
  const agent = await TestAgent.open(chromium.daemon, server.url("/asking"), { agent: "Asker" });
  const panel = await chromium.openPanel();
  await agent.act({ type: "click", id: agent.id("ask") });
  await expect.poll(() => textOf(panel)).toContain("A confirm dialog waits for an answer: Really?");
  // The panel is told of the dialog before it is told that the step has ended with it.
  await expect.poll(() => textOf(panel)).toContain("Waiting for an answer");
  await agent.act({ type: "dialog", accept: true });
  await expect.poll(() => textOf(panel)).not.toContain("dialog waits");
  await panel.close();
  await agent.close();
});

describe("Stop", () => {
  test("Stop gives the page back to the person, who may be asked for a program again", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/shop?stopped"));
    const page = await chromium.pageAt(server.url("/shop?stopped"));
    expect(await isRefused(page)).toBe(true);
    const panel = await chromium.openPanel();
    await pressStop(panel);
    await expect.poll(() => isRefused(page)).toBe(false);
    await page.reload();
    expect(await isRefused(page)).toBe(false);
    await panel.close();
    await agent.close();
  });

  test("Stop gives back also a frame that nobody has read yet", async () => {
    const agent = await TestAgent.open(chromium.daemon, server.url("/framing"));
    const page = await chromium.pageAt(server.url("/framing"));
    await page.evaluate("add()");
    const frame = await page.waitForFrame(server.url("/shop"));
    expect(await isRefused(frame)).toBe(true);
    const panel = await chromium.openPanel();
    await pressStop(panel);
    await expect.poll(() => isRefused(frame)).toBe(false);
    await panel.close();
    await agent.close();
  });

  test("Stop ends the step under way, tells the daemon, and lets nothing more happen", async () => {
    const panel = await chromium.openPanel();
    const agent = await TestAgent.open(chromium.daemon, server.url("/shop"), { agent: "Shopper" });
    const running = agent.act({ type: "click", id: agent.id("wait") }, { budgetMs: 120_000 });
    await expect.poll(() => textOf(panel)).toMatch("Waiting for page");
    await pressStop(panel);
    const step = await running;
    expect(step).toMatchObject({ status: "unknown", error: { code: "session-stopped" } });
    await expect.poll(() => chromium.daemon.halted).toContain(agent.sessionId);
    await expect.poll(() => textOf(panel)).toMatch(/Shopper Stopped .* Stopped$/);
    expect(await panel.$eval("button.stop", (button) => button.disabled)).toBe(true);

    const more = agent.act({ type: "click", id: agent.id("buy") });
    await expect(more).rejects.toMatchObject({ code: "session-stopped" });
    await expect(agent.observe()).rejects.toMatchObject({ code: "session-stopped" });
    const { leases } = await chromium.daemon.call("lease.list", {});
    expect(leases.find(({ sessionId }) => sessionId === agent.sessionId)?.stopped).toBe(true);
    await agent.close();
    await panel.close();
  });

  test("Stop ends a session that is being opened, and leaves none of it", async () => {
    const panel = await chromium.openPanel();
    const opening = TestAgent.open(chromium.daemon, server.url("/never"), { agent: "Early" });
    const refused = opening.catch((error: unknown) => error);
    await expect.poll(() => textOf(panel)).toContain("Early");
    const halted = chromium.daemon.halted.length;
    await pressStop(panel);
    expect(await refused).toMatchObject({ code: "session-stopped" });
    // The daemon has heard of the stop by then: nothing may begin in between.
    expect(chromium.daemon.halted).toHaveLength(halted + 1);
    expect((await chromium.daemon.call("lease.list", {})).leases).toEqual([]);
    await expect.poll(() => textOf(panel)).toContain("No agent");
    await panel.close();
  });

  test("Stop stays in force for the next worker", async () => {
    const panel = await chromium.openPanel();
    const agent = await TestAgent.open(chromium.daemon, server.url("/shop"));
    await pressStop(panel);
    await expect.poll(() => chromium.daemon.halted).toContain(agent.sessionId);
    const workerId = chromium.daemon.hellos.at(-1)?.workerId;
    await chromium.stopWorker();
    await expect.poll(() => chromium.daemon.hellos.at(-1)?.workerId).not.toBe(workerId);
    const more = agent.act({ type: "click", id: agent.id("buy") });
    await expect(more).rejects.toMatchObject({ code: "session-stopped" });
    await agent.close();
    await panel.close();
  });
});

test("the panel shows a daemon of another protocol version as refused, with the side to update", async () => {
  const refused = await ExtensionBrowser.launch({ protocol: { major: 999, minor: 0 } });
  try {
    const panel = await refused.openPanel();
    await expect
      .poll(() => textOf(panel))
      .toMatch(/Refused .*speaks protocol 1\.\d+.* Update the extension/);
  } finally {
    await refused.close();
  }
});

test("the panel of a browser without the native host says how to install it", async () => {
  const alone = await ExtensionBrowser.launch({ nativeHost: false });
  try {
    const panel = await alone.openPanel();
    await expect
      .poll(() => textOf(panel))
      .toMatch(/Not connected This browser has no entry.*webserv install/);
  } finally {
    await alone.close();
  }
});
