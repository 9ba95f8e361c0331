import { describe, expect, test } from "vitest";

import {
  advance,
  assertMayAct,
  assertMayRead,
  initialState,
  shownState,
} from "@webserv/host/src/session/state/session-state.ts";
import type { SessionEvent } from "@webserv/host/src/session/state/session-state.ts";

const after = (...events: SessionEvent[]) => events.reduce(advance, initialState(true));
const lost = { type: "lost" } as const;
const halted = { type: "halted" } as const;
const back = { type: "connected", stopped: false } as const;
const began = { type: "began", actionId: "one" } as const;

describe("the state of a session", () => {
  test("a session is open, then away while its browser is, then open again", () => {
    expect(shownState(after())).toBe("open");
    expect(shownState(after(lost))).toBe("away");
    expect(shownState(after(lost, back))).toBe("open");
  });

  test("a session's stop outlives the loss of its browser, even if the browser has forgotten the stop", () => {
    expect(shownState(after(halted, lost))).toBe("stopped");
    expect(shownState(after(halted, lost, back))).toBe("stopped");
    expect(() => assertMayAct(after(halted, lost, back), "s")).toThrow(
      expect.objectContaining({ code: "session-stopped" }),
    );
  });

  test("a session's stop that came while the daemon was away is learned from the browser", () => {
    expect(shownState(after(lost, { type: "connected", stopped: true }))).toBe("stopped");
  });

  test("a session takes one action at a time, and its refusal names the one under way", () => {
    expect(() => assertMayAct(after(began), "s")).toThrow(
      expect.objectContaining({ code: "session-busy", details: { actionId: "one" } }),
    );
    const ended = { type: "ended", actionId: "one" } as const;
    expect(() => assertMayAct(after(began, ended), "s")).not.toThrow();
  });

  test("the end of another action does not end the one under way", () => {
    expect(after(began, { type: "ended", actionId: "zero" }).acting).toBe("one");
  });

  test("the page of a terminated session may be looked at, but not acted on", () => {
    const state = after({ type: "terminated" });
    expect(() => assertMayRead(state, "s")).not.toThrow();
    expect(() => assertMayAct(state, "s")).toThrow(
      expect.objectContaining({ code: "session-terminated" }),
    );
  });

  test("an action may begin while the browser is away", () => {
    expect(() => assertMayAct(after(lost), "s")).not.toThrow();
  });
});
