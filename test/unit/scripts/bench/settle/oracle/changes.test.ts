import { expect, test } from "vitest";

import { type Change, truthOf } from "../../../../../../scripts/bench/settle/oracle/changes.ts";

const ACTION = { beganAt: 1000, actedAt: 1050 };

test("the truth is the last change after the action began", () => {
  const changes = [
    change(1020, "content:f>html[0]>body[0]>p[0]"),
    change(1400, "children:f>html[0]>body[0]>ul[0]"),
  ];
  expect(truthOf(changes, ACTION)).toEqual({
    at: 1400,
    regions: ["children:f>html[0]>body[0]>ul[0]"],
  });
});

test("the truth is the end of the input if nothing changes", () => {
  expect(truthOf([], ACTION)).toEqual({ at: 1050, regions: [] });
});

test("what was changing before the action counts no more after it", () => {
  const clock = "content:f>html[0]>body[0]>time[0]";
  const changes = [change(500, clock), change(1200, clock, "content:f>html[0]>body[0]>p[0]")];
  changes.push(change(1500, clock));
  expect(truthOf(changes, ACTION)).toEqual({
    at: 1200,
    regions: ["content:f>html[0]>body[0]>p[0]"],
  });
});

test("a list whose entries came and went before is noise with all that lies in it", () => {
  const changes = [
    change(400, "children:f>html[0]>body[0]>ul[0]"),
    change(1300, "content:f>html[0]>body[0]>ul[0]>li[7]>b[0]"),
  ];
  expect(truthOf(changes, ACTION)).toEqual({ at: 1050, regions: [] });
});

test("what came straight into the page before does not make the whole page noise", () => {
  const changes = [
    change(400, "children:f>html[0]>body[0]"),
    change(1300, "content:f>html[0]>body[0]>p[0]"),
  ];
  expect(truthOf(changes, ACTION).at).toBe(1300);
});

test("an element whose own text changed before does not cover its neighbours", () => {
  const changes = [
    change(400, "content:f>html[0]>body[0]>p[0]"),
    change(1300, "content:f>html[0]>body[0]>p[0]>b[0]"),
    change(1400, "content:f>html[0]>body[0]>p[1]"),
  ];
  expect(truthOf(changes.slice(0, 2), ACTION).at).toBe(1300);
  expect(truthOf(changes, ACTION).at).toBe(1400);
});

function change(at: number, ...regions: string[]): Change {
  return { at, regions };
}
