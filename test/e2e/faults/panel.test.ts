// The side panel in the whole real chain, while the worker, the native host and the daemon end.
import { EXTENSION_ORIGIN } from "@webserv/shared/protocol/extension-id.ts";
import { isRunning } from "@webserv/host/src/running-process.ts";
import type { Page } from "puppeteer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Chain } from "../../support/daemon/chain.ts";
import type { ChainSession } from "../../support/daemon/chain.ts";
import { CountingSite } from "../../support/pages/counting-site.ts";
import { until } from "../../support/daemon/daemon.ts";
import type { OwnBrowser } from "../../support/browser/own-browser.ts";
import { childrenWith } from "../../support/programs/processes.ts";

let site: CountingSite;
let chain: Chain;
let own: OwnBrowser;
let browserId: string;
beforeAll(async () => {
  [site, chain] = await Promise.all([CountingSite.open(), Chain.open()]);
  ({ own, browserId } = await chain.ownBrowser());
});
afterAll(async () => {
  await chain.close();
  await site.close();
});

let session: ChainSession;
let panel: Page;
beforeEach(async () => {
  session = await chain.session({ browserId, url: site.url, agent: "Shopper" });
  panel = await own.openPanel();
  await until(async () => (await stateShown()) === "Idle", "the panel shows the session");
});
afterEach(async () => {
  site.release();
  try {
    await own.letAgentsBegin(panel);
    await panel.close();
  } finally {
    // What is left would be the first that the next test's panel shows.
    await session.close();
  }
});

/** What the card says of the session, and null where there is none. */
function stateShown(): Promise<string | null> {
  return panel.evaluate(() => document.querySelector(".session .state")?.textContent ?? null);
}

async function killNativeHost(): Promise<void> {
  const pids = await childrenWith(own.pid, EXTENSION_ORIGIN);
  expect(pids).toHaveLength(1);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await until(() => pids.every((pid) => !isRunning(pid)), "the native host has ended");
}

async function killDaemon(): Promise<void> {
  await chain.killDaemon();
  await chain.reconnect();
}

const faults = [
  { who: "worker", kill: () => own.stopWorker() },
  { who: "native host", kill: killNativeHost },
  { who: "daemon", kill: killDaemon },
];

/** Notes each state the card shows from now on, and presses Stop where it shows the first of a lost connection. */
async function watch(pressesStop: boolean): Promise<() => Promise<readonly string[]>> {
  await panel.evaluate((presses) => {
    const shown: string[] = [];
    Reflect.set(globalThis, "shown", shown);
    let isDue = presses;
    const look = (): void => {
      const state = document.querySelector(".session .state")?.textContent ?? "none";
      const link = document.querySelector("#connection strong")?.textContent ?? "none";
      const words = `${state}, ${link}`;
      if (shown.at(-1) !== words) shown.push(words);
      const button = document.querySelector<HTMLButtonElement>("button.stop");
      if (isDue && link !== "Connected" && button !== null) {
        isDue = false;
        button.click();
      }
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, pressesStop);
  return async () =>
    await panel.evaluate(() => {
      const shown: unknown = Reflect.get(globalThis, "shown");
      return Array.isArray(shown) ? shown.map(String) : [];
    });
}

describe.each(faults)("the panel while the $who ends", ({ kill }) => {
  test("the panel never shows a session as idle without a connection, and shows it again as it was", async () => {
    const shown = await watch(false);
    await kill();
    await expect.poll(shown).toContain("Not connected, Not connected");
    await expect.poll(async () => (await shown()).at(-1)).toBe("Idle, Connected");
    const states = await shown();
    expect(states).not.toContain("Idle, Not connected");
    expect((await session.act({ type: "click", id: session.id("add") })).status).toBe("done");
  });

  test("a Stop that is pressed while the connection is lost is carried out, and nothing more happens", async () => {
    const counted = site.count;
    const shown = await watch(true);
    await kill();
    await expect.poll(stateShown).toBe("Stopped");
    await expect.poll(() => chain.stateOf(session.sessionId)).toBe("stopped");
    expect((await shown()).some((state) => state.endsWith("Not connected"))).toBe(true);
    await expect(session.act({ type: "click", id: session.id("add") })).rejects.toMatchObject({
      code: "session-stopped",
    });
    expect(site.count).toBe(counted);
  });
});

test("a Stop while no daemon is there ends the step under way in the browser itself", async () => {
  site.hold();
  const counted = site.count + 1;
  const answer = session.act(
    { type: "click", id: session.id("add") },
    { settle: { budgetMs: 120_000 } },
  );
  answer.catch(() => {});
  await until(() => site.count === counted, "the click has counted");
  await expect.poll(stateShown).toBe("Waiting for page");
  await watch(true);
  await chain.killDaemon();
  // The answer of the page is still held: only the Stop can have ended the step.
  await expect.poll(stateShown).toBe("Stopped");
  await chain.reconnect();
  await expect.poll(() => chain.stateOf(session.sessionId)).toBe("stopped");
});
