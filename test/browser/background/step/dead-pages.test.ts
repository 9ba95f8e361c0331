// Pages whose script never ends, and servers that do not answer: what is told, and what gets out of it.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import type { Action } from "@webserv/shared/model/action.ts";
import type { StepOutcome } from "@webserv/shared/model/step.ts";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import { until } from "../../../support/daemon/daemon.ts";
import { serveDeadPages } from "../../../support/pages/dead-pages.ts";
import type { PageServer } from "../../../support/pages/page-server.ts";
import { PATIENCE_MS } from "../../../support/time/patience.ts";
import { htmlOf, idOf, TestAgent } from "../agent.ts";

let chromium: ExtensionBrowser;
let server: PageServer;
beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), serveDeadPages()]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

/** The time of the processor by which the process of a page that hangs is known, in s. */
const BUSY_S = 1;
const SHORT = { budgetMs: 1_500 };
/** Long enough for a busy machine to load a page. */
const LONG = { budgetMs: 30_000 };
/** Time for the same, of pages that use it up. */
const ENOUGH = { budgetMs: 8_000 };

/** Opens a page that a busy machine has time to load. */
async function open(path = "/", settle = LONG): Promise<TestAgent> {
  return await TestAgent.open(chromium.daemon, server.url(path), { settle });
}

function go(path: string): Action {
  return { type: "goto", url: server.url(path) };
}

function refresh(): Action {
  return { type: "refresh" };
}

/** Clicks, in a time that is long enough for the click to reach the page, and short for a page that hangs then. */
async function click(agent: TestAgent, id: string): Promise<StepOutcome> {
  return await agent.actFar(
    { type: "click", id },
    SHORT.budgetMs,
    ({ status }) => status !== "failed",
  );
}

async function frozen(button = "freeze"): Promise<TestAgent> {
  const agent = await open("/", ENOUGH);
  await click(agent, agent.id(button));
  return agent;
}

