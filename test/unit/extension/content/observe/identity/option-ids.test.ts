// Tests how options get their ids, and keep them with what is chosen by them.
import { describe, expect, test } from "vitest";

import { IdBook } from "../../../../../../extension/src/content/observe/identity/id-book.ts";
import type { DescribedOption } from "../../../../../../extension/src/content/observe/identity/option-ids.ts";
import { OptionIds } from "../../../../../../extension/src/content/observe/identity/option-ids.ts";
import { slug } from "../../../../../../extension/src/content/observe/naming/slug.ts";
import { button, read } from "./descriptors.ts";

const GONE = (): boolean => false;

/** Such as `city`: a select that knows elements by the numbers before their words. */
class Select {
  readonly book = new IdBook();
  readonly #options = new OptionIds(this.book);

  /** @param options key, words, value and group of each */
  read(
    options: readonly (readonly [number, string, string?, string?])[],
    language = "en",
  ): string[] {
    const described = options.map(([key, text, value = "", group = ""], at): DescribedOption => {
      return {
        key,
        text,
        value,
        group,
        hasKey: value !== "" && value !== String(at),
        name: slug(text),
      };
    });
    return this.#options.assign("city", described, GONE, language);
  }
}

describe("an option that keeps its id", () => {
  test.each<[what: string, options: [number, string][]]>([
    [
      "in a new element",
      [
        [3, "Oslo"],
        [4, "Bergen"],
      ],
    ],
    [
      "in another place",
      [
        [2, "Bergen"],
        [1, "Oslo"],
      ],
    ],
    [
      "in another's element",
      [
        [1, "Bergen"],
        [2, "Oslo"],
      ],
    ],
    [
      "while a count in it changes",
      [
        [1, "Oslo (2)"],
        [2, "Bergen (9)"],
      ],
    ],
    [
      "while words are added to it",
      [
        [1, "Oslo – sold out"],
        [2, "Bergen"],
      ],
    ],
    [
      "after others have come before it",
      [
        [3, "Alta"],
        [4, "Bergen"],
        [5, "Oslo"],
      ],
    ],
  ])("an option keeps its id %s", (_what, options) => {
    const select = new Select();
    const [oslo, bergen] = select.read([
      [1, "Oslo"],
      [2, "Bergen"],
    ]);
    const ids = select.read(options);
    const named = Object.fromEntries(options.map(([, text], at) => [text.slice(0, 4), ids[at]]));
    expect(named).toMatchObject({ Oslo: oslo, Berg: bergen });
  });

  test("an option keeps its id by its value, whatever it says", () => {
    const select = new Select();
    const before = select.read([
      [1, "Norway", "no"],
      [2, "Peru", "pe"],
    ]);
    expect(
      select.read(
        [
          [3, "Norwegen", "no"],
          [4, "Peru", "pe"],
        ],
        "de",
      ),
    ).toEqual(before);
  });

  test("an option keeps its id by its place if all words are in another language", () => {
    const select = new Select();
    const before = select.read([
      [1, "Red"],
      [2, "Green"],
    ]);
    expect(
      select.read(
        [
          [3, "Rot"],
          [4, "Grün"],
        ],
        "de",
      ),
    ).toEqual(before);
  });

  test("an option keeps its id by words that are the same in another language", () => {
    const select = new Select();
    select.read([
      [1, "M"],
      [2, "L"],
    ]);
    expect(
      select.read(
        [
          [1, "L"],
          [2, "XL"],
        ],
        "de",
      ),
    ).toEqual(["city.l", "city.xl"]);
  });

  test("an option keeps its id if another of its name goes and comes back", () => {
    const select = new Select();
    const options = [
      [1, "Other", "", "Cars"],
      [2, "Other", "", "Boats"],
    ] as const;
    const [first, second] = select.read(options);
    expect([first, second]).toEqual(["city.other", "city.other-2"]);
    expect(select.read([[3, "Other", "", "Boats"]])).toEqual([second]);
    expect(
      select.read([
        [4, "Other", "", "Cars"],
        [5, "Other", "", "Boats"],
      ]),
    ).toEqual([first, second]);
  });

  test("an option with a number for a value keeps its id wherever it comes to stand", () => {
    const select = new Select();
    const before = select.read([
      [1, "Red", "0"],
      [2, "Green", "1"],
      [3, "Blue", "2"],
    ]);
    expect(
      select.read([
        [4, "Blue", "2"],
        [5, "Green", "1"],
        [6, "Red", "0"],
      ]),
    ).toEqual(before.toReversed());
  });
});

describe("an option that gets a new id", () => {
  test("an option gets a new id if the id of its name belongs to another value", () => {
    const select = new Select();
    expect(select.read([[1, "Springfield", "il-12"]])).toEqual(["city.springfield"]);
    expect(select.read([[2, "Springfield", "or-77"]])).toEqual(["city.springfield-2"]);
    expect(select.read([[3, "Springfield", "il-12"]])).toEqual(["city.springfield"]);
  });

  test("an option gets a new id in an element that showed another option before", () => {
    const select = new Select();
    select.read([[1, "Oslo", "o"]]);
    expect(select.read([[1, "Lima", "l"]])).toEqual(["city.lima"]);
    expect(select.book.keyOf("city.oslo")).toBeUndefined();
  });

  test("two equal options that come for one that went get new ids", () => {
    const select = new Select();
    select.read([[1, "Other"]]);
    expect(
      select.read([
        [2, "Other"],
        [3, "Other"],
      ]),
    ).toEqual(["city.other-2", "city.other-3"]);
  });

  test("an option gets a numbered id if the id of its name is an element's", () => {
    const select = new Select();
    expect(read(select.book, button(9, "Small", ["City"]))).toEqual(["city.small"]);
    expect(select.read([[1, "Small"]])).toEqual(["city.small-2"]);
    expect(select.book.keyOf("city.small")).toBe(9);
    expect(select.book.keyOf("city.small-2")).toBe(1);
  });

  test("an option's id is never given to an element later", () => {
    const select = new Select();
    expect(select.read([[1, "Small"]])).toEqual(["city.small"]);
    expect(read(select.book, button(9, "Small", ["City"]))).toEqual(["city.small-2"]);
  });
});
