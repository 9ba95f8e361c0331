// How dialogs are answered: by the agent that they wait for, by a rule, or because time is up.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { TooEarly, underDeadline } from "../../../support/time/under-deadline.ts";
import { htmlOf, idOf } from "../agent.ts";
import { DialogBrowser } from "./dialog-pages.ts";

let browser: DialogBrowser;
beforeAll(async () => {
  browser = await DialogBrowser.launch();
});
afterAll(() => browser.close());

/** The next debugger is there only once a page of this machine's has long been loaded. */
async function slowDebugger(): Promise<void> {
  await browser.chromium.inWorker(() => {
    const { attach } = chrome.debugger;
    chrome.debugger.attach = async (target: chrome.debugger.Debuggee, version: string) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      chrome.debugger.attach = attach;
      await Reflect.apply(attach, chrome.debugger, [target, version]);
    };
  });
}

/** Long: it must not be the wait for an acknowledgement that never comes that ends a step. */
const settle = { idleMs: 100, budgetMs: 20_000 };

describe("a confirm or prompt dialog that waits for the agent", () => {
  test("the step that opened a prompt tells the dialog in place of the page", async () => {
    const agent = await browser.open("/dialogs");
    const step = await agent.act({ type: "click", id: agent.id("prompt") }, settle);
    const dialog = {
      kind: "prompt",
      message: "Who?",
      default: "x",
      url: browser.server.url("/dialogs"),
    };
    expect(step).toMatchObject({
      status: "done",
      effects: { dialog },
      settle: { status: "partial", reasons: ["a prompt dialog waits for an answer"] },
      observation: { dialog, title: "Dialogs", url: browser.server.url("/dialogs"), clickable: [] },
    });
    expect(step.error).toBeUndefined();
    expect(htmlOf(step)).toBe(
      "<!--a prompt dialog waits for an answer; the page can't be read before it has one-->",
    );
    expect(step.observation?.tabs).toMatchObject([{ dialog: "prompt" }]);
    expect(await agent.observe({ form: "outline" })).toMatchObject({
      dialog,
      html: "(a prompt dialog waits for an answer; the page can't be read before it has one)",
    });
    await agent.close();
  });

  test.each([
    ["confirm", { accept: true }, "sure: true"],
    ["confirm", { accept: false }, "sure: false"],
    ["prompt", { accept: true, text: "Zoë 日本" }, "name: Zoë 日本"],
    ["prompt", { accept: true }, "name: x"],
    ["prompt", { accept: false }, "name: null"],
  ] as const)("a page that opened a %s goes on with the answer %o", async (name, answer, text) => {
    const agent = await browser.open("/dialogs");
    await agent.act({ type: "click", id: agent.id(name) });
    const step = await agent.act({ type: "dialog", ...answer });
    expect(step).toMatchObject({
      status: "done",
      effects: {
        dialogs: [{ kind: name, answer: answer.accept ? "accepted" : "dismissed", by: "agent" }],
      },
    });
    expect([step.effects.dialog, step.observation?.dialog]).toEqual([undefined, undefined]);
    expect(htmlOf(step)).toContain(text);
    await agent.close();
  });

  test("the daemon is told when a dialog opens, before the step ends, and when it is answered", async () => {
    const agent = await browser.open("/dialogs");
    const told = () =>
      browser.chromium.daemon.dialogs.filter(({ sessionId }) => sessionId === agent.sessionId);
    await agent.act({ type: "click", id: agent.id("prompt") });
    const dialog = {
      kind: "prompt",
      message: "Who?",
      default: "x",
      url: browser.server.url("/dialogs"),
    };
    expect(told()).toEqual([{ sessionId: agent.sessionId, opened: dialog }]);
    await agent.act({ type: "dialog", accept: true, text: "me" });
    const answered = { kind: "prompt", answer: "accepted", text: "••", by: "agent" };
    await expect.poll(() => told().slice(1)).toMatchObject([{ answered }]);
    await agent.act({ type: "click", id: agent.id("alert") });
    await expect.poll(() => told().slice(2)).toMatchObject([{ answered: { kind: "alert" } }]);
    await agent.close();
  });

  test("the dialogs that a page opens in a row are answered one after the other", async () => {
    const agent = await browser.open("/dialogs");
    const first = await agent.act({ type: "click", id: agent.id("thrice") });
    expect(first.effects.dialog?.message).toBe("1");
    const second = await agent.act({ type: "dialog", accept: true });
    expect(second.effects).toMatchObject({
      dialogs: [{ message: "1" }],
      dialog: { kind: "prompt", message: "2" },
    });
    const third = await agent.act({ type: "dialog", accept: true, text: "two" });
    expect(third.effects.dialog?.message).toBe("3");
    const done = await agent.act({ type: "dialog", accept: false });
    expect(htmlOf(done)).toContain("true,two,false");
    await agent.close();
  });

  test("a dialog waits for the agent if it opens while a step settles, or from a timer between two steps", async () => {
    const agent = await browser.open("/dialogs");
    const soon = await agent.act({ type: "click", id: agent.id("soon") });
    expect(soon).toMatchObject({ status: "done", observation: { dialog: { message: "Later?" } } });
    await agent.act({ type: "dialog", accept: true });
    const late = await agent.act({ type: "click", id: agent.id("late") });
    expect(late.observation?.dialog).toBeUndefined();
    await expect.poll(async () => (await agent.observe()).dialog?.message).toBe("Later?");
    const answered = await agent.act({ type: "dialog", accept: false });
    expect(htmlOf(answered)).toContain("later: false");
    await agent.close();
  });

  test("a dialog waits for the agent if a key or a choice in a select opens it", async () => {
    const agent = await browser.open("/dialogs");
    const key = await agent.act({ type: "press", key: "q", id: agent.id("key") });
    expect(key).toMatchObject({ status: "done", effects: { dialog: { message: "key q" } } });
    const answered = await agent.act({ type: "dialog", accept: true });
    expect(htmlOf(answered)).toContain("key: true");
    const chosen = await agent.act({
      type: "select",
      id: idOf(answered.observation, "currency"),
      options: ["CHF"],
    });
    expect(chosen).toMatchObject({
      status: "done",
      effects: { dialog: { message: "Empty the cart?" } },
    });
    expect(htmlOf(await agent.act({ type: "dialog", accept: true }))).toContain("changed: true");
    await agent.close();
  });

  test("typing that a dialog breaks off ends as unknown", async () => {
    const agent = await browser.open("/dialogs");
    const typed = await agent.act({ type: "type", id: agent.id("key"), text: "abc" });
    expect(typed).toMatchObject({
      status: "unknown",
      error: { code: "dialog-open", details: { kind: "confirm", message: "key a" } },
      observation: { dialog: { message: "key a" } },
    });
    await agent.close();
  });

  test("a dialog in an inner frame waits for the agent and is answered", async () => {
    const agent = await browser.open("/framed");
    const step = await agent.act({ type: "click", id: agent.id("confirm") });
    expect(step.effects.dialog).toMatchObject({
      message: "Delete it?",
      url: browser.server.url("/dialogs"),
    });
    expect(htmlOf(await agent.act({ type: "dialog", accept: true }))).toContain("sure: true");
    await agent.close();
  });

  test("a dialog waits for the agent if the page asks before it can be read", async () => {
    const agent = await browser.open("/asking");
    expect(agent.opened.observation?.dialog?.message).toBe("Enter?");
    const step = await agent.act({ type: "dialog", accept: true });
    expect(htmlOf(step)).toContain("true");
    await agent.close();
  });

  test("a dialog waits for the agent if the debugger attaches late, in a first tab and in another", async () => {
    await slowDebugger();
    const agent = await browser.open("/asking");
    expect(agent.opened.observation?.dialog?.message).toBe("Enter?");
    const step = await agent.act({ type: "dialog", accept: true });
    expect(htmlOf(step)).toContain("true");
    await slowDebugger();
    const other = await agent.act({ type: "new_tab", url: browser.server.url("/asking?again") });
    expect(other).toMatchObject({ status: "done", observation: { dialog: { message: "Enter?" } } });
    expect(htmlOf(await agent.act({ type: "dialog", accept: false }))).toContain("false");
    await agent.close();
  });

  test("a dialog in a window that the page opened waits for the agent", async () => {
    const agent = await browser.open("/dialogs");
    await agent.act({ type: "click", id: agent.id("popup") }, { mode: "none" });
    await expect.poll(async () => (await agent.observe()).dialog?.message).toBe("Allow?");
    const step = await agent.act({ type: "dialog", accept: true });
    expect(htmlOf(step)).toContain("popup: true");
    await agent.close();
  });
});