describe("a page whose script never ends", () => {
  test.each([
    ["in the click", "freeze"],
    ["in a timer", "freeze-later"],
    ["in promises", "freeze-by-promises"],
  ])("a click after which the page hangs %s says that the page is busy", async (_, button) => {
    const agent = await open();
    const step = await click(agent, agent.id(button));
    expect(step).toMatchObject({
      status: "done",
      settle: { status: "timeout" },
      error: { code: "page-unresponsive" },
      observation: null,
    });
    await agent.close();
  });

  test("an endless worker does not hold the answer", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: agent.id("freeze-a-worker") }, LONG);
    expect(step).toMatchObject({ status: "done", settle: { status: "settled" } });
    expect(htmlOf(step)).toContain("Begun");
    await agent.close();
  });

  test("a page that works for a while is waited for", async () => {
    const agent = await open();
    const step = await agent.act({ type: "click", id: agent.id("work") }, LONG);
    expect(step).toMatchObject({ status: "done", settle: { status: "settled" } });
    expect(htmlOf(step)).toContain("Ready");
    await agent.close();
  });

  test("a page that answers each question late takes what is typed, and is read", async () => {
    const agent = await open("/slow", ENOUGH);
    const name = agent.id("name");
    for (const text of ["Ada", "Grace"]) {
      const step = await agent.act({ type: "type", id: name, text }, SHORT);
      expect(step.error).toBeUndefined();
      expect(step.status).toBe("done");
      expect(htmlOf(step)).toContain(`value="${text}"`);
    }
    await agent.close();
  });

  test("a click, a reading and a picture of a hanging page fail because it is busy, well before the call's end", async () => {
    const agent = await frozen();
    const step = await agent.act({ type: "click", id: agent.id("press") }, SHORT);
    expect(step).toMatchObject({ status: "failed", error: { code: "page-unresponsive" } });
    await expect(agent.observe()).rejects.toMatchObject({ code: "page-unresponsive" });
    const picture = chromium.daemon.call("lease.screenshot", {
      sessionId: agent.sessionId,
      screenshot: {},
    });
    await expect(picture).rejects.toMatchObject({ code: "page-unresponsive" });
    await agent.close();
  });

  const ways: readonly (readonly [string, () => Promise<TestAgent>, () => Action, string])[] = [
    ["refresh", () => frozen(), refresh, "Alive"],
    ["goto on its site", () => frozen(), () => go("/other"), "Other"],
    ["goto from its promises", () => frozen("freeze-by-promises"), () => go("/other"), "Other"],
    ["goto from its interval", () => dead("/again"), () => go("/other"), "Other"],
    ["back", () => dead("/endless"), () => ({ type: "back" }), "Alive"],
    ["refresh of one that asks on and on", () => frozen("ask-for-ever"), refresh, "Alive"],
    ["back of one that asks each moment", () => asking(), () => ({ type: "back" }), "Other"],
    [
      "goto from one that is asked whether it may be left",
      () => dead("/left"),
      () => go("/other"),
      "Other",
    ],
    ["refresh of one that is asked whether it may be left", () => dead("/left"), refresh, "Left"],
    ["refresh of one that is mended", () => dead("/once"), refresh, "Good"],
  ];
  async function dead(path: string): Promise<TestAgent> {
    const agent = await open();
    await agent.actFar(go(path), SHORT.budgetMs, ({ error }) => error?.code !== "still-loading");
    return agent;
  }
  async function asking(): Promise<TestAgent> {
    const agent = await open("/other");
    const step = await agent.act(go("/"), LONG);
    await click(agent, idOf(step.observation, "ask-each-moment"));
    return agent;
  }
  test.each(ways)("%s gets out of a hanging page", async (_, reach, leave, heading) => {
    const agent = await reach();
    const step = await agent.act(leave(), LONG);
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", settle: { status: "settled" }, input: "trusted" });
    expect(htmlOf(step)).toContain(heading);
    await agent.close();
  });

  test.each<[string, () => Action]>([
    ["back where nothing is before it", () => ({ type: "back" })],
    ["goto a place in it", () => go("/busy#place")],
  ])("%s does not end a page that is only busy", async (_, stay) => {
    const agent = await open("/busy", ENOUGH);
    const asked = (): number => server.requests.filter(({ path }) => path === "/hold").length;
    const before = asked();
    await click(agent, agent.id("hold"));
    await until(() => asked() > before, "the page is busy");
    await agent.act(stay(), SHORT);
    await fetch(server.url("/release"));
    const isReleased = async (): Promise<void> =>
      expect((await agent.observe()).html).toContain("Released");
    await vi.waitFor(isReleased, { timeout: PATIENCE_MS });
    await agent.close();
  });

  test("a page that was refreshed out of its hanging takes input as before", async () => {
    const agent = await frozen();
    const step = await agent.act({ type: "refresh" }, LONG);
    expect(step).toMatchObject({ status: "done", observation: { title: "Alive" } });
    const press = await agent.act({ type: "click", id: idOf(step.observation, "press") }, LONG);
    expect(press).toMatchObject({ status: "done", input: "trusted" });
    expect(press.observation?.title).toBe("Pressed");
    await agent.close();
  });

  test("nothing is loaded before the page before it has ended, and the next goto loads it", async () => {
    const other = await ExtensionBrowser.launch();
    const agent = await TestAgent.open(other.daemon, server.url("/"), { settle: ENOUGH });
    await click(agent, agent.id("freeze"));
    const pid = await busiestRenderer(other);
    const asked = (): number => server.requests.filter(({ path }) => path === "/late").length;
    process.kill(pid, "SIGSTOP");
    try {
      const step = await agent.act(go("/late"), SHORT);
      expect(step).toMatchObject({ status: "failed", error: { code: "navigation-failed" } });
      expect(step.error?.message).toContain("nothing was loaded");
      expect(asked()).toBe(0);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    const step = await agent.act(go("/late"), LONG);
    expect(step).toMatchObject({ status: "done", observation: { title: "Late" } });
    await other.close();
  });

  test.each<[string, Action]>([
    ["a session", { type: "switch_tab", index: 0 }],
    ["an action", { type: "close_tab" }],
  ])("%s closes a tab whose page hangs and would ask whether it may be left", async (_, turn) => {
    const agent = await open("/other");
    const opened = await agent.act({ type: "new_tab", url: server.url("/asks") }, LONG);
    await click(agent, idOf(opened.observation, "freeze"));
    const step = await agent.act(turn, LONG);
    expect(step).toMatchObject({ status: "done", observation: { title: "Other" } });
    await agent.close();
    const urls = (): string[] => chromium.browser.targets().map((target) => target.url());
    await expect.poll(urls).not.toContain(server.url("/asks"));
  });

  test("a page that has crashed is said to have crashed, and refresh loads it again", async () => {
    const agent = await open("/other?crash");
    const url = server.url("/other?crash");
    const target = await chromium.browser.waitForTarget((each) => each.url() === url);
    const devtools = await target.createCDPSession();
    // Its answer never comes.
    devtools.send("Page.crash").catch(() => {});
    const said = async (): Promise<string> =>
      await agent.observe().then(
        () => "read",
        (error: unknown) => String(error),
      );
    await expect.poll(said, { timeout: PATIENCE_MS }).toContain("has crashed");
    const picture = chromium.daemon.call("lease.screenshot", {
      sessionId: agent.sessionId,
      screenshot: {},
    });
    await expect(picture).rejects.toThrow("has crashed");
    const step = await agent.act(refresh(), LONG);
    expect(step).toMatchObject({ status: "done", observation: { title: "Other" } });
    await agent.close();
  });

  test("a session opens on a page that hangs while it loads, and its reading says so", async () => {
    const agent = await open("/endless", ENOUGH);
    expect(agent.opened.observation).toMatchObject({ url: server.url("/endless") });
    expect(agent.opened.observation?.html).toContain("its script is busy");
    await agent.close();
    // A page that hangs would not answer if it were asked for its address.
    const urls = (): string[] => chromium.browser.targets().map((target) => target.url());
    await expect.poll(urls).not.toContain(server.url("/endless"));
  });

  test("a hanging frame of another site does not keep the page around it from being used", async () => {
    const agent = await open("/frame", ENOUGH);
    const step = await click(agent, agent.id("press"));
    expect(step).toMatchObject({ status: "done", effects: {} });
    expect(htmlOf(step)).toContain("Pressed");
    expect(htmlOf(step)).toContain("unread=");
    await agent.close();
  });
});

