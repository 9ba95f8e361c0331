// Tests that ids are kept in bounded memory, and that none is given twice all the same.
import { describe, expect, test } from "vitest";

import { IdMaker } from "../../../../../../extension/src/content/observe/identity/id-maker.ts";

describe("a page that never stops replacing", () => {
  test("the ids of things that are gone are forgotten, and those of things that are there are not", () => {
    const maker = new IdMaker();
    const stays = maker.make({ name: "stays", scopes: ["page"] }, 0);
    for (let key = 1; key <= 30_000; key++) {
      maker.make({ name: `toast-about-${key.toString(36)}`, scopes: [] }, key);
      maker.trim((each) => each === 0 || each > key - 10);
    }
    expect(maker.size).toBeLessThan(15_000);
    expect(maker.keyOf(stays)).toBe(0);
    expect(maker.keyOf(`toast-about-${(30_000).toString(36)}`)).toBe(30_000);
    expect(maker.keyOf("toast-about-1")).toBeUndefined();
  });

  test("no id is given twice, whether its like was forgotten or not", () => {
    const maker = new IdMaker();
    const given = new Set<string>();
    for (let key = 1; key <= 40_000; key++) {
      const name = key % 2 === 0 ? "close" : `item-${key % 700}`;
      given.add(maker.make({ name, scopes: [] }, key));
      maker.trim((each) => each > key - 10);
    }
    expect(given.size).toBe(40_000);
    expect([...given].every((id) => maker.isMade(id))).toBe(true);
  });

  test("what comes back after it was forgotten has its id again", () => {
    const maker = new IdMaker();
    const id = maker.make({ name: "back", scopes: [] }, 1);
    for (let key = 2; key <= 12_000; key++) {
      maker.make({ name: `other-${key.toString(36)}`, scopes: [] }, key);
    }
    maker.trim(() => false);
    expect(maker.keyOf(id)).toBeUndefined();
    maker.move(id, 20_000);
    expect(maker.keyOf(id)).toBe(20_000);
  });

  test("nothing is forgotten while all of it is there", () => {
    const maker = new IdMaker();
    for (let key = 1; key <= 20_000; key++) {
      maker.make({ name: `row-${key.toString(36)}`, scopes: [] }, key);
      if (key % 500 === 0) maker.trim(() => true);
    }
    expect(maker.size).toBe(20_000);
  });
});
