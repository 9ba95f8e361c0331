import { expect, test } from "vitest";

import { Debuggers } from "../../../../../extension/src/background/input/debuggers.ts";
import type { DebuggerApi } from "../../../../../extension/src/background/input/debuggers.ts";

const noDialogs = {
  closeUnanswered: () => Promise.resolve(),
  mannersOf: () => null,
  onChange: () => {},
  tell: () => {},
};

/** As chrome.debugger: `refuses` is what attaching answers, `open` whether commands go through. */
function api(options: { refuses?: string; open?: boolean } = {}) {
  const calls: string[] = [];
  const fake: DebuggerApi = {
    attach: ({ tabId }) => {
      calls.push(`attach ${tabId}`);
      return options.refuses === undefined
        ? Promise.resolve()
        : Promise.reject(new Error(options.refuses));
    },
    detach: ({ tabId }) => {
      calls.push(`detach ${tabId}`);
      return Promise.resolve();
    },
    sendCommand: ({ tabId }, method, params) => {
      calls.push(`${method} ${tabId} ${JSON.stringify(params)}`);
      return options.open === false
        ? Promise.reject(new Error("Debugger is not attached"))
        : Promise.resolve({});
    },
  };
  return { calls, debuggers: new Debuggers(fake, noDialogs) };
}

test("a debugger is attached to a tab once, with focus emulated and dialogs heard", async () => {
  const { calls, debuggers } = api();
  await Promise.all([debuggers.attach(7), debuggers.attach(7)]);
  expect(calls.slice(0, 3)).toEqual([
    "attach 7",
    'Emulation.setFocusEmulationEnabled 7 {"enabled":true}',
    "Page.enable 7 {}",
  ]);
  expect(calls.filter((call) => call === "attach 7")).toHaveLength(1);
});

test("no file chooser opens in a tab that is attached, and its documents know that it is held", async () => {
  const { calls, debuggers } = api();
  await debuggers.attach(7);
  expect(calls).toContain('Page.setInterceptFileChooserDialog 7 {"enabled":true,"cancel":true}');
  expect(calls.some((call) => call.startsWith("Page.addScriptToEvaluateOnNewDocument 7"))).toBe(
    true,
  );
});

test("a tab that lost its debugger is attached again for the next action", async () => {
  const { calls, debuggers } = api();
  await debuggers.attach(7);
  debuggers.onDetach(7, "target_closed");
  await debuggers.attach(7);
  expect(calls.filter((call) => call === "attach 7")).toHaveLength(2);
});

test("a person who ended the debugging is not overruled", async () => {
  const { debuggers } = api();
  await debuggers.attach(7);
  debuggers.onDetach(7, "canceled_by_user");
  await expect(debuggers.attach(7)).rejects.toThrow("the person ended the debugging");
});

test("a command that found no debugger is sent again once that is attached anew; input is not", async () => {
  const options = { open: true };
  const { calls, debuggers } = api(options);
  await debuggers.attach(7);
  options.open = false;
  await expect(debuggers.sendOnce(7, "Input.x", {})).rejects.toThrow("not attached");
  options.open = true;
  calls.length = 0;
  await debuggers.attach(7);
  expect(calls[0]).toBe("attach 7");
  options.open = false;
  calls.length = 0;
  const sent = debuggers.send(7, "Page.x", {});
  options.open = true;
  await sent;
  expect([calls[0], calls[1], calls.at(-1)]).toEqual(["Page.x 7 {}", "attach 7", "Page.x 7 {}"]);
});

test("listeners of a debugger hear the events of their tab and name, until they end", () => {
  const { debuggers } = api();
  const heard: unknown[] = [];
  const ignore = debuggers.listen(7, "Page.x", (params) => void heard.push(params));
  debuggers.onEvent(7, "Page.x", 1);
  debuggers.onEvent(8, "Page.x", 2);
  debuggers.onEvent(7, "Page.y", 3);
  ignore();
  debuggers.onEvent(7, "Page.x", 4);
  expect(heard).toEqual([1]);
});

test("a debugger that a former worker attached is taken over", async () => {
  const { debuggers } = api({ refuses: "Another debugger is already attached" });
  await expect(debuggers.attach(7)).resolves.toBeUndefined();
});

test("a tab that can't be attached says why, and is tried again", async () => {
  const { calls, debuggers } = api({ refuses: "Cannot access a chrome:// URL", open: false });
  await expect(debuggers.attach(7)).rejects.toThrow("Cannot access a chrome:// URL");
  await expect(debuggers.attach(7)).rejects.toThrow("Cannot access a chrome:// URL");
  expect(calls.filter((call) => call === "attach 7")).toHaveLength(2);
});
