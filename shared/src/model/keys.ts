// Lists the keys of a US keyboard, as the DOM and Chromium's input system name each of them. Names and codes: UI Events
// KeyboardEvent key and code values; key codes: Windows virtual keys.

export interface Key {
  /** KeyboardEvent.key */
  readonly key: string;
  /** KeyboardEvent.code */
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** The text it inserts, if any. */
  readonly text?: string;
  /** KeyboardEvent.location: 1 left, 2 right, 3 number pad. */
  readonly location?: 1 | 2 | 3;
  /** The character of the same key with Shift held. */
  readonly shifted?: string;
}

const letters: readonly Key[] = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => ({
  key: letter,
  code: `Key${letter.toUpperCase()}`,
  windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
  text: letter,
  shifted: letter.toUpperCase(),
}));

const digits: readonly Key[] = Array.from(")!@#$%^&*(", (shifted, digit) => ({
  key: String(digit),
  code: `Digit${digit}`,
  windowsVirtualKeyCode: "0".charCodeAt(0) + digit,
  text: String(digit),
  shifted,
}));

/** Each row: code, virtual key, character, character with Shift. */
const signs: readonly Key[] = (
  [
    ["Semicolon", 186, ";", ":"],
    ["Equal", 187, "=", "+"],
    ["Comma", 188, ",", "<"],
    ["Minus", 189, "-", "_"],
    ["Period", 190, ".", ">"],
    ["Slash", 191, "/", "?"],
    ["Backquote", 192, "`", "~"],
    ["BracketLeft", 219, "[", "{"],
    ["Backslash", 220, "\\", "|"],
    ["BracketRight", 221, "]", "}"],
    ["Quote", 222, "'", '"'],
  ] as const
).map(([code, windowsVirtualKeyCode, text, shifted]) => ({
  key: text,
  code,
  windowsVirtualKeyCode,
  text,
  shifted,
}));

/** Keys whose `key` and `code` are the same word. */
const named: readonly Key[] = (
  [
    ["Backspace", 8],
    ["Tab", 9],
    ["Pause", 19],
    ["CapsLock", 20],
    ["Escape", 27],
    ["PageUp", 33],
    ["PageDown", 34],
    ["End", 35],
    ["Home", 36],
    ["ArrowLeft", 37],
    ["ArrowUp", 38],
    ["ArrowRight", 39],
    ["ArrowDown", 40],
    ["PrintScreen", 44],
    ["Insert", 45],
    ["Delete", 46],
    ["ContextMenu", 93],
    ["NumLock", 144],
    ["ScrollLock", 145],
  ] as const
).map(([key, windowsVirtualKeyCode]) => ({ key, code: key, windowsVirtualKeyCode }));

const functionKeys: readonly Key[] = Array.from({ length: 24 }, (_, index) => ({
  key: `F${index + 1}`,
  code: `F${index + 1}`,
  windowsVirtualKeyCode: 112 + index,
}));

