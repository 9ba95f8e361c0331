// Tests how the readings of frames become one: html in its place, lists in reading order, reasons kept.
import { expect, test } from "vitest";

import { estimateTokens } from "@webserv/shared/model/text/token-estimate.ts";
import { MAX_UNSEEN } from "@webserv/shared/model/page/unseen-text.ts";

import type {
  InnerFrame,
  ReadFrame,
} from "../../../../../extension/src/background/frames/merge-readings.ts";
import { mergeReadings } from "../../../../../extension/src/background/frames/merge-readings.ts";

type Reading = ReadFrame["reading"];
type Place = Reading["frames"][number];

/** A button, then each frame, then another button; `id` names them. */
function frameWith(
  id: string,
  frames: Readonly<Record<string, InnerFrame>> = {},
  focused = false,
): ReadFrame {
  const ids = Object.keys(frames);
  const first = `<button id="${id}first"></button>`;
  let html = first;
  const places: Place[] = [];
  for (const frameId of ids) {
    html += `<iframe id="${frameId}">`;
    places.push({
      id: frameId,
      src: "",
      at: html.length,
      focused,
      held: false,
      before: { clickable: 1, hoverable: 0, inputs: 1, selects: 0 },
    });
    html += "</iframe>";
  }
  html += `<button id="${id}last"></button>`;
  const input = { id: `${id}field`, type: "text", value: "", editable: true, focused: true };
  const reading: Reading = {
    url: "",
    title: id,
    html,
    clickable: [`${id}first`, `${id}last`],
    hoverable: [`${id}last`],
    inputs: [input],
    selects: [],
    tokens: 10,
    expandable: [`${id}more:page`],
    budget: 8000,
    omitted: [{ what: "text", where: id, why: "long" }],
    frames: places,
  };
  return { reading, inner: new Map(Object.entries(frames)) };
}

test("a frame's html stands in its iframe, and its ids in reading order", () => {
  const inner = frameWith("a/", { "a/b": frameWith("a/b/") });
  const merged = mergeReadings(frameWith("", { a: inner }), 10_000);
  expect(merged.html).toBe(
    `<button id="first"></button><iframe id="a"><button id="a/first"></button><iframe id="a/b">` +
      `<button id="a/b/first"></button><button id="a/b/last"></button></iframe>` +
      `<button id="a/last"></button></iframe><button id="last"></button>`,
  );
  expect(merged.clickable).toEqual(["first", "a/first", "a/b/first", "a/b/last", "a/last", "last"]);
  expect(merged.hoverable).toEqual(["a/b/last", "a/last", "last"]);
  expect(merged.inputs.map(({ id }) => id)).toEqual(["field", "a/field", "a/b/field"]);
  expect(merged.omitted.map(({ where }) => where)).toEqual(["", "a/", "a/b/"]);
  expect(merged).not.toHaveProperty("frames");
});

test("several frames keep their order, whichever could be read", () => {
  const merged = mergeReadings(
    frameWith("", { a: { unread: "it is busy" }, b: frameWith("b/") }),
    10_000,
  );
  expect(merged.html).toContain(`<iframe id="a" unread="it is busy"></iframe><iframe id="b"><b`);
  expect(merged.clickable).toEqual(["first", "b/first", "b/last", "last"]);
  expect(merged.omitted).toContainEqual({ what: "frame", where: "a", why: "it is busy" });
  // Ten for each reading; the mark counts too.
  expect(merged.tokens).toBe(20 + estimateTokens(` unread="it is busy"`));
});

test("a frame of which nothing came is said to be missing", () => {
  const { reading } = frameWith("", { a: { unread: "" } });
  const merged = mergeReadings({ reading, inner: new Map() }, 10_000);
  expect(merged.omitted).toContainEqual({
    what: "frame",
    where: "a",
    why: "no reading of it came",
  });
});

test("a frame that does not fit is left out whole, and said to be", () => {
  const page = frameWith("", { a: frameWith("a/"), b: frameWith(`${"long".repeat(10)}/`) });
  const limit = mergeReadings(page, 10_000).html.length - 1;
  const short = mergeReadings(page, limit);
  expect(short.html.length).toBeLessThanOrEqual(limit);
  expect(short.clickable).toEqual(["first", "a/first", "a/last", "last"]);
  expect(short.html).toContain(`<iframe id="b" unread="it is longer than`);
  expect(short.omitted.at(-1)).toMatchObject({ what: "frame", where: "b" });
  const full = mergeReadings(page, page.reading.html.length);
  expect(full.html).toBe(page.reading.html);
  expect(full.omitted.filter(({ what }) => what === "frame")).toHaveLength(2);
});

test("the focus is in a frame only if it is in all frames around it", () => {
  const focusOf = (outer: boolean, inner: boolean): boolean[] =>
    mergeReadings(
      frameWith("", { a: frameWith("a/", { "a/b": frameWith("a/b/") }, inner) }, outer),
      10_000,
    ).inputs.map(({ focused }) => focused);
  expect(focusOf(true, true)).toEqual([true, true, true]);
  expect(focusOf(true, false)).toEqual([true, true, false]);
  expect(focusOf(false, true)).toEqual([true, false, false]);
});

test("unseen texts of all frames are told up to a limit, with the number of the others", () => {
  const unseenIn = (frame: ReadFrame, count: number, more: number): ReadFrame => {
    const texts = Array.from({ length: count }, (_, index) => ({
      text: `${frame.reading.title}${index}`,
      tag: "p",
      why: "same-colour" as const,
    }));
    return { ...frame, reading: { ...frame.reading, unseen: { texts, more } } };
  };
  const inner = unseenIn(frameWith("a/"), MAX_UNSEEN, 7);
  const { unseen } = mergeReadings(unseenIn(frameWith("", { a: inner }), 3, 0), 10_000);
  expect(unseen?.texts.length).toBe(MAX_UNSEEN);
  expect(unseen?.texts.slice(2, 4).map(({ text }) => text)).toEqual(["2", "a/0"]);
  expect(unseen?.more).toBe(3 + 7);
  expect(mergeReadings(frameWith("", { a: inner }), 10_000)).not.toHaveProperty("unseen");
});
