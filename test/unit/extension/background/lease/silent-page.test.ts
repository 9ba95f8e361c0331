// Which page is ended before it is left: one whose script hangs, and none of which nothing has come yet.
import { afterEach, expect, test, vi } from "vitest";

import { WebservError } from "@webserv/shared/errors/errors.ts";

import { FramePeers } from "../../../../../extension/src/background/frames/frame-peers.ts";
import type { Silence } from "../../../../../extension/src/background/frames/frame-peers.ts";
import { endIfSilent } from "../../../../../extension/src/background/lease/silent-page.ts";
import { noDeadline, PATIENCE_MS } from "../../../../support/time/patience.ts";

vi.mock("webextension-polyfill", () => ({
  default: {
    runtime: { lastError: undefined },
    tabs: { get: () => Promise.resolve({ status: "unloaded" }) },
  },
}));
afterEach(() => vi.unstubAllGlobals());

/** Asks a page that lets ports stand open, or of which nobody answers for the reason. */
async function left(silence: Silence | undefined, silentMs: number): Promise<string> {
  vi.stubGlobal("chrome", {
    tabs: {
      connect: () => ({
        onMessage: { addListener: () => {} },
        onDisconnect: {
          addListener: (listener: () => void) => {
            if (silence !== undefined) queueMicrotask(listener);
          },
        },
        postMessage: () => {},
        disconnect: () => {},
      }),
    },
  });
  const explain = (): Promise<Silence> =>
    silence === undefined ? new Promise(() => {}) : Promise.resolve(silence);
  return await endIfSilent({
    frames: new FramePeers(
      explain,
      () => noDeadline,
      () => {},
    ),
    debuggers: { sendOnce: () => Promise.resolve({}) },
    tabId: 1,
    mayEnd: "all",
    endMs: () => PATIENCE_MS,
    silentMs,
    signal: noDeadline,
  });
}

test("a page of which nothing has come yet is left at once, and not ended", async () => {
  const error = new WebservError("still-loading", "nothing of it was shown");
  // The time in which a page that hangs would be found out does not pass.
  expect(await left({ kind: "loading", error }, PATIENCE_MS)).toBe("answers");
});

test("a page that answers nothing is ended", async () => {
  expect(await left(undefined, 1)).toBe("ended");
});