const inserting: readonly Key[] = [
  { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  { key: " ", code: "Space", windowsVirtualKeyCode: 32, text: " " },
];

const modifierKeys: readonly Key[] = [
  { key: "Shift", code: "ShiftLeft", windowsVirtualKeyCode: 16, location: 1 },
  { key: "Control", code: "ControlLeft", windowsVirtualKeyCode: 17, location: 1 },
  { key: "Alt", code: "AltLeft", windowsVirtualKeyCode: 18, location: 1 },
  { key: "Meta", code: "MetaLeft", windowsVirtualKeyCode: 91, location: 1 },
  { key: "Shift", code: "ShiftRight", windowsVirtualKeyCode: 16, location: 2 },
  { key: "Control", code: "ControlRight", windowsVirtualKeyCode: 17, location: 2 },
  { key: "Alt", code: "AltRight", windowsVirtualKeyCode: 18, location: 2 },
  { key: "Meta", code: "MetaRight", windowsVirtualKeyCode: 92, location: 2 },
];

const numberPad: readonly Key[] = [
  ...Array.from({ length: 10 }, (_, digit) => ({
    key: String(digit),
    code: `Numpad${digit}`,
    windowsVirtualKeyCode: 96 + digit,
    text: String(digit),
    location: 3 as const,
  })),
  ...(
    [
      ["NumpadMultiply", 106, "*"],
      ["NumpadAdd", 107, "+"],
      ["NumpadSubtract", 109, "-"],
      ["NumpadDecimal", 110, "."],
      ["NumpadDivide", 111, "/"],
    ] as const
  ).map(([code, windowsVirtualKeyCode, text]) => ({
    key: text,
    code,
    windowsVirtualKeyCode,
    text,
    location: 3 as const,
  })),
  { key: "Enter", code: "NumpadEnter", windowsVirtualKeyCode: 13, text: "\r", location: 3 },
];

/** The keys in order of preference: of two with the same character, that of the main block comes first. */
export const keys: readonly Key[] = [
  ...letters,
  ...digits,
  ...signs,
  ...named,
  ...functionKeys,
  ...inserting,
  ...modifierKeys,
  ...numberPad,
];

/** Other names that people and models use. */
const aliases: Readonly<Record<string, string>> = {
  esc: "Escape",
  return: "Enter",
  space: " ",
  spacebar: " ",
  del: "Delete",
  ins: "Insert",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  ctrl: "Control",
  cmd: "Meta",
  command: "Meta",
  super: "Meta",
  win: "Meta",
  option: "Alt",
  plus: "+",
};

export interface FoundKey {
  readonly key: Key;
  /** True if the wanted character needs Shift. */
  readonly shift: boolean;
}

/** Finds a key by its DOM name, its code, a character it gives, or a usual other name. */
export function findKey(name: string): FoundKey | undefined {
  const wanted = aliases[name.toLowerCase()] ?? name;
  const shifted = keys.find((key) => key.shifted === wanted);
  if (shifted !== undefined) return { key: shifted, shift: true };
  const lower = wanted.toLowerCase();
  const key =
    keys.find((candidate) => candidate.key.toLowerCase() === lower) ??
    keys.find((candidate) => candidate.code.toLowerCase() === lower);
  return key === undefined ? undefined : { key, shift: false };
}

/** Splits a chord at its plus signs. The plus sign is a key itself, too: `+`, `Control++`. */
export function splitChord(chord: string): string[] {
  if (chord === "+") return ["+"];
  const isPlus = chord.endsWith("++");
  const names = (isPlus ? chord.slice(0, -2) : chord).split("+");
  const trimmed = names.map((name) => (name.length > 1 ? name.trim() : name));
  return isPlus ? [...trimmed, "+"] : trimmed;
}

const COMMANDING: ReadonlySet<string> = new Set(["Alt", "Control", "Meta"]);

/** Returns the character that a chord enters; undefined for a command, and for anything but a chord of known keys. */
export function characterOf(chord: string): string | undefined {
  const names = splitChord(chord);
  const found = names.map((name) => findKey(name));
  const last = found.pop();
  if (last === undefined || found.some((held) => isNoModifier(held))) return undefined;
  if (found.some((held) => held !== undefined && COMMANDING.has(held.key.key))) return undefined;
  const { key } = last;
  // The Enter key ends a line, and is not entered text.
  if (key.text === undefined || key.text === "\r") return undefined;
  const isShifted = last.shift || found.length > 0;
  return isShifted ? (key.shifted ?? key.text) : key.text;
}

/** Tells whether a name in the chord is no key, or a key before the last is no modifier. */
export function isUnknownChord(chord: string): boolean {
  const found = splitChord(chord).map((name) => findKey(name));
  return found.at(-1) === undefined || found.slice(0, -1).some((held) => isNoModifier(held));
}

function isNoModifier(held: FoundKey | undefined): boolean {
  return held === undefined || !(held.key.key === "Shift" || COMMANDING.has(held.key.key));
}
