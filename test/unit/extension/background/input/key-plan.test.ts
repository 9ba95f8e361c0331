import { describe, expect, test } from "vitest";
import { findKey, keys } from "@webserv/shared/model/keys.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import {
  isTypeable,
  planChord,
  planText,
  scriptChord,
  scriptKeys,
} from "../../../../../extension/src/background/input/key-plan.ts";
import type { KeyEvent } from "../../../../../extension/src/background/input/key-plan.ts";

const pc = { mac: false };
const mac = { mac: true };

/** Such as `keyDown a:1 "a"`: kind, key, modifiers, text. */
function brief(events: readonly KeyEvent[]): string[] {
  return events.map(
    ({ type, key, modifiers, text }) =>
      `${type} ${key}:${modifiers}${text === undefined ? "" : ` ${JSON.stringify(text)}`}`,
  );
}

describe("a chord", () => {
  test("a chord of one key goes down and up, and inserts what the key inserts", () => {
    expect(brief(planChord("Enter", pc))).toEqual(['keyDown Enter:0 "\\r"', "keyUp Enter:0"]);
    expect(brief(planChord("a", pc))).toEqual(['keyDown a:0 "a"', "keyUp a:0"]);
    expect(brief(planChord("Escape", pc))).toEqual(["rawKeyDown Escape:0", "keyUp Escape:0"]);
  });

  test("a chord holds its modifiers around the key, and a shortcut inserts nothing", () => {
    expect(brief(planChord("Control+a", pc))).toEqual([
      "rawKeyDown Control:2",
      "rawKeyDown a:2",
      "keyUp a:2",
      "keyUp Control:0",
    ]);
  });

  test("a chord with a capital letter is the same as with the small one, and adds no Shift", () => {
    expect(planChord("Control+A", pc)).toEqual(planChord("Control+a", pc));
    expect(brief(planChord("Shift+A", pc))).toEqual(brief(planChord("Shift+a", pc)));
  });

  test("a chord releases several modifiers in reverse order", () => {
    expect(brief(planChord("Control+Shift+ArrowLeft", pc))).toEqual([
      "rawKeyDown Control:2",
      "rawKeyDown Shift:10",
      "rawKeyDown ArrowLeft:10",
      "keyUp ArrowLeft:10",
      "keyUp Shift:2",
      "keyUp Control:0",
    ]);
  });

  test("a chord with Shift gives the upper character", () => {
    expect(brief(planChord("Shift+a", pc))[1]).toBe('keyDown A:8 "A"');
    expect(brief(planChord("Shift+1", pc))[1]).toBe('keyDown !:8 "!"');
  });

  test("a chord takes the plus sign as a key and as what joins keys", () => {
    expect(brief(planChord("+", pc))).toEqual(['keyDown +:8 "+"', "keyUp +:8"]);
    expect(brief(planChord("Control++", pc))[1]).toBe("rawKeyDown +:10");
    expect(brief(planChord("Control+Plus", pc))[1]).toBe("rawKeyDown +:10");
  });

  test("a chord of a modifier alone goes down and up without staying held", () => {
    expect(brief(planChord("Shift", pc))).toEqual(["rawKeyDown Shift:8", "keyUp Shift:0"]);
  });

  test("a chord on macOS carries the editing command, under Meta", () => {
    const [meta, a] = planChord("Control+A", mac);
    expect(meta?.key).toBe("Meta");
    expect(a?.commands).toEqual(["selectAll"]);
    expect(planChord("Meta+Shift+z", mac)[2]?.commands).toEqual(["redo"]);
    expect(planChord("Control+ArrowLeft", mac)[0]?.key).toBe("Control");
  });

  test.each([
    ["Foo", 'no key is named "Foo"'],
    ["Control+Foo", 'no key is named "Foo" in "Control+Foo"'],
    ["a+b", '"a" is not a modifier in "a+b"'],
    ["Control+", "no key is named"],
  ])("the chord %s is refused with what is wrong in it", (chord, message) => {
    expect(() => planChord(chord, pc)).toThrow(expect.objectContaining({ code: "unknown-key" }));
    expect(() => planChord(chord, pc)).toThrow(message);
  });
});

describe("the keyboard", () => {
  test("the keyboard has one key for every printable character", () => {
    for (let code = 0x20; code <= 0x7e; code++) {
      const character = String.fromCharCode(code);
      const [down, up] = planText(character);
      expect([down?.text, up?.type]).toEqual([character, "keyUp"]);
    }
  });

  test("the keyboard knows keys by other names, whatever their case", () => {
    const found = [
      "esc",
      "ENTER",
      "Space",
      "ctrl",
      "cmd",
      "KeyQ",
      "arrowdown",
      "F12",
      "NumpadEnter",
    ];
    expect(found.map((name) => findKey(name)?.key.code)).toEqual([
      "Escape",
      "Enter",
      "Space",
      "ControlLeft",
      "MetaLeft",
      "KeyQ",
      "ArrowDown",
      "F12",
      "NumpadEnter",
    ]);
  });

  test("the keyboard has no two keys with the same code", () => {
    expect(new Set(keys.map(({ code }) => code)).size).toBe(keys.length);
  });
});

test("text with characters that are on no key, or that end a line, is not typed by keys", () => {
  expect(isTypeable("Hello, World! 100%")).toBe(true);
  expect(isTypeable("Zürich")).toBe(false);
  expect(isTypeable("two\nlines")).toBe(false);
});

describe("a key as a script sends it", () => {
  const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

  test.each([
    ["Enter", { ...none, key: "Enter", code: "Enter" }],
    ["Esc", { ...none, key: "Escape", code: "Escape" }],
    ["a", { ...none, key: "a", code: "KeyA" }],
    ["A", { ...none, key: "A", code: "KeyA", shiftKey: true }],
    ["ctrl+a", { ...none, key: "a", code: "KeyA", ctrlKey: true }],
    ["Control+A", { ...none, key: "a", code: "KeyA", ctrlKey: true }],
    ["Cmd+Shift+ArrowUp", { ...none, key: "ArrowUp", metaKey: true, shiftKey: true }],
    ["Control+Shift+ArrowLeft", { ...none, key: "ArrowLeft", ctrlKey: true, shiftKey: true }],
    ["+", { ...none, key: "+", shiftKey: true }],
    ["Control++", { ...none, key: "+", ctrlKey: true, shiftKey: true }],
    ["Space", { ...none, key: " ", code: "Space" }],
  ])("the chord %s of a script tells of the modifiers that are held", (chord, expected) => {
    expect(scriptChord(chord)).toMatchObject(expected);
  });

  test.each(["Hyper+A", "ab", "Control+"])(
    "the chord %s of a script is refused, as it is no key",
    (chord) => {
      expect(() => scriptChord(chord)).toThrow(WebservError);
    },
  );

  test("a script sends one key for each character of a text, also for one of another keyboard", () => {
    expect(scriptKeys("aBé")).toMatchObject([
      { ...none, key: "a", code: "KeyA" },
      { ...none, key: "B", code: "KeyB", shiftKey: true },
      { ...none, key: "é", code: "" },
    ]);
  });
});
