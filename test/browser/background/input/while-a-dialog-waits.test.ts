// Tests what a session can do while a dialog waits, or while nobody can see it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { htmlOf, idOf } from "../agent.ts";
import { DialogBrowser } from "./dialog-pages.ts";

let browser: DialogBrowser;
beforeAll(async () => {
  browser = await DialogBrowser.launch();
});
afterAll(() => browser.close());

describe("a session while a dialog waits", () => {
  test("input and screenshots fail while a dialog waits, and say so", async () => {
    const agent = await browser.open("/dialogs");
    await agent.act({ type: "click", id: agent.id("confirm") });
    for (const action of [
      { type: "click", id: agent.id("alert") },
      { type: "press", key: "a" },
      { type: "type", id: agent.id("key"), text: "a" },
    ] as const) {
      const step = await agent.act(action);
      expect(step).toMatchObject({
        status: "failed",
        error: { code: "dialog-open", details: { kind: "confirm", message: "Delete it?" } },
        observation: { dialog: { kind: "confirm" } },
      });
    }
    const { sessionId } = agent;
    const picture = browser.chromium.daemon.call("lease.screenshot", { sessionId, screenshot: {} });
    await expect(picture).rejects.toMatchObject({ code: "dialog-open" });
    await agent.close();
  });

  test("tabs can be opened, switched and closed while a dialog waits, and their list tells where it waits", async () => {
    const agent = await browser.open("/dialogs");
    await agent.act({ type: "click", id: agent.id("confirm") });
    // It is a page of another site, since pages of one site share a thread, which stands still.
    const other = await agent.act({
      type: "new_tab",
      url: browser.server.url("/next").replace("127.0.0.1", "localhost"),
    });
    expect(other).toMatchObject({ status: "done", observation: { title: "Next" } });
    expect(other.observation?.tabs.map(({ dialog }) => dialog)).toEqual(["confirm", undefined]);
    expect(await agent.act({ type: "dialog", accept: true })).toMatchObject({
      status: "failed",
      error: { code: "no-dialog" },
    });
    await agent.act({ type: "switch_tab", index: 0 });
    const step = await agent.act({ type: "dialog", accept: true });
    expect(htmlOf(step)).toContain("sure: true");
    await agent.act({ type: "click", id: idOf(step.observation, "confirm") });
    const closed = await agent.act({ type: "close_tab" });
    expect(closed).toMatchObject({ status: "done", observation: { title: "Next" } });
    await agent.close();
  });

  test("goto leaves a page whose dialog waits, and dismisses the dialog", async () => {
    const agent = await browser.open("/dialogs");
    await agent.act({ type: "click", id: agent.id("thrice") });
    const step = await agent.act({ type: "goto", url: browser.server.url("/next") });
    expect(step).toMatchObject({ status: "done", observation: { title: "Next" } });
    // The page may come to ask again before it is gone.
    expect(step.effects.dialogs?.[0]).toMatchObject({
      message: "1",
      answer: "dismissed",
      by: "leaving",
    });
    await agent.close();
  });

  test.each(["insist", "for-ever", "every-moment"])(
    "goto leaves a page that asks again and again, as the button %s does",
    async (name) => {
      const agent = await browser.open("/dialogs");
      await agent.act({ type: "click", id: agent.id(name) });
      const step = await agent.act({ type: "goto", url: browser.server.url("/next") });
      expect(step).toMatchObject({ status: "done", observation: { title: "Next" } });
      await agent.close();
    },
  );

  test("a session can be closed while a dialog waits", async () => {
    const agent = await browser.open("/dialogs?closing");
    await agent.act({ type: "click", id: agent.id("confirm") });
    await agent.close();
    const urls = (): string[] => browser.chromium.browser.targets().map((target) => target.url());
    await expect.poll(urls).not.toContain(browser.server.url("/dialogs?closing"));
  });

  test("a worker that starts anew knows of the dialog that waits, and can answer it", async () => {
    const agent = await browser.open("/dialogs");
    await agent.act({ type: "click", id: agent.id("prompt") });
    const before = browser.chromium.daemon.hellos.length;
    await browser.chromium.stopWorker();
    await expect.poll(() => browser.chromium.daemon.hellos.length).not.toBe(before);
    expect((await agent.observe()).dialog).toMatchObject({ kind: "prompt", message: "Who?" });
    const step = await agent.act({ type: "dialog", accept: true, text: "back" });
    expect(step).toMatchObject({ status: "done", input: "trusted" });
    expect(htmlOf(step)).toContain("name: back");
    await agent.close();
  });
});

describe("dialogs without the browser's debugger", () => {
  test("a dialog can't be seen without the debugger, and the step says what may be in the way", async () => {
    const agent = await browser.open("/dialogs", { input: "synthetic" });
    // The page stands still for good: to wait for it any longer tells no more.
    const click = { type: "click", id: agent.id("confirm") } as const;
    const step = await agent.act(click, { budgetMs: 1_000 });
    expect(step).toMatchObject({ status: "unknown", error: { code: "page-unresponsive" } });
    expect(step.error?.next).toContain("a dialog may be open");
    const answer = await agent.act({ type: "dialog", accept: true });
    expect(answer).toMatchObject({ status: "failed", error: { code: "no-dialog" } });
    expect(answer.error?.message).toContain("can be neither seen nor answered");
    await agent.close();
  });
});
