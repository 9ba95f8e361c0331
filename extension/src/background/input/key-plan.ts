// Plans the key events of a chord or of typed text. It is pure, so that every sequence can be tested.
import type { FoundKey, Key } from "@webserv/shared/model/keys.ts";
import { findKey, splitChord } from "@webserv/shared/model/keys.ts";
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

/** Holds the params of `Input.dispatchKeyEvent`. */
export interface KeyEvent {
  readonly type: "keyDown" | "rawKeyDown" | "keyUp";
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly location: number;
  readonly modifiers: number;
  readonly isKeypad: boolean;
  readonly text?: string;
  readonly unmodifiedText?: string;
  /** The editing commands of the key; macOS binds them outside the page, so that events alone do nothing there. */
  readonly commands?: readonly string[];
}

/** The bits of `modifiers` in the Chrome DevTools Protocol. */
export const modifierBits = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;
export type Modifier = keyof typeof modifierBits;

export interface Keyboard {
  readonly mac: boolean;
}

/**
 * Plans the events of a chord such as `Enter`, `Control+A` or `Control++`: modifiers go down in the order given,
 * the key goes down and up, and modifiers go up in reverse.
 * @throws WebservError `unknown-key`.
 */
export function planChord(chord: string, keyboard: Keyboard): KeyEvent[] {
  const names = splitChord(chord);
  const found = names.map((name) => ({ name, ...mustFind(name, chord) }));
  const named = found.at(-1);
  if (named === undefined) throw unknownKey(chord, chord);
  // Shortcuts are written with capitals, as in Control+A; Shift is meant only if it is named.
  const isShortcutLetter = names.length > 1 && /^Key[A-Z]$/.test(named.key.code);
  const last = isShortcutLetter ? { ...named, shift: false } : named;
  const held = found.slice(0, -1).map(({ key, name }) => {
    if (!isModifier(key.key)) throw unknownKey(name, chord, `"${name}" is not a modifier`);
    return { ...key, key: macModifier(key.key, last.key, keyboard) };
  });
  const events: KeyEvent[] = [];
  let modifiers = 0;
  for (const modifier of held) {
    const key = heldKey(modifier);
    modifiers |= bitOf(key.key);
    events.push(event("rawKeyDown", key, key.key, modifiers));
  }
  const shift = (modifiers & modifierBits.Shift) !== 0 || last.shift;
  const all = modifiers | (last.shift ? modifierBits.Shift : 0) | bitOf(last.key.key);
  events.push(...pressEvents(last.key, shift, all, commandsFor(last.key, all, keyboard)));
  // A modifier pressed alone is no longer held at its own release.
  if (bitOf(last.key.key) !== 0) {
    const up = events.pop();
    if (up !== undefined) events.push({ ...up, modifiers });
  }
  for (const modifier of held.toReversed()) {
    const key = heldKey(modifier);
    modifiers &= ~bitOf(key.key);
    events.push(event("keyUp", key, key.key, modifiers));
  }
  return events;
}

/** Is a key as a script sends it: its events carry the state of modifiers, but these have no events of their own. */
export type ScriptKey = Params<"frame.press-key">["key"];

/** Plans a chord as one key of a script. @throws WebservError `unknown-key`. */
export function scriptChord(chord: string): ScriptKey {
  const downs = planChord(chord, { mac: false }).filter(isDown);
  const last = downs.at(-1);
  if (last === undefined) throw unknownKey(chord, chord);
  return scriptKey(last);
}

/** Plans a text as keys of a script, one for each character. */
export function scriptKeys(text: string): ScriptKey[] {
  return planText(text).filter(isDown).map(scriptKey);
}

function scriptKey({ key, code, location, modifiers, windowsVirtualKeyCode }: KeyEvent): ScriptKey {
  const isHeld = (modifier: Modifier): boolean => (modifiers & modifierBits[modifier]) !== 0;
  return {
    key,
    code,
    location,
    altKey: isHeld("Alt"),
    ctrlKey: isHeld("Control"),
    metaKey: isHeld("Meta"),
    shiftKey: isHeld("Shift"),
    keyCode: windowsVirtualKeyCode,
  };
}

function isDown({ type }: KeyEvent): boolean {
  return type !== "keyUp";
}

