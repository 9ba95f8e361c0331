import { expect, test } from "vitest";

import {
  DrawnTabs,
  PictureDemand,
} from "../../../../../extension/src/background/input/drawn-tabs.ts";

/** What the browser is asked for, where the tab 1 is the one in front. */
function drawnTabs() {
  const sent: string[] = [];
  const demand = new PictureDemand((tabId, method) => {
    sent.push(`${method} ${tabId}`);
    return Promise.resolve({});
  });
  const make = () => new DrawnTabs(demand, (tabId) => Promise.resolve(tabId === 1));
  return { sent, drawn: make(), other: make() };
}

test("a tab behind others is drawn until the end of the step, and the one in front is drawn by itself", async () => {
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

test("a picture that is taken during a step does not end the drawing for the step", async () => {
  const { sent, drawn, other } = drawnTabs();
  await drawn.add(2);
  await other.add(2);
  other.end();
  expect(sent).toEqual(["Page.startScreencast 2"]);
  drawn.end();
  expect(sent).toEqual(["Page.startScreencast 2", "Page.stopScreencast 2"]);
});
