// What only looks: waiting for something to come or go, a part of the page alone, a picture.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** Happens so long after the page was clicked. */
const later = (ms: number, script: string): string =>
  `<script>top.addEventListener("click", () => setTimeout(() => { ${script} }, ${ms}))</script>`;

const pages = {
  "/order": `<title>Order</title><h1>Order</h1><button>Go</button><p id="state">Sending</p><button id="b">Cancel</button>
    <p style="display:none">Delivered</p><p style="text-transform:uppercase" id="big"></p>
    ${later(400, `document.getElementById("state").innerHTML = "Order <b>1001</b> has been\\n   placed"; big.textContent = "thank you"`)}
    ${later(400, `b.hidden = true`)}${later(1500, `b.hidden = false`)}`,
  "/around": `<title>Around</title><p>Outside</p><button>Go</button><iframe title="Payment" src="/inside"></iframe><div id="host"></div>
    <script>const root = host.attachShadow({ mode: "closed" });</script>
    ${later(400, `root.innerHTML = "<p>From the shadow</p>"`)}`,
  "/inside": `<p>Inside</p>${later(500, `document.body.append("Card accepted")`)}`,
  "/leaving": `<title>Leaving</title><p>Please wait</p><button>Go</button>${later(300, `location = "/arrived"`)}`,
  "/arrived": `<title>Arrived</title><p>Welcome back</p>`,
  "/long": `<title>Long</title><table>${Array.from({ length: 2000 }, (_, at) => `<tr><td>${at}<td><a href="/order/${at}">Order ${at}</a>`).join("")}</table>`,
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

/** What happens later on the page is under way. */
async function begun(path: string): Promise<TestAgent> {
  const agent = await open(path);
  await agent.act({ type: "click", id: agent.id("go") }, { mode: "none" });
  return agent;
}

describe("waiting", () => {
  test("waiting for a text ends when a person can read it, however it is set", async () => {
    const agent = await begun("/order");
    const step = await agent.act({ type: "wait", text: "order 1001 has been placed" });
    expect(step).toMatchObject({ status: "done", settle: null });
    expect(htmlOf(step)).toContain("has been placed");
    expect(await agent.act({ type: "wait", text: "THANK YOU" })).toMatchObject({ status: "done" });
  });

  test("waiting for a text that nobody can see ends with its time", async () => {
    const agent = await begun("/order");
    const step = await agent.act({ type: "wait", text: "Delivered", ms: 300 });
    expect(step).toMatchObject({
      status: "failed",
      error: { code: "not-in-time", details: { text: "Delivered", ms: 300 } },
    });
    expect(htmlOf(step)).toContain("Order");
  });

  test("waiting for an element ends when it has come, or gone", async () => {
    const agent = await begun("/order");
    const cancel = agent.id("cancel");
    expect(await agent.act({ type: "wait", gone: cancel })).toMatchObject({ status: "done" });
    const step = await agent.act({ type: "wait", id: cancel });
    expect(step.status).toBe("done");
    expect(step.observation?.clickable).toContain(cancel);
    expect(await agent.act({ type: "wait", id: "refund", ms: 200 })).toMatchObject({
      status: "failed",
      error: { code: "not-in-time", details: { id: "refund" } },
    });
  });

  test("waiting for an id to go that never was is refused", async () => {
    const agent = await open("/arrived");
    expect(await agent.act({ type: "wait", gone: "cancle" })).toMatchObject({
      status: "failed",
      error: { code: "unknown-id" },
    });
  });

  test("waiting for a text reaches into frames and closed shadow roots", async () => {
    const agent = await begun("/around");
    expect(await agent.act({ type: "wait", text: "From the shadow" })).toMatchObject({
      status: "done",
    });
    const step = await agent.act({ type: "wait", text: "Card accepted" });
    expect(step.status).toBe("done");
    expect(htmlOf(step)).toContain("Card accepted");
  });

  test("waiting goes on through a navigation", async () => {
    const agent = await begun("/leaving");
    const step = await agent.act({ type: "wait", text: "Welcome back" });
    expect(step).toMatchObject({ status: "done", observation: { title: "Arrived" } });
  });

  test("waiting just for a time takes that time", async () => {
    const agent = await open("/arrived");
    const { times, status } = await agent.act({ type: "wait", ms: 250 });
    expect(status).toBe("done");
    expect(times.totalMs).toBeGreaterThanOrEqual(250);
  });
});

describe("expanding", () => {
  test("expanding shows what was left out, and with an unknown id the page as it is", async () => {
    const agent = await open("/long");
    const { expandable } = await agent.observe();
    const id = expandable.at(-1) ?? "";
    const step = await agent.act({ type: "expand", id });
    expect(step).toMatchObject({ status: "done", settle: null });
    expect(htmlOf(step)).toContain("Order 300<");
    expect(htmlOf(step)).not.toContain("Order 0<");
    const wrong = await agent.act({ type: "expand", id: "nothing-like-it" });
    expect(wrong).toMatchObject({ status: "failed", error: { code: "unknown-id" } });
    expect(htmlOf(wrong)).toContain("Order 0<");
  });
});

describe("a picture as an action", () => {
  test("a picture is taken with marks of the ids, and comes with the observation", async () => {
    const agent = await open("/order");
    const { status, screenshot, observation } = await agent.act({
      type: "screenshot",
      marks: true,
    });
    expect(status).toBe("done");
    const marked = screenshot?.marks.map(({ id }) => id) ?? [];
    expect(marked).toHaveLength(2);
    expect(observation?.clickable).toEqual(marked);
    const bytes = Buffer.from(screenshot?.data ?? "", "base64");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
      screenshot?.width,
      screenshot?.height,
    ]);
  });

  test("a picture of an element that is not there fails, and the page is shown all the same", async () => {
    const agent = await open("/arrived");
    const step = await agent.act({ type: "screenshot", id: "buy" });
    expect(step).toMatchObject({ status: "failed", error: { code: "unknown-id" } });
    expect(htmlOf(step)).toContain("Welcome back");
  });
});
