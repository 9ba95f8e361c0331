// A service worker that ended is started again by the pages that are open, with nothing else to wake it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";
import { until } from "../../support/daemon/daemon.ts";
import { htmlOf } from "../../support/reading/observed.ts";
import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { membersWith } from "../../support/programs/processes.ts";

let chain: Chain;
let site: CountingSite;
let own: OwnBrowser;
let browserId: string;
beforeAll(async () => {
  [chain, site] = await Promise.all([Chain.open(), CountingSite.open()]);
  ({ own, browserId } = await chain.ownBrowser());
});
afterAll(async () => {
  await chain.close();
  await site.close();
});

/** When the browser's present worker connected; empty while none is. */
async function connectedAt(): Promise<string> {
  const { browsers } = await chain.agent.call("browser.list", {});
  return browsers.find((each) => each.browserId === browserId)?.connectedAt ?? "";
}

async function backAfter(stop: () => Promise<void>): Promise<boolean> {
  const before = await connectedAt();
  await stop();
  await until(async () => !["", before].includes(await connectedAt()), "the worker is back");
  return true;
}

/** Takes the worker's alarm away, so that what else wakes it is seen alone. */
async function takeAlarm(): Promise<void> {
  await own.inWorker(async () => {
    await chrome.alarms.clearAll();
  });
}

async function stopWithAlarm(): Promise<void> {
  await takeAlarm();
  await own.stopWorker();
}

async function killProcess(): Promise<void> {
  await takeAlarm();
  for (const pid of await membersWith(own.pid, "--extension-process")) process.kill(pid, "SIGKILL");
}

describe("a worker that ends", () => {
  test("a worker that ends comes back by itself if no page is open that could wake it", async () => {
    expect(await backAfter(() => own.stopWorker())).toBe(true);
  });

  test("a worker that ends is woken by a page that nobody works in, each time", async () => {
    const page = await own.browser.newPage();
    await page.goto(site.url);
    expect(await backAfter(stopWithAlarm)).toBe(true);
    expect(await backAfter(stopWithAlarm)).toBe(true);
    await page.close();
  });

  test.each([
    ["by itself", stopWithAlarm],
    ["with its process", killProcess],
  ])("a worker that ends %s is woken by a session's page, which goes on", async (_how, stop) => {
    await using session = await chain.session({ browserId, url: site.url });
    expect(await backAfter(stop)).toBe(true);
    const step = await session.act({ type: "click", id: session.id("add") });
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(step)).toContain(`count ${site.count}`);
  });
});
