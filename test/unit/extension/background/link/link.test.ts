import { describe, expect, test } from "vitest";

import {
  LAST_RETRY_MS,
  retryDelayMs,
} from "../../../../../extension/src/background/link/backoff.ts";
import {
  noConnection,
  viewConnection,
} from "../../../../../extension/src/background/link/connection.ts";
import { disconnectReason } from "../../../../../extension/src/background/link/disconnect-reason.ts";

test("attempts to connect come first quickly, then every few seconds, and never in step", () => {
  expect([retryDelayMs(0, 0), retryDelayMs(0, 0.999)]).toEqual([100, 200]);
  expect(retryDelayMs(3, 0.999)).toBe(1600 - 1);
  expect(retryDelayMs(1_000, 0.9999)).toBeLessThanOrEqual(LAST_RETRY_MS);
  expect(retryDelayMs(1_000, 0)).toBe(LAST_RETRY_MS / 2);
});

describe("the connection shown", () => {
  const open = { ...noConnection, open: true, beatMs: 1.5, beatAt: 100_000, reason: "" };

  test("the connection is shown as connected while heartbeats are answered", () => {
    expect(viewConnection(open, 104_000).state).toBe("connected");
  });

  test("the connection is not shown as connected if the port is open but nobody answers", () => {
    expect(viewConnection(open, 113_000)).toMatchObject({
      state: "connecting",
      reason: "no heartbeat for 13 s",
    });
    expect(viewConnection({ ...open, beatAt: null }, 100_000).state).toBe("connecting");
  });

  test("a refused connection names the side that must be updated", () => {
    const refused = { ...noConnection, refused: true, reason: "Update the extension." };
    expect(viewConnection(refused, 0)).toMatchObject({
      state: "refused",
      reason: "Update the extension.",
    });
  });
});

test("the browser's own words for a missing host become what to do about it", () => {
  expect(disconnectReason("Specified native messaging host not found.")).toContain(
    "webserv install",
  );
  expect(disconnectReason("Native host has exited.")).toContain("webserv doctor");
  expect(disconnectReason("something new")).toBe("something new");
});
