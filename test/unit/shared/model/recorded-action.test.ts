import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { EntryVerdict } from "../../../../extension/src/background/step/entry-verdict.ts";
import { withAction } from "../../../../extension/src/background/step/withheld-outcome.ts";
import type { OpenOutcome } from "../../../../extension/src/background/step/withheld-outcome.ts";
import type { Action, Asked } from "@webserv/shared/model/action.ts";
import { actions } from "@webserv/shared/model/action.ts";
import { recordedAction, withheldAction } from "@webserv/shared/model/recorded-action.ts";
import { SecretWords } from "@webserv/shared/model/text/secret-words.ts";

const password: Action = { type: "type", id: "password", text: "hunter2" };

describe("a withheld action", () => {
  test.each<[Action, object]>([
    [password, { ...password, text: null, secret: { length: 7 } }],
    [
      { type: "press", key: "Shift+a", id: "pin" },
      { type: "press", key: null, id: "pin", secret: { length: 1 } },
    ],
    [
      { type: "select", id: "year", options: ["2031"] },
      { type: "select", id: "year", options: null, secret: { length: 4 } },
    ],
    [
      { type: "select_text", id: "pin", text: "12" },
      { type: "select_text", id: "pin", text: null, secret: { length: 2 } },
    ],
    [
      { type: "dialog", accept: true, text: "1234" },
      { type: "dialog", accept: true, text: null, secret: { length: 4 } },
    ],
  ])("the action %j is withheld with its length, and can be recorded", (action, kept) => {
    const withheld = withheldAction(action, "secret");
    expect(withheld).toEqual(kept);
    expect(recordedAction.parse(withheld)).toEqual(kept);
    expect(withheldAction(withheld, "unsure")).toBe(withheld);
  });

  test.each<Asked>([
    { type: "press", key: "Enter" },
    { type: "press", key: "Control+a" },
    { type: "dialog", accept: false },
    { type: "click", id: "a" },
    { type: "click", id: { name: "Add", in: "Kettle" }, at: { x: 0, y: 1 } },
  ])("the action %j enters nothing, and stays as it is", (action) => {
    expect(withheldAction(action, "secret")).toBe(action);
    expect(recordedAction.parse(action)).toEqual(action);
  });
});

describe("the withholding of a key", () => {
  test.each([
    ..."a 5 é . + - ; shift+h Shift+h SHIFT+H digit5 Digit5 keya KeyA numpad7 Numpad7 plus".split(
      " ",
    ),
    ..."Space space spacebar Period period Minus Semicolon NumpadAdd numpaddecimal Shift++".split(
      " ",
    ),
    " ",
    // No key has such a name: somebody pressed a whole text.
    "hunter2",
    "Control+hunter2",
    "a+b",
  ])("the key %j enters something, and is withheld", (key) => {
    expect(withheldAction({ type: "press", key }, "secret")).toMatchObject({ key: null });
  });

  test.each(
    "Enter return NumpadEnter numpadenter Tab Escape esc F5 Shift Shift+Tab Shift+Enter Control+a ctrl+v Meta+Shift+z alt+x cmd+Period ArrowLeft del".split(
      " ",
    ),
  )("the key %j enters nothing, and is not withheld", (key) => {
    expect(withheldAction({ type: "press", key }, "secret")).toEqual({ type: "press", key });
  });
});

describe("the verdict of frames", () => {
  test("the verdict of frames withholds what nobody has judged, and for good what was secret once", () => {
    const verdict = new EntryVerdict();
    expect(verdict.withheld).toBe("unsure");
    verdict.hear(false);
    expect(verdict.withheld).toBeUndefined();
    verdict.hear(true);
    verdict.hear(false);
    expect(verdict.withheld).toBe("secret");
  });

  test("the verdict of frames takes an answer that is not about a field's contents for none", () => {
    const verdict = new EntryVerdict();
    verdict.hearAnswer("frame.presence", { state: "present" });
    expect(verdict.withheld).toBe("unsure");
    verdict.hearAnswer("frame.value", { value: "", focused: true });
    expect(verdict.withheld).toBeUndefined();
  });

  test("the outcome of a secret action tells its text neither in errors nor in effects", () => {
    const outcome: OpenOutcome = {
      actionId: "a",
      status: "failed",
      input: "trusted",
      effects: { value: "hunter 2", difference: { wanted: "hunter2", got: "hunter 2" } },
      settle: null,
      times: { locateMs: 0, inputMs: 0, settleMs: 0, observeMs: 0, totalMs: 0 },
      error: {
        code: "value-refused",
        message: 'it does not take "hunter2"',
        next: "",
        details: { id: "password", value: "hunter2", tried: ["hunter2"] },
      },
      observation: null,
    };
    expect(JSON.stringify(withAction(outcome, password, "secret"))).not.toMatch(/hunter/);
    expect(withAction(outcome, password, undefined)).toEqual({ ...outcome, action: password });
  });
});

describe("secret words", () => {
  test("secret words are dotted in every form in which texts and addresses write them", () => {
    const text = `p"w\\ é&'`;
    const words = new SecretWords([text]);
    const inForm = new URLSearchParams([["p", text]]).toString();
    const told = `${text} ${JSON.stringify(text)} ${encodeURIComponent(text)} ${inForm}`;
    const masked = words.maskText(told);
    expect(masked).toBe(`•••••••• "••••••••" •••••••• p=••••••••`);
  });

  test("short secret words are dotted by themselves alone, so that figures stay as they are", () => {
    const words = new SecretWords(["42"]);
    expect(words.maskText("The code 42, of 4200 ms at x42")).toBe("The code ••, of 4200 ms at x42");
  });

  test("secret words may hold signs of patterns, and blank ones hide nothing", () => {
    expect(new SecretWords([".*+?(["]).maskText("a .*+?([ b")).toBe("a •••••• b");
    expect(new SecretWords(["", " "]).maskText(" a ")).toBe(" a ");
  });
});

/** Fields of a free text that are recorded as they are, since they hold nothing that is entered into a page. */
const RECORDED_IN_FULL = new Set([
  "upload.files",
  "goto.url",
  "new_tab.url",
  "wait.text",
  "terminate.answer",
]);

/** Elements are named by ids, which readings mask. */
const IDS = new Set(["id", "to"]);

test("a free text of an action is withheld if it may be a secret, or known to be none", () => {
  const free = Object.entries(actions).flatMap(([type, { schema }]) =>
    Object.entries(z.toJSONSchema(schema, { io: "input" }).properties ?? {}).flatMap(
      ([name, field]) => (!IDS.has(name) && isFreeText(field) ? [`${type}.${name}`] : []),
    ),
  );
  const withheld = ["type.text", "press.key", "select.options", "select_text.text", "dialog.text"];
  // An action with another text needs a form in recorded-action.ts, or a line above.
  expect(free.toSorted()).toEqual([...withheld, ...RECORDED_IN_FULL].toSorted());
});

function isFreeText(field: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof field === "boolean") return field;
  const { type, items } = field;
  if (type === "array") return items === undefined || Array.isArray(items) || isFreeText(items);
  return type === "string" && field.enum === undefined && field.const === undefined;
}
