import { describe, expect, test } from "vitest";

import type { Arrival, EnteredText } from "@webserv/shared/model/text/entered-text.ts";
import { judgeEntered } from "@webserv/shared/model/text/entered-text.ts";

const arrival: Arrival = { value: "", fields: [], heard: true };
const entered: EnteredText = {
  id: "code",
  text: "1234",
  append: false,
  editing: "line",
  before: { value: "" },
  after: arrival,
  unsent: "",
};
const judge = (after: Partial<Arrival>, more: Partial<EnteredText> = {}) =>
  judgeEntered({ ...entered, ...more, after: { ...arrival, ...after } });

describe("a text that is taken to have arrived", () => {
  test("a text is taken to have arrived if the field holds it", () => {
    expect(judge({ value: "1234" })).toEqual({ value: "1234" });
  });

  test("a text is taken to have arrived if the page emptied the field, which is told with the difference", () => {
    const difference = { wanted: "1234", got: "" };
    expect(judge({})).toEqual({ value: "", emptied: true, difference });
  });

  test("a text is taken to have arrived if the field has its former value again, with the difference", () => {
    const told = judge({ value: "old" }, { before: { value: "old" } });
    expect(told).toEqual({ value: "old", difference: { wanted: "1234", got: "old" } });
  });

  test("a text is taken to have arrived if several fields hold it together, or the last one does", () => {
    const four = ["1", "2", "3", "4"].map((value) => ({ value }));
    expect(judge({ value: "1", fields: four })).toEqual({ value: "1234" });
    const two = [{ value: "1" }, { value: "1234" }];
    expect(judge({ value: "1", fields: two })).toEqual({ value: "1234" });
  });

  test("a text is taken to have arrived if the page went on to another document", () => {
    expect(judgeEntered({ ...entered, after: undefined })).toEqual({});
  });
});

describe("a text that did not get in whole", () => {
  test("a text that did not get in whole is told by the difference, of several fields together", () => {
    const fields = [{ value: "1" }, { value: "2" }];
    const told = judge({ value: "1", fields }, { unsent: "34" });
    expect(told).toEqual({ value: "12", difference: { wanted: "1234", got: "12" } });
  });

  test("the difference is told of a field that was emptied before all of the text was sent", () => {
    const told = judge({}, { unsent: "4" });
    expect(told).toEqual({ value: "", difference: { wanted: "1234", got: "" } });
  });

  test("a text that did not get in whole is told by what was sent if the page took the field away", () => {
    const told = judgeEntered({ ...entered, after: undefined, unsent: "34" });
    expect(told).toEqual({ difference: { wanted: "1234", got: "12" } });
  });

  test("the difference of a secret is told by lengths alone", () => {
    const told = judge({ value: "12", secret: true });
    expect(told).toEqual({ value: "••", difference: { wanted: "••••", got: "••" } });
  });
});

describe("a text that is refused", () => {
  const refusal = (after: Partial<Arrival>, more: Partial<EnteredText> = {}): unknown => {
    try {
      return judge(after, more);
    } catch (error) {
      return error;
    }
  };

  test("a text is refused if no event of it came", () => {
    const error = refusal({ heard: false });
    expect(error).toMatchObject({ code: "value-refused", details: { value: "" } });
    expect(String(error)).toContain("no key and no other event");
  });

  test("the refusal of a text tells nothing of a secret", () => {
    const before = { value: "former", secret: true } as const;
    expect(String(refusal({ value: "former", heard: false }, { before }))).not.toMatch(
      /former|1234/,
    );
  });
});
