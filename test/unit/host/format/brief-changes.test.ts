// Tests what a model is told of a diff.
import { expect, test } from "vitest";

import { briefChanges } from "@webserv/host/src/format/brief-changes.ts";

test("an element that is told anew is not told as it was", () => {
  const diff =
    '@@\n <p>Bag\n-<button id="cart">Cart</button>\n+<button id="cart">Cart 1</button>\n@@';
  expect(briefChanges(diff)).toBe('@@\n <p>Bag\n+<button id="cart">Cart 1</button>\n@@');
});

test("what has gone is told, and what changed without an id is told as it was and as it is", () => {
  const diff = '-<p>from £86.00\n+<p>£86.00\n@@\n-<a id="more">More</a>\n-@@ 12';
  expect(briefChanges(diff)).toBe(diff);
});

test("a text of several lines is one piece of a diff", () => {
  const diff = '@@\n-<pre id="log">one\n-↵two</pre>\n+<pre id="log">one\n+↵three</pre>';
  expect(briefChanges(diff)).toBe('@@\n+<pre id="log">one\n+↵three</pre>');
});
