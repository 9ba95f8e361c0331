import { expect, test } from "vitest";

import { PersonFocus } from "../../../../../extension/src/background/focus/person-focus.ts";

const MAIL = 1;
const NEWS = 2;
const AGENT = 10;
const OPENED = 11;
const [FIRST, SECOND, POPUP] = [100, 200, 300];

/** A person at their mail in the first window, where an agent has a tab behind it. */
function atMail() {
  const done: string[] = [];
  const places: (number | null)[] = [];
  const now = {
    ms: 10_000,
    mayBeCalled: false,
    inputMs: null as number | null,
    left: [MAIL, AGENT],
    stopped: false,
  };
  const focus = new PersonFocus({
    api: {
      showTab: (tabId) => Promise.resolve(done.push(`show ${tabId}`)),
      focusWindow: (windowId) => Promise.resolve(done.push(`focus ${windowId}`)),
      focusedWindow: () => Promise.resolve(FIRST),
      tabsOf: () => Promise.resolve(now.left),
    },
    isAgents: (tabId) => tabId === AGENT && !now.stopped,
    mayBeCalled: () => now.mayBeCalled,
    inputMs: () => now.inputMs,
    onTab: (tabId) => void places.push(tabId),
    nowMs: () => now.ms,
  });
  focus.begin([{ id: FIRST, focused: true, front: MAIL }]);
  return { focus, done, places, now };
}

test("a tab that the agent's page opens is left at once, as the browser tells who opened it", () => {
  const { focus, done } = atMail();
  focus.created(OPENED, FIRST);
  focus.shown(OPENED, FIRST);
  expect(done).toEqual([]);
  focus.opened(OPENED, AGENT);
  expect(done).toEqual([`show ${MAIL}`]);
});

test("a tab that the person's own page opens stays in front", () => {
  const { focus, done, places } = atMail();
  focus.created(NEWS, FIRST);
  focus.shown(NEWS, FIRST);
  focus.opened(NEWS, MAIL);
  expect(done).toEqual([]);
  expect(places).toEqual([MAIL, NEWS]);
});

test("a popup gives the window back each time it comes to the front, until it is old", () => {
  const { focus, done, now } = atMail();
  focus.created(OPENED, POPUP);
  focus.shown(OPENED, POPUP);
  focus.opened(OPENED, AGENT);
  focus.windowFocused(POPUP);
  focus.windowFocused(FIRST);
  focus.windowFocused(POPUP);
  expect(done.filter((each) => each.startsWith("focus"))).toEqual([
    `focus ${FIRST}`,
    `focus ${FIRST}`,
  ]);
  now.ms += 5_000;
  focus.windowFocused(POPUP);
  expect(done.filter((each) => each.startsWith("focus"))).toHaveLength(2);
});

test("a window that came to the front just before it is known why gives the focus back", () => {
  const { focus, done, now } = atMail();
  focus.begin([{ id: SECOND, focused: false, front: NEWS }]);
  focus.windowFocused(SECOND);
  now.ms += 5_000;
  focus.windowFocused(FIRST);
  now.ms += 20;
  focus.created(OPENED, FIRST);
  focus.opened(OPENED, AGENT);
  expect(done).toEqual([`focus ${SECOND}`]);
});

test("after Stop, what the agent's page had opened is the person's, and so is what that opens", () => {
  const { focus, done, now } = atMail();
  focus.created(OPENED, FIRST);
  focus.shown(OPENED, FIRST);
  focus.opened(OPENED, AGENT);
  focus.shown(MAIL, FIRST);
  now.stopped = true;
  now.ms += 5_000;
  done.length = 0;
  focus.shown(OPENED, FIRST);
  focus.created(NEWS, FIRST);
  focus.shown(NEWS, FIRST);
  focus.opened(NEWS, OPENED);
  expect(done).toEqual([]);
  focus.closed(NEWS);
  focus.shown(OPENED, FIRST);
  expect(done).toEqual([]);
});

test("a person who goes to an agent's tab stays there, also when its page opens another", () => {
  const { focus, done, places } = atMail();
  focus.shown(AGENT, FIRST);
  expect(done).toEqual([]);
  expect(places.at(-1)).toBe(AGENT);
  focus.created(OPENED, FIRST);
  focus.shown(OPENED, FIRST);
  focus.opened(OPENED, AGENT);
  expect(done).toEqual([`show ${AGENT}`]);
});

test("a page that calls the agent's tab to the front is refused, and a person who comes again is not", () => {
  const { focus, done, now } = atMail();
  now.mayBeCalled = true;
  now.inputMs = now.ms - 5;
  focus.shown(AGENT, FIRST);
  expect(done).toEqual([`show ${MAIL}`]);
  focus.shown(MAIL, FIRST);
  now.ms += 500;
  focus.shown(AGENT, FIRST);
  expect(done).toEqual([`show ${MAIL}`]);
});

