// Tests what a change of an element's words tells of the thing that it shows.
import { describe, expect, test } from "vitest";

import { renamingOf } from "../../../../../../extension/src/content/observe/identity/renaming.ts";

const changes: Readonly<Record<string, readonly (readonly [before: string, now: string])[]>> = {
  none: [
    ["Cart (2)", "Cart (3)"],
    ["Inbox, 4 unread", "Inbox, 5 unread"],
    ["  Save\n changes", "Save changes"],
    ["Pay 12.00 €", "Pay 15.50 €"],
  ],
  state: [
    ["Follow", "Following"],
    ["Follow Alice", "Unfollow Alice"],
    ["Save", "Saving…"],
    ["Add to cart", "Added to cart"],
    ["Play", "Pause"],
    ["Show more", "Show less"],
    ["Show comments", "Hide comments"],
    ["Mark as read", "Mark as unread"],
    ["Sort: price, ascending", "Sort: price, descending"],
    ["Status: waiting for payment", "Status: shipped"],
    ["Alice", "Alice (online)"],
    ["关注", "已关注"],
    ["X", "O"],
  ],
  number: [["Page 2", "Page 3"]],
  object: [
    ["Delete Alice", "Delete Bob"],
    ["Alice löschen", "Bob löschen"],
    ["Edit Alice Smith", "Edit Alice Jones"],
    ["Continue to shipping", "Continue to payment"],
    ["删除张三", "删除李四"],
  ],
  all: [
    ["Alice", "Bob"],
    ["Reply", "Archive"],
    [
      "Alice wrote: shall we meet on Monday at the old station?",
      "Bob likes what you have said about his new bicycle.",
    ],
  ],
};

describe.each(Object.entries(changes))("a change of words of the kind %s", (renaming, pairs) => {
  test.each(pairs)(`a change from %j to %j, or back, is of the kind ${renaming}`, (before, now) => {
    expect(renamingOf(before, now)).toBe(renaming);
    expect(renamingOf(now, before)).toBe(renaming);
  });
});

test("a change of a long text most of whose words stay is of the kind state", () => {
  const before = "Alice wrote: shall we meet on Monday at the old station?";
  expect(renamingOf(before, before.replace("Monday", "Tuesday"))).toBe("state");
});
