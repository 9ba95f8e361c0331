// A load that begins late or never, over a page that answers, hangs, is ended or is spared.
import { expect, test } from "vitest";

import type { LeftPage } from "@webserv/extension/src/background/lease/silent-page.ts";
import { beginFreed } from "@webserv/extension/src/background/step/tabs/begin-freed.ts";

/** Begins loads of which each begins when it is told to, over a page of which each look finds the next state. */
function pageIn(...states: readonly LeftPage[]) {
  const loads: PromiseWithResolvers<boolean>[] = [];
  const looks: AbortSignal[] = [];
  const asked = Promise.withResolvers<void>();
  const beginning = beginFreed({
    begin: () => {
      const load = Promise.withResolvers<boolean>();
      loads.push(load);
      if (loads.length === 2) asked.resolve();
      return load.promise;
    },
    free: async (signal) => {
      looks.push(signal);
      const state = states[looks.length - 1];
      if (state !== undefined) return state;
      return await new Promise<never>(() => {});
    },
    signal: new AbortController().signal,
  });
  return { beginning, loads, looks, askedAgain: asked.promise };
}

test("a load that begins at once is asked for once, and its page is not looked at", async () => {
  const { beginning, loads, looks } = pageIn();
  loads[0]?.resolve(true);
  await beginning;
  expect([loads.length, looks.length]).toEqual([1, 0]);
});

test("a load is asked for again once the page that kept it back has ended", async () => {
  const { beginning, loads, askedAgain } = pageIn("answers", "ended");
  await askedAgain;
  loads[1]?.resolve(true);
  await beginning;
  expect(loads).toHaveLength(2);
});

test("a page is ended no more once its load has begun", async () => {
  const { beginning, loads, looks } = pageIn("answers");
  while (looks.length < 2) await new Promise((resolve) => setTimeout(resolve));
  loads[0]?.resolve(true);
  await beginning;
  expect(looks.at(-1)?.aborted).toBe(true);
  expect(loads).toHaveLength(1);
});

test("nothing to load is no fault of a page that answers", async () => {
  const { beginning, loads } = pageIn("answers");
  loads[0]?.resolve(false);
  await beginning;
  expect(loads).toHaveLength(1);
});

test.each<[LeftPage, string]>([
  ["spared", "page-unresponsive"],
  ["ending", "navigation-failed"],
])("a page that hangs and is %s is told as %s", async (state, code) => {
  const { beginning, loads } = pageIn(state);
  loads[0]?.resolve(false);
  await expect(beginning).rejects.toMatchObject({ code });
});
