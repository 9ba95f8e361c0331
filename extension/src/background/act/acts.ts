// All that is known of an action in one place: its code, what it needs, and how it is told in a few words.
import type { Action, ActionOf, ActionType } from "@webserv/shared/model/action.ts";
import { enteredTexts } from "@webserv/shared/model/recorded-action.ts";
import { addressWithoutUserInfo } from "@webserv/shared/model/user-info.ts";

import type { ActionContext, ActionResult } from "./action-context.ts";
import { check } from "./check.ts";
import { clear } from "./clear.ts";
import { click } from "./click.ts";
import { dialog } from "./dialog.ts";
import { drag } from "./drag.ts";
import { hover } from "./hover.ts";
import { expand, screenshot } from "./looking.ts";
import { back, forward, goto, refresh } from "./navigation.ts";
import { press } from "./press.ts";
import { scroll } from "./scroll.ts";
import { select } from "./select.ts";
import { closeTab, newTab, switchTab } from "./tabs.ts";
import { type } from "./type.ts";
import { upload } from "./upload.ts";
import { wait } from "./waiting.ts";

/** `page`: the page shown, which it does something to; `tab`: a current tab, whatever that shows. */
export type Need = "page" | "tab" | "nothing";

interface Act<A extends Action> {
  readonly run: (action: A, context: ActionContext) => Promise<ActionResult>;
  readonly needs: Need;
  /** For the person who watches. What is typed is not repeated. */
  readonly words: (action: A) => string;
}

/** A type without code does not compile. */
const acts: { readonly [T in ActionType]: Act<ActionOf<T>> } = {
  click: { run: click, needs: "page", words: clickWords },
  check: { run: check, needs: "page", words: ({ id }) => `Check ${id}` },
  uncheck: { run: check, needs: "page", words: ({ id }) => `Uncheck ${id}` },
  drag: {
    run: drag,
    needs: "page",
    words: ({ id, to }) => (to === undefined ? `Drag ${id}` : `Drag ${id} to ${to}`),
  },
  scroll: {
    run: scroll,
    needs: "page",
    words: ({ direction, id }) =>
      id === undefined ? `Scroll ${direction}` : `Scroll ${direction} at ${id}`,
  },
  hover: { run: hover, needs: "page", words: ({ id }) => `Point at ${id}` },
  press: {
    run: press,
    needs: "page",
    words: (action) => {
      const { key, id } = action;
      const what = enteredTexts(action).length > 0 ? "a key" : key;
      return id === undefined ? `Press ${what}` : `Press ${what} on ${id}`;
    },
  },
  type: { run: type, needs: "page", words: ({ id }) => `Type into ${id}` },
  clear: { run: clear, needs: "page", words: ({ id }) => `Empty ${id}` },
  select: {
    run: select,
    needs: "page",
    words: ({ id }) => `Choose in ${id}`,
  },
  upload: {
    run: upload,
    needs: "page",
    words: ({ id, files }) =>
      `Give ${files.length === 1 ? "a file" : `${files.length} files`} to ${id}`,
  },
  goto: { run: goto, needs: "tab", words: ({ url }) => `Go to ${addressWithoutUserInfo(url)}` },
  back: { run: back, needs: "tab", words: () => "Go back" },
  forward: { run: forward, needs: "tab", words: () => "Go forward" },
  refresh: { run: refresh, needs: "tab", words: () => "Reload the page" },
  new_tab: {
    run: newTab,
    needs: "nothing",
    words: ({ url }) =>
      url === undefined ? "Open a tab" : `Open a tab at ${addressWithoutUserInfo(url)}`,
  },
  switch_tab: {
    run: switchTab,
    needs: "nothing",
    words: ({ index }) => `Switch to tab ${index}`,
  },
  close_tab: {
    run: closeTab,
    needs: "nothing",
    words: ({ index }) => (index === undefined ? "Close the tab" : `Close tab ${index}`),
  },
  wait: {
    run: wait,
    needs: "page",
    words: ({ text, id, gone, ms }) =>
      text !== undefined
        ? `Wait for ${JSON.stringify(text)}`
        : id !== undefined
          ? `Wait for ${id}`
          : gone !== undefined
            ? `Wait until ${gone} is gone`
            : `Wait ${ms} ms`,
  },
  expand: { run: expand, needs: "page", words: ({ id }) => `Look at ${id}` },
  screenshot: { run: screenshot, needs: "page", words: () => "Take a picture" },
  dialog: {
    run: dialog,
    needs: "tab",
    words: ({ accept }) => (accept ? "Accept the dialog" : "Dismiss the dialog"),
  },
  terminate: {
    // The end of a task is the daemon's to record; the page is only read once more.
    run: () => Promise.resolve({}),
    needs: "nothing",
    words: () => "End the task",
  },
};

function clickWords({ id, button = "left", count = 1 }: ActionOf<"click">): string {
  const verb = ["Click", "Double-click", "Triple-click"][count - 1] ?? "Click";
  return button === "left" ? `${verb} ${id}` : `${verb} ${id} with the ${button} button`;
}

export function runAction(action: Action, context: ActionContext): Promise<ActionResult> {
  return run(action.type, action, context);
}

function run<T extends ActionType>(
  type: T,
  action: ActionOf<T>,
  context: ActionContext,
): Promise<ActionResult> {
  return acts[type].run(action, context);
}

export function needOf({ type }: Action): Need {
  return acts[type].needs;
}

const MAX_WORDS = 120;

export function describeAction(action: Action): string {
  return words(action.type, action).slice(0, MAX_WORDS);
}

function words<T extends ActionType>(type: T, action: ActionOf<T>): string {
  return acts[type].words(action);
}
