import { expect, test } from "vitest";

import { DrawnTabs } from "../../../extension/src/background/input/drawn-tabs.ts";

/** What the browser is asked for, where the tab 1 is the one in front. */
function drawnTabs() {
  const sent: string[] = [];
  const debuggers = {
    sendOnce: (tabId: number, method: string) => {
      sent.push(`${method} ${tabId}`);
      return Promise.resolve({});
    },
  };
  return { sent, drawn: new DrawnTabs(debuggers, (tabId) => Promise.resolve(tabId === 1)) };
}

test("a tab behind others is drawn until the end of the step, the one in front by itself", async () => {
  const { sent, drawn } = drawnTabs();
  await drawn.add(1);
  await drawn.add(2);
  await drawn.add(2);
  expect(sent).toEqual(["Page.startScreencast 2"]);
  drawn.end();
  expect(sent).toEqual(["Page.startScreencast 2", "Page.stopScreencast 2"]);
});

test("a step that is over before it is known where its tab stands leaves nothing drawn", async () => {
  const { sent, drawn } = drawnTabs();
  const adding = drawn.add(2);
  drawn.end();
  await adding;
  expect(sent).toEqual([]);
});