describe("a server that does not answer", () => {
  function expectStillLoading(step: StepOutcome, path: string, why: string): void {
    expect(step).toMatchObject({
      error: { code: "still-loading", details: { url: server.url(path) } },
    });
    expect(step.error?.message).toContain(why);
  }

  test.each([
    ["/never", "its server has not answered"],
    ["/headers", "its server answered 200, but nothing of the page was shown"],
  ])("goto %s is not done, and says what the server lacks", async (path, why) => {
    const agent = await open();
    // On a busy machine the browser hears of a server's answer late.
    const lacking = async (): Promise<StepOutcome> =>
      await agent.actFar(
        go(path),
        SHORT.budgetMs,
        ({ error }) => error?.message.includes(why) === true,
      );
    const step = await lacking();
    expect(step.status).toBe("failed");
    expectStillLoading(step, path, why);
    // The load goes on, and to ask for it again asks for the same.
    const again = await lacking();
    expect(again.status).toBe("failed");
    expectStillLoading(again, path, why);
    const away = await agent.act(go("/other"), LONG);
    expect(away).toMatchObject({ status: "done", observation: { title: "Other" } });
    await agent.close();
  });

  test("a page that comes late and hangs then is busy, and not still loading", async () => {
    const agent = await open();
    const hasCome = ({ error }: StepOutcome): boolean => error?.code !== "still-loading";
    const step = await agent.actFar(go("/late-endless"), SHORT.budgetMs, hasCome);
    expect(step.error).toMatchObject({ code: "page-unresponsive" });
    await agent.close();
  });

  test("a link and a new tab that lead there say that the server has not answered", async () => {
    const agent = await open();
    const link = await click(agent, agent.id("never"));
    expect(link).toMatchObject({ status: "done", observation: { title: "Alive" } });
    expectStillLoading(link, "/never", "its server has not answered");
    const tab = await agent.act({ type: "new_tab", url: server.url("/never") }, SHORT);
    expect(tab.status).toBe("failed");
    expectStillLoading(tab, "/never", "its server has not answered");
    await agent.close();
  });

  test("a session opens there, says so, and reads the page once it has come", async () => {
    const agent = await open("/hold", SHORT);
    expect(agent.opened.observation).toMatchObject({ clickable: [] });
    expect(agent.opened.observation?.html).toContain("its server has not answered");
    await fetch(server.url("/release"));
    const isRead = async (): Promise<void> =>
      expect((await agent.observe()).html).toContain("<h1>Released");
    await vi.waitFor(isRead, { timeout: PATIENCE_MS });
    await agent.close();
  });

  test("a picture of a page that still loads and draws nothing fails as that", async () => {
    const agent = await open("/head", SHORT);
    const picture = chromium.daemon.call("lease.screenshot", {
      sessionId: agent.sessionId,
      screenshot: {},
    });
    await expect(picture).rejects.toThrow("still loads, and draws nothing yet");
    await agent.close();
  });

  test("a page whose connection breaks off is read as far as it has come, and the step says so", async () => {
    const agent = await open("/cut");
    expect(agent.opened.observation?.html).toContain("First part");
    const step = await agent.act(refresh(), LONG);
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({
      status: "done",
      settle: { reasons: [expect.stringContaining("the rest of the page did not come")] },
      observation: { title: "Cut" },
    });
    await agent.close();
  });

  test("the refresh of a page that is still loading is done", async () => {
    const agent = await open();
    const hasCome = ({ error }: StepOutcome): boolean => error?.code !== "still-loading";
    const first = await agent.actFar(go("/trickle"), SHORT.budgetMs, hasCome);
    expect(first).toMatchObject({ status: "done", settle: { status: "timeout" } });
    const step = await agent.actFar(refresh(), SHORT.budgetMs, hasCome);
    expect(step.error).toBeUndefined();
    expect(step).toMatchObject({ status: "done", observation: { title: "Trickle" } });
    await agent.close();
  });
});

/** Returns the process whose page keeps the machine busy. */
async function busiestRenderer({ browser }: ExtensionBrowser): Promise<number> {
  const devtools = await browser.target().createCDPSession();
  const times = async (): Promise<ReadonlyMap<number, number>> => {
    const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer");
    return new Map(renderers.map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await times();
  let busy = 0;
  await until(async () => {
    const grown = [...(await times())].find(([id, s]) => s - (before.get(id) ?? s) >= BUSY_S);
    busy = grown?.[0] ?? 0;
    return busy !== 0;
  }, "a page keeps its process busy");
  await devtools.detach();
  return busy;
}