describe("a stated default answer to dialogs", () => {
  test.each([
    ["accept", "sure: true", "accepted"],
    ["dismiss", "sure: false", "dismissed"],
  ] as const)("the stated default %s answers a dialog at once", async (dialogs, text, answer) => {
    const agent = await browser.open("/dialogs", { dialogs });
    const step = await agent.act({ type: "click", id: agent.id("confirm") });
    expect(step).toMatchObject({
      status: "done",
      effects: { dialogs: [{ kind: "confirm", answer, by: "rule" }] },
    });
    expect(htmlOf(step)).toContain(text);
    await agent.close();
  });

  test("a dialog that nobody answers in time is dismissed, and the next step tells it", async () => {
    const agent = await underDeadline(300, async (answerMs) => {
      const agent = await browser.open("/dialogs", { answerMs });
      const { observation } = await agent.act({ type: "click", id: agent.id("confirm") });
      if (observation?.dialog?.message === "Delete it?") return agent;
      await agent.close();
      throw new TooEarly("the dialog was answered before it was told");
    });
    await expect.poll(async () => (await agent.observe()).html).toContain("sure: false");
    const next = await agent.act({ type: "dialog", accept: true });
    expect(next).toMatchObject({
      status: "failed",
      error: { code: "no-dialog" },
      effects: { dialogs: [{ kind: "confirm", answer: "dismissed", by: "timeout" }] },
    });
    await agent.close();
  });
});