test("a page that calls again after each further input of the agent is refused again", () => {
  const { focus, done, now } = atMail();
  for (const _ of [1, 2]) {
    now.ms += 100;
    now.mayBeCalled = true;
    now.inputMs = now.ms - 5;
    focus.shown(AGENT, FIRST);
    focus.shown(MAIL, FIRST);
  }
  expect(done).toEqual([`show ${MAIL}`, `show ${MAIL}`]);
});

test("a page that calls while the agent does nothing is refused, and a person who comes again is not", () => {
  const { focus, done, now } = atMail();
  now.mayBeCalled = true;
  focus.shown(AGENT, FIRST);
  expect(done).toEqual([`show ${MAIL}`]);
  focus.shown(MAIL, FIRST);
  now.ms += 2_000;
  focus.shown(AGENT, FIRST);
  focus.shown(MAIL, FIRST);
  now.ms += 60_000;
  // Who has been there on purpose may come back.
  focus.shown(AGENT, FIRST);
  expect(done).toEqual([`show ${MAIL}`]);
});

test("a page that calls again much later is refused again", () => {
  const { focus, done, now } = atMail();
  now.mayBeCalled = true;
  for (const _ of [1, 2]) {
    focus.shown(AGENT, FIRST);
    focus.shown(MAIL, FIRST);
    now.ms += 60_000;
  }
  expect(done).toEqual([`show ${MAIL}`, `show ${MAIL}`]);
});

test.each(["first", "last"])(
  "a tab that is called to the front of another window is refused if the window is told %s",
  (when) => {
    const { focus, done, now, places } = atMail();
    focus.begin([{ id: SECOND, focused: false, front: NEWS }]);
    now.mayBeCalled = true;
    if (when === "first") focus.windowFocused(SECOND);
    focus.shown(AGENT, SECOND);
    if (when === "last") focus.windowFocused(SECOND);
    expect(done).toContain(`show ${NEWS}`);
    expect(done).toContain(`focus ${FIRST}`);
    expect(places.at(-1)).toBe(MAIL);
  },
);

test("a popup that is called gives the window back, and a person who comes again stays", () => {
  const { focus, done, now, places } = atMail();
  focus.created(OPENED, POPUP);
  focus.shown(OPENED, POPUP);
  focus.opened(OPENED, AGENT);
  now.mayBeCalled = true;
  now.ms += 60_000;
  done.length = 0;
  focus.windowFocused(POPUP);
  expect(done).toEqual([`focus ${FIRST}`]);
  focus.windowFocused(FIRST);
  focus.windowFocused(POPUP);
  expect(done).toEqual([`focus ${FIRST}`]);
  expect(places.at(-1)).toBe(OPENED);
});

test("a tab that asks whether to leave goes back behind the person's", () => {
  const { focus, done } = atMail();
  focus.asksToLeave(AGENT);
  focus.shown(AGENT, FIRST);
  expect(done).toEqual([`show ${MAIL}`]);
});

test("a person who closes the tab in front comes to their own tab where they were last", () => {
  const { focus, done } = atMail();
  focus.shown(NEWS, FIRST);
  focus.closed(NEWS);
  focus.shown(AGENT, FIRST);
  expect(done).toEqual([`show ${MAIL}`]);
});

test("a person is at the agent's tab if no other tab is left", async () => {
  const { focus, done, places, now } = atMail();
  now.left = [AGENT];
  focus.closed(MAIL);
  focus.shown(AGENT, FIRST);
  await expect.poll(() => places.at(-1)).toBe(AGENT);
  expect(done).toEqual([]);
});

test("an event behind the tab in front of another window does not move the person there", () => {
  const { focus, done, places } = atMail();
  focus.begin([{ id: SECOND, focused: false, front: NEWS }]);
  focus.windowFocused(SECOND);
  focus.created(OPENED, FIRST);
  focus.shown(OPENED, FIRST);
  focus.opened(OPENED, AGENT);
  focus.shown(MAIL, FIRST);
  expect(done).toEqual([`show ${MAIL}`]);
  expect(places.at(-1)).toBe(NEWS);
});

test("a person whose window closes is in the one that the browser shows", async () => {
  const { focus, places } = atMail();
  focus.begin([{ id: SECOND, focused: false, front: NEWS }]);
  focus.windowFocused(SECOND);
  expect(places.at(-1)).toBe(NEWS);
  focus.windowClosed(SECOND);
  await expect.poll(() => places.at(-1)).toBe(MAIL);
});
