// Reads the name of a key with its modifiers, such as Enter, a or Control+Shift+A.
import { WebservError } from "@webserv/shared/errors/errors.ts";

export interface Key {
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  /** As `KeyboardEvent.code`, on a US keyboard; empty for a character that has no key there. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

const NAMED: ReadonlySet<string> = new Set(
  "Enter Escape Tab Backspace Delete Insert Home End PageUp PageDown ArrowLeft ArrowRight ArrowUp ArrowDown F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 ContextMenu Control Alt Shift Meta".split(
    " ",
  ),
);
const MODIFIERS: ReadonlyMap<string, "ctrlKey" | "altKey" | "shiftKey" | "metaKey"> = new Map([
  ["control", "ctrlKey"],
  ["ctrl", "ctrlKey"],
  ["alt", "altKey"],
  ["shift", "shiftKey"],
  ["meta", "metaKey"],
]);

/** @throws WebservError `unknown-key` */
export function parseKey(name: string): Key {
  const modifiers = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
  let rest = name;
  for (let plus = rest.indexOf("+"); plus > 0 && plus < rest.length - 1; plus = rest.indexOf("+")) {
    const modifier = MODIFIERS.get(rest.slice(0, plus).toLowerCase());
    if (modifier === undefined) throw unknown(name);
    modifiers[modifier] = true;
    rest = rest.slice(plus + 1);
  }
  const key = rest.toLowerCase() === "space" ? " " : rest;
  // One character, however many units it takes.
  if (!NAMED.has(key) && [...new Intl.Segmenter().segment(key)].length !== 1) throw unknown(name);
  return { key, code: codeOf(key), ...modifiers };
}

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  if (key === " ") return "Space";
  return NAMED.has(key) ? key : "";
}

function unknown(name: string): WebservError {
  return new WebservError("unknown-key", `no key is called "${name}"`, { details: { key: name } });
}
