// A session's tab that has been behind another one for a while is as quick as in front.
import { afterAll, beforeAll, expect, test } from "vitest";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { htmlOf, TestAgent } from "../agent.ts";

/** More than Chromium draws of a tab behind others while a step lasts. */
const FRAMES = 40;
/** Between two frames, in ms: in front 17. */
const SLOW_MS = 300;

const page = `<button onclick="draw(${FRAMES})">Draw</button><p id="out"></p><script>
    let gapMs = 0;
    let lastMs = performance.now();
    const watch = (nowMs) => { gapMs = nowMs - lastMs; lastMs = nowMs; requestAnimationFrame(watch); };
    requestAnimationFrame(watch);
    const draw = (left) => {
      out.textContent = left === 0 ? "all drawn" : left + " to draw";
      if (left > 0) requestAnimationFrame(() => draw(left - 1));
    };
  </script>`;

let chromium: ExtensionBrowser;
let server: PageServer;
beforeAll(async () => {
  [chromium, server] = await Promise.all([
    ExtensionBrowser.launch(),
    PageServer.listen({ "/behind": page, "/next": page, "/front": "<h1>Front</h1>" }),
  ]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

/** The time between the latest two frames of the page at `path`, in ms. */
async function gapMs(path: string): Promise<number> {
  return await chromium.inWorker(async (end) => {
    const tabs = await chrome.tabs.query({});
    const tabId = tabs.find(({ url }) => url?.endsWith(end))?.id;
    const command = { expression: "gapMs", returnByValue: true };
    const answer: unknown = await chrome.debugger.sendCommand(
      { tabId: tabId ?? 0 },
      "Runtime.evaluate",
      command,
    );
    return (answer as { result: { value: number } }).result.value;
  }, path);
}

test("a drawing of many frames is followed to its end in a tab that the browser hardly draws", async () => {
  const behind = await TestAgent.open(chromium.daemon, server.url("/behind"));
  const front = await TestAgent.open(chromium.daemon, server.url("/front"));
  for (const path of ["/behind", "/next"]) {
    await expect.poll(() => gapMs(path)).toBeGreaterThan(SLOW_MS);
    const drawn = await behind.act({ type: "click", id: behind.id("draw") });
    expect(drawn).toMatchObject({ status: "done", settle: { status: "settled" } });
    expect(htmlOf(drawn)).toContain("all drawn");
    await behind.act({ type: "goto", url: server.url("/next").replace("127.0.0.1", "localhost") });
  }
  await Promise.all([behind.close(), front.close()]);
});
