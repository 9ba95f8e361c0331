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

describe("a text is taken to have arrived", () => {
  test("if the field holds it", () => {
    expect(judge({ value: "1234" })).toEqual({ value: "1234" });
  });

  test("if the page emptied the field: whether it has used the text, or refused it, is to be seen", () => {
    const difference = { wanted: "1234", got: "" };
    expect(judge({})).toEqual({ value: "", emptied: true, difference });
  });

  test("if the field was given back the value that it had, with the difference", () => {
    const told = judge({ value: "old" }, { before: { value: "old" } });
    expect(told).toEqual({ value: "old", difference: { wanted: "1234", got: "old" } });
  });

  test("if several fields hold it together, or the last one does", () => {
    const four = ["1", "2", "3", "4"].map((value) => ({ value }));
    expect(judge({ value: "1", fields: four })).toEqual({ value: "1234" });
    const two = [{ value: "1" }, { value: "1234" }];
    expect(judge({ value: "1", fields: two })).toEqual({ value: "1234" });
  });

  test("if the page went on to another document", () => {
    expect(judgeEntered({ ...entered, after: undefined })).toEqual({});
  });
});

describe("what did not get in is told", () => {
  test("by the difference, of several fields taken together", () => {
    const fields = [{ value: "1" }, { value: "2" }];
    const told = judge({ value: "1", fields }, { unsent: "34" });
    expect(told).toEqual({ value: "12", difference: { wanted: "1234", got: "12" } });
  });

  test("also of a field that was emptied before all of it was sent", () => {
    const told = judge({}, { unsent: "4" });
    expect(told).toEqual({ value: "", difference: { wanted: "1234", got: "" } });
  });

  test("by what was sent, if the page took the field away", () => {
    const told = judgeEntered({ ...entered, after: undefined, unsent: "34" });
    expect(told).toEqual({ difference: { wanted: "1234", got: "12" } });
  });

  test("of a secret by lengths alone", () => {
    const told = judge({ value: "12", secret: true });
    expect(told).toEqual({ value: "••", difference: { wanted: "••••", got: "••" } });
  });
});

describe("a text is refused", () => {
  const refusal = (after: Partial<Arrival>, more: Partial<EnteredText> = {}): unknown => {
    try {
      return judge(after, more);
    } catch (error) {
      return error;
    }
  };

  test("if no event of it came", () => {
    const error = refusal({ heard: false });
    expect(error).toMatchObject({ code: "value-refused", details: { value: "" } });
    expect(String(error)).toContain("no key and no other event");
  });

  test("without telling of a secret", () => {
    const before = { value: "former", secret: true } as const;
    expect(String(refusal({ value: "former", heard: false }, { before }))).not.toMatch(
      /former|1234/,
    );
  });
});
