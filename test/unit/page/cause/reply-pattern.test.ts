// What one expects of somebody by how they have answered so far.
import { describe, expect, test } from "vitest";

import { Habits } from "../../../../extension/src/page/cause/reply-pattern.ts";

describe("who never answers", () => {
  test("is waited for until a second has passed once", () => {
    const habits = new Habits();
    habits.sent(0);
    habits.sent(900);
    expect(habits.isMute(1000)).toBe(false);
    expect(habits.isMute(1001)).toBe(true);
  });

  test("is so no longer once an answer has come, however late", () => {
    const habits = new Habits();
    habits.sent(0);
    habits.came(true, 5000);
    habits.sent(6000);
    expect(habits.isMute(9000)).toBe(false);
  });

  test("is not who was asked nothing, or whose question was withdrawn", () => {
    const habits = new Habits();
    expect(habits.isMute(5000)).toBe(false);
    habits.sent(5000);
    habits.closed();
    expect(habits.isMute(9000)).toBe(false);
  });
});

describe("who answers with one letter", () => {
  const answered = (times: number): Habits => {
    const habits = new Habits();
    for (let turn = 0; turn < times; turn++) habits.came(true, turn * 5000);
    return habits;
  };

  test("is known for it the third time", () => {
    expect(answered(2).answersWhole).toBe(false);
    expect(answered(3).answersWhole).toBe(true);
  });

  test("is so no longer once another follows, unless that is long after", () => {
    const habits = answered(3);
    habits.came(false, 11_000);
    expect(habits.answersWhole).toBe(true);
    habits.came(false, 11_900);
    expect(habits.answersWhole).toBe(false);
  });
});