describe("alert and beforeunload", () => {
  test("alerts are accepted at once, also two in a row", async () => {
    const agent = await browser.open("/dialogs");
    const step = await agent.act({ type: "click", id: agent.id("alert") });
    expect(step).toMatchObject({
      status: "done",
      effects: { dialogs: [{ kind: "alert", message: "Hello", answer: "accepted", by: "rule" }] },
    });
    expect(htmlOf(step)).toContain("after alert");
    const twice = await agent.act({ type: "click", id: idOf(step.observation, "twice") });
    expect(twice.effects.dialogs?.map(({ message }) => message)).toEqual(["1", "2"]);
    expect(htmlOf(twice)).toContain("both");
    await agent.close();
  });

  test("a beforeunload dialog is accepted on goto, though dialogs are to be dismissed", async () => {
    const agent = await browser.open("/guarded", { dialogs: "dismiss" });
    // Browsers ask only once the page was used.
    await agent.act({ type: "click", id: agent.id("touch") });
    const step = await agent.act({ type: "goto", url: browser.server.url("/next") });
    expect(step).toMatchObject({
      status: "done",
      effects: { dialogs: [{ kind: "beforeunload", answer: "accepted" }] },
      observation: { title: "Next" },
    });
    await agent.close();
  });

  test("a beforeunload dialog does not keep the session from closing its tabs", async () => {
    const agent = await browser.open("/guarded?closing");
    await agent.act({ type: "click", id: agent.id("touch") });
    await agent.close();
    const urls = (): string[] => browser.chromium.browser.targets().map((target) => target.url());
    await expect.poll(urls).not.toContain(browser.server.url("/guarded?closing"));
  });
});
