import { describe, expect, test } from "vitest";

import { admitAction } from "../../../../../extension/src/background/lease/action-admission.ts";
import { actionDigest } from "../../../../../extension/src/background/lease/action-digest.ts";
import {
  actionOf,
  lease,
  MAX_ACTIONS,
  withAction,
  withoutTab,
  openerOf,
  withOpenedTab,
  withTab,
} from "../../../../../extension/src/background/lease/lease.ts";
import type { ActionRecord, Lease } from "../../../../../extension/src/background/lease/lease.ts";
import { sampleLease } from "./sample-lease.ts";

function holding(...actions: ActionRecord[]): Lease {
  return { ...sampleLease, actions };
}

describe("an action", () => {
  test("an action that is new begins", () => {
    expect(admitAction(sampleLease, "a1", "d", null)).toEqual({ kind: "begin" });
  });

  test.each(["begun", "finished"] as const)(
    "an action that has %s does not begin again",
    (state) => {
      const record: ActionRecord = { actionId: "a1", digest: "d", state };
      expect(admitAction(holding(record), "a1", "d", null)).toEqual({ kind: "repeat", record });
    },
  );

  test("an action under the id of a different one is refused", () => {
    const held = holding({ actionId: "a1", digest: "other", state: "finished" });
    expect(() => admitAction(held, "a1", "d", null)).toThrow(
      expect.objectContaining({ code: "action-id-reused" }),
    );
  });

  test("an action that was reported as never begun can't begin any more", () => {
    const held = holding({ actionId: "a1", digest: "", state: "refused" });
    expect(() => admitAction(held, "a1", "d", null)).toThrow(
      expect.objectContaining({ code: "cancelled" }),
    );
  });

  test("an action beside another one is refused, and the other one is named", () => {
    expect(() => admitAction(sampleLease, "a2", "d", "a1")).toThrow(
      expect.objectContaining({ code: "session-busy", details: { actionId: "a1" } }),
    );
  });

  test("an action after a stop is refused, while an earlier one is still answered for", () => {
    const record: ActionRecord = { actionId: "a1", digest: "d", state: "finished" };
    const stopped = { ...holding(record), stopped: true };
    expect(() => admitAction(stopped, "a2", "d", null)).toThrow(
      expect.objectContaining({ code: "session-stopped" }),
    );
    expect(admitAction(stopped, "a1", "d", null).kind).toBe("repeat");
  });
});

test("the digest of an action ignores the order of its members, and what is entered but for its length", async () => {
  const digest = await actionDigest({ type: "type", id: "q", text: "1234", enter: true });
  expect(await actionDigest({ enter: true, text: "1234", type: "type", id: "q" })).toBe(digest);
  // It is stored, and a short secret could be found out by trying all.
  expect(await actionDigest({ type: "type", id: "q", text: "9876", enter: true })).toBe(digest);
  expect(await actionDigest({ type: "type", id: "q", text: "123", enter: true })).not.toBe(digest);
  expect(await actionDigest({ type: "type", id: "r", text: "1234", enter: true })).not.toBe(digest);
});

test("only the latest actions are remembered, and the lease still fits its schema", () => {
  let held = sampleLease;
  for (let index = 0; index <= MAX_ACTIONS; index++) {
    held = withAction(held, { actionId: `a${index}`, digest: "d", state: "begun" });
  }
  held = withAction(held, { actionId: "a5", digest: "d", state: "finished", status: "done" });
  expect(held.actions).toHaveLength(MAX_ACTIONS);
  expect(actionOf(held, "a0")).toBeUndefined();
  expect(actionOf(held, "a5")?.state).toBe("finished");
  expect(lease.parse(held)).toEqual(held);
});

describe("a session's tabs", () => {
  const three: Lease = { ...sampleLease, tabIds: [7, 8, 9], activeTabId: 8 };

  test("a tab that an action closes gives way to its neighbour", () => {
    expect(withoutTab(three, 8, "neighbour")).toMatchObject({ tabIds: [7, 9], activeTabId: 7 });
    expect(withoutTab(sampleLease, 7, "neighbour")).toMatchObject({
      tabIds: [],
      activeTabId: null,
    });
  });

  test("a tab that the person closed has no successor until the agent chooses one", () => {
    expect(withoutTab(three, 8, "nobody")).toMatchObject({ tabIds: [7, 9], activeTabId: null });
    expect(withoutTab(three, 9, "nobody")).toMatchObject({ tabIds: [7, 8], activeTabId: 8 });
  });

  test("the opener of a tab is its index as it is now, as long as that is there", () => {
    const opened = withOpenedTab(three, { tabId: 10, openerTabId: 9 }, true);
    expect(opened).toMatchObject({ tabIds: [7, 8, 9, 10], activeTabId: 10 });
    expect([7, 8, 9, 10].map((tabId) => openerOf(opened, tabId))).toEqual([
      undefined,
      undefined,
      undefined,
      2,
    ]);
    const before = withoutTab(opened, 7, "nobody");
    expect(openerOf(before, 10)).toBe(1);
    expect(openerOf(withoutTab(before, 9, "nobody"), 10)).toBeUndefined();
    expect(withoutTab(opened, 10, "nobody").openers).toEqual([]);
  });

  test("a tab joins a session once", () => {
    expect(withTab(withTab(sampleLease, 8, true), 8, false)).toMatchObject({
      tabIds: [7, 8],
      activeTabId: 8,
    });
  });
});
