// The debugger taken away from a session's tab: between two steps, in the middle of one, and by the person.
import type { ServerResponse } from "node:http";

import type { Dialog, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import type { StepOutcome } from "@webserv/shared/model/step.ts";

import { ExtensionBrowser } from "../../../support/browser/extension-browser.ts";
import type { PageSource } from "../../../support/pages/page-server.ts";
import { PageServer } from "../../../support/pages/page-server.ts";
import { PATIENCE_MS } from "../../../support/time/patience.ts";
import { TooEarly, underDeadline } from "../../../support/time/under-deadline.ts";
import { htmlOf, idOf, TestAgent } from "../agent.ts";

/** Answers that the page waits for, standing still. */
const held: ServerResponse[] = [];
const pages = {
  "/count": `<title>Count</title><button onpointerdown="fetch('/pressed')" onpointerup="released = true">Add</button><input aria-label="Name"><p></p>
    <script>let n = 0; var released = false;
      const say = (text) => { document.querySelector("p").textContent += "[" + text + "]"; };
      document.querySelector("button").onclick = (event) => say((event.isTrusted ? "trusted " : "synthetic ") + ++n);
    </script>`,
  "/busy": `<title>Busy</title><button>Busy</button><p></p><script>let n = 0;
      document.querySelector("button").onkeydown = () => {
        const request = new XMLHttpRequest();
        request.open("GET", "/held", false);
        request.send();
        document.querySelector("p").textContent = "pressed " + ++n;
      };</script>`,
  "/asking": `<title>Asking</title><button onclick="document.querySelector('p').textContent = 'sure: ' + confirm('Sure?')">Ask</button><p></p>`,
  "/pressed": "",
  "/held": (_request, response) => void held.push(response),
} satisfies Record<string, PageSource>;

let chromium: ExtensionBrowser;
let server: PageServer;

beforeAll(async () => {
  [chromium, server] = await Promise.all([ExtensionBrowser.launch(), PageServer.listen(pages)]);
});
afterAll(async () => {
  await chromium.close();
  await server.close();
});

const patience = { timeout: PATIENCE_MS };

function open(path: string): Promise<TestAgent> {
  return TestAgent.open(chromium.daemon, server.url(path));
}

/** Takes the debugger from the tab at `path`, and tells the extension why, as the browser does; null: nothing. */
async function detach(
  path: string,
  reason: "canceled_by_user" | "target_closed" | null = null,
): Promise<void> {
  await chromium.inWorker(
    async (url, told) => {
      const tabs = await chrome.tabs.query({});
      const tabId = tabs.find((tab) => tab.url === url)?.id;
      if (tabId === undefined) throw new Error(`no tab at ${url}`);
      await chrome.debugger.detach({ tabId });
      if (told === null) return;
      // Of every event in the browser's own bindings, and nobody else's to call.
      const dispatch: unknown = Reflect.get(chrome.debugger.onDetach, "dispatch");
      if (typeof dispatch !== "function") throw new Error("events can't be dispatched");
      Reflect.apply(dispatch, chrome.debugger.onDetach, [{ tabId }, told]);
    },
    server.url(path),
    reason,
  );
}

/** Resolves when the page has asked for `path` once more. */
async function asked(path: string, before: number): Promise<void> {
  const isAsked = (): boolean =>
    server.requests.slice(before).some((request) => request.path === path);
  await vi.waitFor(() => expect(isAsked()).toBe(true), patience);
}

/** The debugger is taken away while a click holds the button down. */
async function detachHeld(
  reason: "canceled_by_user" | null = null,
): Promise<{ agent: TestAgent; step: StepOutcome }> {
  return await underDeadline(1_500, async (holdMs) => {
    const agent = await open("/count");
    const page = await chromium.pageAt(server.url("/count"));
    const before = server.requests.length;
    const click = agent.act({ type: "click", id: agent.id("add"), holdMs });
    await asked("/pressed", before);
    await detach("/count", reason);
    const isReleased = await page.evaluate("released");
    const step = await click;
    if (isReleased !== true) return { agent, step };
    await agent.close();
    throw new TooEarly(`the button was let go of after ${holdMs} ms, before the debugger was gone`);
  });
}

describe("a detachment between two steps", () => {
  test("a step is trusted although the debugger was detached before it, whatever it does first", async () => {
    const agent = await open("/count");
    await detach("/count");
    const click = await agent.act({ type: "click", id: agent.id("add") });
    expect(click).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(click)).toContain("[trusted 1]");
    await detach("/count");
    const typed = await agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
    expect(typed).toMatchObject({ status: "done", input: "trusted", effects: { value: "Ada" } });
    await agent.act({ type: "goto", url: server.url("/busy") });
    await detach("/busy");
    const back = await agent.act({ type: "back" });
    expect(back).toMatchObject({
      status: "done",
      input: "trusted",
      observation: { title: "Count" },
    });
    await agent.close();
  });
});

