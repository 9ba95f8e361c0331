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

test("the focus and what the pointer would do are no changes", () => {
  const diff = [
    "@@",
    ' <label>\n-<input id="name" focused>\n+<input id="name">',
    "@@",
    ' <li>\n-<a id="bags" hoverable>Bags</a>\n+<a id="bags">Bags</a>\n <li>',
    "@@",
    "-<p>None\n+<p>One",
  ];
  expect(briefChanges(diff.join("\n"))).toBe("@@\n-<p>None\n+<p>One");
  expect(briefChanges(diff.slice(0, 4).join("\n"))).toBe("@@");
});

test("what stood between elements that are as they were is not told", () => {
  const bag = (name: string): string =>
    ` <li>\n-<a id="${name}" hoverable>Bag</a>\n+<a id="${name}">Bag</a>`;
  const bags = ["one", "two", "three"].map(bag).join("\n");
  const before = '-<ul scrolled="0/88">\n+<ul scrolled="0/73">';
  const diff = `@@\n <nav>\n${before}\n${bags}\n <main>\n-<p>None\n+<p>One\n@@`;
  expect(briefChanges(diff)).toBe(
    `@@\n <nav>\n${before}\n <li>\n@@\n <main>\n-<p>None\n+<p>One\n@@`,
  );
});

test("a text of several lines is one piece of a diff", () => {
  const diff = '@@\n-<pre id="log">one\n-↵two</pre>\n+<pre id="log">one\n+↵three</pre>';
  expect(briefChanges(diff)).toBe('@@\n+<pre id="log">one\n+↵three</pre>');
});

test("the place of a caret is told if it has moved, and not if only the focus has", () => {
  const from = (attributes: string): string => `-<input id="name"${attributes}>`;
  const to = (attributes: string): string => `+<input id="name"${attributes}>`;
  const told = (before: string, after: string): string =>
    briefChanges(`@@\n${from(before)}\n${to(after)}\n@@`);
  expect(told("", ' focused caret="0-5"')).toBe("@@");
  expect(told(' focused caret="2"', "")).toBe("@@");
  expect(told(' focused caret="2"', " focused")).toBe(`@@\n${to(" focused")}\n@@`);
});
