// Tests what of a name is left out because it comes and goes, and which ids machines made.
import { expect, test } from "vitest";

import {
  isGenerated,
  withoutVolatile,
} from "../../../../../../extension/src/content/observe/naming/volatile.ts";

test.each([
  ["Cart (3)", "Cart"],
  ["11 11 comments", "comments"],
  ["0 0 Comments in moderation", "Comments in moderation"],
  ["Cart, 2 items", "Cart"],
  ["5 comments", "comments"],
  ["Cart 1 item", "Cart"],
  ["Inbox 12 unread", "Inbox"],
  ["5条评论", "条评论"],
  ["Like 1.2k", "Like"],
  ["Canvas tote $1,299.00", "Canvas tote"],
  ["Tasche 12,50 €", "Tasche"],
  ["Buy for USD 20", "Buy for"],
  ["Updated 12:30 pm", "Updated"],
  ["Battery 80%", "Battery"],
  ["Draft 3f9a8c1d2e", "Draft"],
  ["note-7.txt 41s ago", "note-7.txt"],
  ["Ann replied an hour ago", "Ann replied"],
  // These tell things apart.
  ["41s ago", "41s ago"],
  ["Page 2", "Page 2"],
  ["Room 2 with balcony", "Room 2 with balcony"],
  ["Order 1001", "Order 1001"],
  ["iPhone 15 Pro", "iPhone 15 Pro"],
  ["2 Person Tent", "2 Person Tent"],
  ["12 Angry Men", "12 Angry Men"],
  ["2024", "2024"],
  ["$20", "$20"],
  ["12:30", "12:30"],
])("the part of the name %j that does not come and go is %j", (name, kept) => {
  expect(withoutVolatile(name)).toBe(kept);
});

test.each([
  ":r1:",
  "radix-:r3:",
  "radix-:r3:-trigger",
  "«r5»",
  "_r_1_",
  "base-ui-_r_a_",
  "base-ui-_R_6mdupejcm_",
  "base-ui-_R_6mdupejcmH1_",
  "base-ui-_R_klkqcm_-hidden-input",
  "ember123",
  "headlessui-menu-button-7",
  "input-42",
])("the id %s counts as generated, as it is made anew at each rendering", (id) =>
  expect(isGenerated(id)).toBe(true),
);

test.each(["css-1q2w3e4r", "b3f9a8c1", "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "row-a8f3k2m9x1"])(
  "the id %s counts as generated, as it contains a hash",
  (id) => expect(isGenerated(id)).toBe(true),
);

test.each([
  "menu",
  "add-to-cart",
  "post-17",
  "col-md-6",
  "h1",
  "step2",
  "identity-2",
  "form:email",
  "user_r_name",
])("the id %s does not count as generated", (id) => expect(isGenerated(id)).toBe(false));