describe("a detachment in the middle of a step", () => {
  test("a button that is held is let go of once if the debugger is detached meanwhile", async () => {
    const { agent, step } = await detachHeld();
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(step)).toContain("[trusted 1]");
    const next = await agent.act({ type: "click", id: agent.id("add") });
    expect(htmlOf(next)).toContain("[trusted 1][trusted 2]");
    await agent.close();
  });

  test("a press of a key is unknown if the debugger is detached during it, and the next is trusted", async () => {
    const agent = await open("/busy");
    const before = server.requests.length;
    const press = agent.act({ type: "press", key: "a", id: agent.id("busy") });
    await asked("/held", before);
    await detach("/busy");
    held.splice(0).forEach((response) => response.end());
    const step = await press;
    expect(step).toMatchObject({ status: "unknown", error: { code: "disconnected" } });
    expect(htmlOf(step)).toContain("pressed 1");
    const again = server.requests.length;
    const next = agent.act({ type: "press", key: "b", id: agent.id("busy") });
    await asked("/held", again);
    held.splice(0).forEach((response) => response.end());
    expect(await next).toMatchObject({ status: "done", input: "trusted" });
    await agent.close();
  });
});

describe("a person who presses Cancel in the browser's bar", () => {
  const stopped = { code: "session-stopped" };

  test("Cancel in the browser's bar stops the session, also for the next worker, and no input reaches the page", async () => {
    const agent = await open("/count");
    const panel = await chromium.openPanel();
    await detach("/count", "canceled_by_user");
    await expect.poll(() => chromium.daemon.halted).toContain(agent.sessionId);
    const click = () => agent.act({ type: "click", id: agent.id("add") });
    await expect(click()).rejects.toMatchObject(stopped);
    await expect(agent.observe()).rejects.toMatchObject(stopped);
    await expect
      .poll(() => panel.evaluate(() => document.body.innerText))
      .toMatch(/You stopped an agent: none can begin for another \d+ s/);
    const workerId = chromium.daemon.hellos.at(-1)?.workerId;
    await chromium.stopWorker();
    const newest = (): string | undefined => chromium.daemon.hellos.at(-1)?.workerId;
    await vi.waitFor(() => expect(newest()).not.toBe(workerId), patience);
    await expect(click()).rejects.toMatchObject(stopped);
    const { leases } = await chromium.daemon.call("lease.list", {});
    expect(leases).toMatchObject([{ stopped: true, stoppedAt: expect.any(Number) as number }]);
    const page = await chromium.pageAt(server.url("/count"));
    expect(await page.$eval("p", (said) => said.textContent)).toBe("");
    // The person's word lets agents begin; the session stays stopped.
    await expect
      .poll(() => panel.$eval("#pause", (pause) => pause.hasAttribute("hidden")))
      .toBe(false);
    await panel.evaluate(() => document.querySelector<HTMLElement>("button.allow")?.click());
    await expect.poll(() => chromium.daemon.allowed).toBe(1);
    await expect
      .poll(() => panel.$eval("#pause", (pause) => pause.hasAttribute("hidden")))
      .toBe(true);
    const later = await chromium.daemon.call("lease.list", {});
    expect(later.leases).toMatchObject([{ stopped: true }]);
    expect(later.leases[0]?.stoppedAt).toBeUndefined();
    await panel.close();
    await agent.close();
  });

  test("Cancel in the middle of a step makes the step unknown and stops the session", async () => {
    const { agent, step } = await detachHeld("canceled_by_user");
    expect(step).toMatchObject({ status: "unknown" });
    const next = agent.act({ type: "type", id: agent.id("name"), text: "Ada" });
    await expect(next).rejects.toMatchObject(stopped);
    await agent.close();
  });

  test("Cancel stops no session without a debugger, and a new session is trusted", async () => {
    const agent = await open("/count");
    const synthetic = await TestAgent.open(chromium.daemon, server.url("/asking"), {
      input: "synthetic",
    });
    await detach("/count", "canceled_by_user");
    await expect.poll(() => chromium.daemon.halted).toContain(agent.sessionId);
    expect(chromium.daemon.halted).not.toContain(synthetic.sessionId);
    await synthetic.observe();
    await Promise.all([agent.close(), synthetic.close()]);
    const next = await open("/count");
    const step = await next.act({ type: "click", id: next.id("add") });
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    await next.close();
  });
});