/** Plans the events that press modifiers in the order given, and those that release them in reverse. */
export function planHeld(names: readonly Modifier[]): { down: KeyEvent[]; up: KeyEvent[] } {
  const down: KeyEvent[] = [];
  const up: KeyEvent[] = [];
  let modifiers = 0;
  for (const name of names) {
    const { key } = mustFind(name, name);
    up.unshift(event("keyUp", key, name, modifiers));
    modifiers |= modifierBits[name];
    down.push(event("rawKeyDown", key, name, modifiers));
  }
  return { down, up };
}

/** Tells whether a text can be typed by single keys of a US keyboard. */
export function isTypeable(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Plans the events that type `text`, two for each character. A letter of another keyboard gets an empty `code`. */
export function planText(text: string): KeyEvent[] {
  return Array.from(text).flatMap((character) => {
    const { key, shift } = findKey(character) ?? { key: foreignKey(character), shift: false };
    return pressEvents(key, shift, shift ? modifierBits.Shift : 0, []);
  });
}

/**
 * Plans line ends without the Enter key: the key code is that of keys which an input method has taken (UI Events 7.3).
 * All line ends are in one event, because CodeMirror overlooks a single one in an empty line.
 */
export function planLineEnds(count: number): KeyEvent[] {
  const key: Key = { key: "Unidentified", code: "", windowsVirtualKeyCode: 229 };
  const down = {
    ...event("rawKeyDown", key, key.key, 0),
    commands: Array<string>(count).fill("insertParagraph"),
  };
  return [down, event("keyUp", key, key.key, 0)];
}

function foreignKey(character: string): Key {
  return { key: character, code: "", windowsVirtualKeyCode: 0, text: character };
}

function mustFind(name: string, chord: string): FoundKey {
  const found = findKey(name);
  if (found === undefined) throw unknownKey(name, chord);
  return found;
}

function unknownKey(name: string, chord: string, why = `no key is named "${name}"`): WebservError {
  const within = name === chord ? "" : ` in "${chord}"`;
  return new WebservError("unknown-key", `${why}${within}`, { details: { key: name } });
}

function pressEvents(
  key: Key,
  shift: boolean,
  modifiers: number,
  commands: readonly string[],
): KeyEvent[] {
  const value = shift ? (key.shifted ?? key.key) : key.key;
  const inserted = shift ? (key.shifted ?? key.text) : key.text;
  // While Control, Alt or Meta is held, a key is a shortcut and inserts nothing.
  const isShortcut = (modifiers & ~modifierBits.Shift) !== 0;
  const down =
    inserted === undefined || isShortcut
      ? event("rawKeyDown", key, value, modifiers)
      : {
          ...event("keyDown", key, value, modifiers),
          text: inserted,
          unmodifiedText: key.text ?? inserted,
        };
  return [
    commands.length === 0 ? down : { ...down, commands },
    event("keyUp", key, value, modifiers),
  ];
}

function event(type: KeyEvent["type"], key: Key, value: string, modifiers: number): KeyEvent {
  return {
    type,
    key: value,
    code: key.code,
    windowsVirtualKeyCode: key.windowsVirtualKeyCode,
    location: key.location ?? 0,
    modifiers,
    isKeypad: key.location === 3,
  };
}

export function isModifier(key: string): key is Modifier {
  return Object.hasOwn(modifierBits, key);
}

function bitOf(key: string): number {
  return isModifier(key) ? modifierBits[key] : 0;
}

/** Finds the key of a modifier whose name `macModifier` may have changed. */
function heldKey(modifier: Key): Key {
  return findKey(modifier.key)?.key ?? modifier;
}

const macCommands: Readonly<Record<string, string>> = {
  a: "selectAll",
  c: "copy",
  v: "paste",
  x: "cut",
  z: "undo",
  ArrowDown: "moveToEndOfDocument",
};

/** Replaces Control by Meta for editing shortcuts on macOS, since agents write Control+A on every system. */
function macModifier(modifier: string, last: Key, keyboard: Keyboard): string {
  const isEditing = Object.hasOwn(macCommands, last.key);
  return keyboard.mac && modifier === "Control" && isEditing ? "Meta" : modifier;
}

function commandsFor(key: Key, modifiers: number, keyboard: Keyboard): readonly string[] {
  if (!keyboard.mac || (modifiers & modifierBits.Meta) === 0) return [];
  if (key.key === "z" && (modifiers & modifierBits.Shift) !== 0) return ["redo"];
  const command = macCommands[key.key];
  return command === undefined ? [] : [command];
}
