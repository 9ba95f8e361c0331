// Documents that live on out of sight, kept by the browser for going back to.
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";
import { PATIENCE_MS } from "../../../support/time/patience.ts";

/** Says what became of the document, and counts in it. */
const told = `<button onclick="out.textContent = 'count ' + ++n">Add</button>
    <button onclick="fetch('/slow').then(() => (out.textContent = 'answered ' + ++n))">Ask</button>
    <button onclick="out.textContent = 'sure: ' + confirm('Sure?')">Confirm</button>
    <input aria-label="Name"><p id="out"></p><p id="life"></p>
    <script>let n = 0;
      addEventListener("pageshow", ({ persisted }) => { if (persisted) life.textContent = "kept"; });
    </script>`;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch({ keepsPages: true }),
    PageServer.listen({
      "/first": `<title>First</title><a href="/second">Second</a>${told}`,
      "/second": `<title>Second</title><a href="/first">First</a>${told}`,
      "/slow": (_request, response) => void setTimeout(() => response.end(), 300),
    }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

function open(path: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url(path));
}

/** Everything works in the document shown, and is seen by whom it concerns. */
async function useAll(agent: TestAgent, count: number): Promise<void> {
  const added = await agent.act({ type: "click", id: agent.id("add") });
  expect(added).toMatchObject({ status: "done", input: "trusted" });
  expect(htmlOf(added)).toContain(`count ${count}`);
  const asked = await agent.act({ type: "click", id: agent.id("ask") });
  expect(asked).toMatchObject({ status: "done", settle: { status: "settled" } });
  expect(htmlOf(asked)).toContain(`answered ${count + 1}`);
  const typed = await agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
  expect(typed).toMatchObject({ status: "done", effects: { value: "Ada" } });
  const confirm = await agent.act({ type: "click", id: agent.id("confirm") });
  expect(confirm).toMatchObject({ status: "done", effects: { dialog: { message: "Sure?" } } });
  const sure = await agent.act({ type: "dialog", accept: true });
  expect(htmlOf(sure)).toContain("sure: true");
}

test("a page that was kept is gone back to with its ids, its contents and its hooks", async () => {
  const agent = await open("/first");
  await agent.act({ type: "click", id: agent.id("add") });
  const left = await agent.act({ type: "click", id: agent.id("second") });
  expect(left).toMatchObject({ status: "done", observation: { title: "Second" } });
  const back = await agent.act({ type: "back" });
  expect(back).toMatchObject({
    status: "done",
    effects: { navigated: { to: server.url("/first") } },
    settle: { status: "settled" },
    observation: { title: "First" },
  });
  expect(htmlOf(back)).toContain("kept");
  expect(htmlOf(back)).toContain("count 1");
  expect(back.observation?.clickable).toEqual(agent.opened.observation?.clickable);
  await useAll(agent, 2);
  const forward = await agent.act({ type: "forward" });
  expect(forward).toMatchObject({ status: "done", observation: { title: "Second" } });
  expect(htmlOf(forward)).toContain("kept");
  await useAll(agent, 1);
  await agent.close();
});

test("a page that was kept and is shown again wakes a worker that ended", async () => {
  const agent = await open("/first");
  await agent.act({ type: "click", id: agent.id("second") });
  const back = await agent.act({ type: "back" });
  expect(htmlOf(back)).toContain("kept");
  const { daemon } = chromium;
  const before = daemon.hellos.length;
  await chromium.inWorker(async () => {
    // Nothing else is to wake it.
    await chrome.alarms.clearAll();
  });
  await chromium.stopWorker();
  await vi.waitFor(() => expect(daemon.hellos.length).toBeGreaterThan(before), PATIENCE_MS);
  await daemon.connected();
  await agent.close();
});
