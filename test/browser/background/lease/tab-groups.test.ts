// Tests what the person sees of sessions in the tab strip: a group for each, and only of its tabs.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { until } from "../../../support/daemon/daemon.ts";
import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { TestAgent } from "../agent.ts";

const pages = {
  "/": `<title>Start</title><a href="/other" target="_blank">Other</a>
    <button onclick="window.open('/other', 'p', 'width=300,height=300')">Popup</button>`,
  "/other": "<title>Other</title><p>Other</p>",
  "/own": "<title>The person's own</title>",
};

let chromium: ExtensionBrowser;
let server: PageServer;
beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
  await chromium.daemon.connected();
});
beforeEach(async () => {
  await until(async () => (await groups()).length === 0, "no group is left");
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

interface Group {
  readonly id: number;
  readonly title: string;
  readonly color: string;
  readonly tabs: readonly string[];
}

/** The groups there are, each with the paths of its tabs, in the order they were made. */
async function groups(): Promise<Group[]> {
  return await chromium.inWorker(async () => {
    const found = await chrome.tabGroups.query({});
    const shown = found.map(async ({ id, title = "", color }) => {
      const tabs = await chrome.tabs.query({ groupId: id });
      return {
        id,
        title,
        color,
        tabs: tabs.map(({ url }) => new URL(url ?? "").pathname),
      };
    });
    return await Promise.all(shown);
  });
}

/** Waits until the groups' tabs are these. */
async function showing(...tabs: readonly string[][]): Promise<Group[]> {
  await expect.poll(async () => (await groups()).map((group) => group.tabs)).toEqual(tabs);
  return await groups();
}

/** Has the person do something to the session's tab with this path. */
async function withTab(path: string, work: "ungroup" | "group"): Promise<void> {
  await chromium.inWorker(
    async (path, work) => {
      const tabs = await chrome.tabs.query({});
      const id = tabs.find(({ url }) => new URL(url ?? "").pathname === path)?.id ?? -1;
      const [group] = await chrome.tabGroups.query({});
      if (work === "ungroup") await chrome.tabs.ungroup([id]);
      else await chrome.tabs.group({ groupId: group?.id ?? -1, tabIds: [id] });
    },
    path,
    work,
  );
}

function open(agent: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url("/"), { agent });
}

test("each session has a group with its agent's name and a colour of its own", async () => {
  const [one, two] = [await open("shopper"), await open("tester")];
  await expect
    .poll(async () => (await groups()).map(({ title }) => title).toSorted())
    .toEqual(["shopper", "tester"]);
  const shown = await groups();
  expect(new Set(shown.map(({ color }) => color)).size).toBe(2);
  expect(shown.map(({ tabs }) => tabs)).toEqual([["/"], ["/"]]);
  await one.close();
  expect((await groups()).map(({ title }) => title)).toEqual(["tester"]);
  await two.close();
});

test("tabs that the agent or its pages open join the session's group, and the person's own do not", async () => {
  const own = await chromium.browser.newPage();
  await own.goto(server.url("/own"));
  const agent = await open("tester");
  await showing(["/"]);
  await agent.act({ type: "click", id: agent.id("other") });
  await showing(["/", "/other"]);
  await agent.act({ type: "new_tab", url: server.url("/other") });
  await showing(["/", "/other", "/other"]);
  await agent.close();
  expect(await groups()).toEqual([]);
  await own.close();
});

test("a popup joins no group, and the step shows its page", async () => {
  const agent = await open("tester");
  await showing(["/"]);
  const step = await agent.act({ type: "click", id: agent.id("popup") });
  expect(step).toMatchObject({ status: "done", observation: { title: "Other" } });
  expect((await groups()).map(({ tabs }) => tabs)).toEqual([["/"]]);
  await agent.close();
});

test("a tab that the person takes out of its group stays out, also after the worker has ended", async () => {
  const agent = await open("tester");
  await agent.act({ type: "new_tab", url: server.url("/other") });
  await showing(["/", "/other"]);
  await withTab("/", "ungroup");
  const panel = await chromium.openPanel();
  const hellos = chromium.daemon.hellos.length;
  await chromium.stopWorker();
  await until(() => chromium.daemon.hellos.length > hellos, "the next worker says hello");
  await panel.close();
  const step = await agent.act({ type: "new_tab", url: server.url("/other?more") });
  expect(step.status).toBe("done");
  await showing(["/other", "/other"]);
  await agent.close();
});

test("a group that the person dissolves is not made again", async () => {
  const agent = await open("tester");
  await showing(["/"]);
  await withTab("/", "ungroup");
  await showing();
  const step = await agent.act({ type: "new_tab", url: server.url("/other") });
  expect(step.status).toBe("done");
  expect(await groups()).toEqual([]);
  await agent.close();
});

test("a tab that the person has put into a session's group is theirs again when the session ends", async () => {
  const own = await chromium.browser.newPage();
  await own.goto(server.url("/own"));
  const agent = await open("tester");
  await showing(["/"]);
  await withTab("/own", "group");
  await agent.close();
  expect(await groups()).toEqual([]);
  expect(own.isClosed()).toBe(false);
  await own.close();
});
