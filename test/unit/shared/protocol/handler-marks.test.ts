import { expect, test } from "vitest";

import {
  decodeMarks,
  encodeMarks,
  handlerKinds,
  handlerMark,
  handlerSources,
  otherMarks,
} from "@webserv/shared/protocol/handler-marks.ts";

function decoded(detail: unknown): [number, number][] {
  const found: [number, number][] = [];
  decodeMarks(detail, (index, marks) => found.push([index, marks]));
  return found;
}

test("the marks of elements are decoded as they were encoded", () => {
  const sent: [number, number][] = [
    [0, 1],
    [7, handlerMark("jquery", "key") | otherMarks.delegate],
    [123_456, otherMarks.handlersKnown],
  ];
  expect(decoded(sent.map(([index, marks]) => encodeMarks(index, marks)).join(""))).toEqual(sent);
});

test("no marks of elements are decoded from what is no answer", () => {
  expect([decoded(undefined), decoded(""), decoded("12"), decoded({})]).toEqual([[], [], [], []]);
});

test("every mark of an element has a bit of its own", () => {
  const marks = [otherMarks.delegate, otherMarks.handlersKnown] as number[];
  for (const source of [
    "listener",
    "property",
    "react",
    "solid",
    "svelte",
    "jquery",
    "attribute",
  ] as const) {
    expect(handlerSources).toHaveProperty(source);
    for (const kind of ["click", "press", "hover", "key"] as const) {
      expect(handlerKinds).toHaveProperty(kind);
      marks.push(handlerMark(source, kind));
    }
  }
  expect(marks.reduce((all, mark) => all | mark, 0)).toBe(
    marks.reduce((sum, mark) => sum + mark, 0),
  );
});
