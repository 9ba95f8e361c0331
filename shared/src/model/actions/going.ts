// Declares the actions that lead to other pages: by addresses, history and tabs.
import * as z from "zod/mini";

import type { ActionSpec } from "./action-spec.ts";

export const url = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(8192),
    z.describe("Address; without a scheme, http:// is meant"),
  );
const tabIndex = z
  .int()
  .check(z.nonnegative(), z.maximum(999), z.describe("Index of the tab, from 0"));

export const going = {
  goto: {
    schema: z.strictObject({ type: z.literal("goto"), url }).check(z.describe("Load an address")),
    verb: "go",
  },
  back: {
    schema: z.strictObject({ type: z.literal("back") }).check(z.describe("Go back one page")),
    verb: "back",
  },
  forward: {
    schema: z.strictObject({ type: z.literal("forward") }).check(z.describe("Go forward one page")),
    verb: "forward",
  },
  refresh: {
    schema: z.strictObject({ type: z.literal("refresh") }).check(z.describe("Reload the page")),
    verb: "reload",
  },
  new_tab: {
    schema: z
      .strictObject({ type: z.literal("new_tab"), url: z.optional(url) })
      .check(z.describe("Open a new tab and switch to it")),
    verb: "new-tab",
  },
  switch_tab: {
    schema: z
      .strictObject({ type: z.literal("switch_tab"), index: tabIndex })
      .check(z.describe("Switch to another tab of the session")),
    verb: "tab",
  },
  close_tab: {
    schema: z
      .strictObject({ type: z.literal("close_tab"), index: z.optional(tabIndex) })
      .check(z.describe("Close a tab, the current one if none is named")),
    verb: "close-tab",
  },
} as const satisfies Readonly<Record<string, ActionSpec>>;