describe("a dialog that waits when the debugger is taken away", () => {
  /** The session's tab, and what the person has in front of them there. */
  async function ask(
    path: string,
    reason: "target_closed" | null = "target_closed",
  ): Promise<{ agent: TestAgent; page: Page; dialog: Dialog }> {
    const agent = await open(path);
    const page = await chromium.pageAt(server.url(path));
    const shown = new Promise<Dialog>((resolve) => page.once("dialog", resolve));
    await agent.act({ type: "click", id: agent.id("ask") });
    const dialog = await shown;
    await detach(path, reason);
    return { agent, page, dialog };
  }

  test("only the person can answer a dialog if the debugger was taken away, and later ones are the agent's", async () => {
    const { agent, dialog } = await ask("/asking");
    expect((await agent.observe()).dialog).toMatchObject({ message: "Sure?" });
    const refused = await agent.act({ type: "dialog", accept: true });
    expect(refused).toMatchObject({
      status: "failed",
      error: { code: "dialog-unanswerable" },
      observation: { dialog: { message: "Sure?" } },
    });
    expect(refused.error?.next).toContain("Ask the person");
    await dialog.accept();
    await expect.poll(async () => (await agent.observe()).html, patience).toContain("sure: true");
    const next = await agent.act({ type: "click", id: agent.id("ask") });
    expect(next.effects).toMatchObject({
      dialogs: [{ message: "Sure?", answer: "accepted", by: "elsewhere" }],
      dialog: { message: "Sure?" },
    });
    const answered = await agent.act({ type: "dialog", accept: false });
    expect(answered.status).toBe("done");
    expect(htmlOf(answered)).toContain("sure: false");
    await agent.close();
  });

  test("a dialog that waited as the debugger was taken away goes with the page that is left", async () => {
    const { agent } = await ask("/asking?left");
    const left = await agent.act({ type: "goto", url: server.url("/count") });
    expect(left).toMatchObject({
      status: "done",
      effects: { dialogs: [{ message: "Sure?", answer: "dismissed", by: "leaving" }] },
      observation: { title: "Count" },
    });
    await agent.close();
  });

  test("a dialog that the person answers before another debugger is attached hinders no later action", async () => {
    const { agent, page, dialog } = await ask("/asking?answered", null);
    await dialog.dismiss();
    await page.waitForFunction("document.querySelector('p').textContent === 'sure: false'");
    const late = await agent.act({ type: "dialog", accept: true });
    expect(late).toMatchObject({ status: "failed", error: { code: "no-dialog" } });
    const next = await agent.act({ type: "click", id: agent.id("ask") });
    expect(next).toMatchObject({ status: "done", effects: { dialog: { message: "Sure?" } } });
    await agent.act({ type: "dialog", accept: true });
    await agent.close();
  });
});

test("going to another site, which another process shows, and back keeps input trusted", async () => {
  const agent = await open("/count");
  for (const url of [
    server.url("/count").replace("127.0.0.1", "localhost"),
    server.url("/count"),
  ]) {
    const gone = await agent.act({ type: "goto", url });
    const id = idOf(gone.observation, "add");
    const step = await agent.act({ type: "click", id });
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(step)).toContain("[trusted 1]");
  }
  const back = await agent.act({ type: "back" });
  const step = await agent.act({ type: "click", id: idOf(back.observation, "add") });
  expect(step).toMatchObject({ status: "done", input: "trusted" });
  await agent.close();
});
