// Reduces a message to its look: messages of one kind look alike, whatever numbers, names and words they carry.
import { isInstance, natives } from "../platform/natives.ts";
import { ownValue } from "./page-values.ts";

/** The most UTF-16 units of a message that are looked at. */
const MAX_TEXT = 120;
/** A longer text in quotes is contents, not the name of a kind. */
const MAX_NAME = 16;
/** The most members of a message's object that are looked at. */
const MAX_MEMBERS = 8;
/** Messages of so few bytes differ by their number: a heartbeat has two. */
const FEW_BYTES = 4;

/** Returns the look of what a message event brings; "" if nothing can be told. */
export function lookOf(event: Event): string {
  return lookOfData(natives.apply(natives.messageData, event, []));
}

function lookOfData(data: unknown): string {
  if (typeof data === "string") return lookOfText(data);
  if (typeof data !== "object" || data === null) return typeof data;
  if (isInstance(natives.ArrayBuffer, data)) return lookOfBytes(data);
  const names = natives.ownKeys(data);
  let look = "";
  for (let index = 0; index < names.length && index < MAX_MEMBERS; index++) {
    const name = names[index];
    if (typeof name !== "string") continue;
    const value = ownValue(data, name);
    look += `${name}:${typeof value === "string" ? lookOfText(value) : typeof value} `;
  }
  return look;
}

function lookOfBytes(data: ArrayBuffer): string {
  const length = Number(natives.apply(natives.bytesLength, data, []));
  if (length === 0) return "bytes";
  const bytes = new natives.Uint8Array(data, 0, 1);
  return `bytes ${bytes[0]} ${length > FEW_BYTES ? "more" : length}`;
}

/** Writes `#` for each number and `~` for each text in quotes that is no name. */
function lookOfText(text: string): string {
  const end = text.length > MAX_TEXT ? MAX_TEXT : text.length;
  let look = "";
  let quoted: string | undefined;
  let isNumber = false;
  for (let index = 0; index < end; index++) {
    const letter = text[index] ?? "";
    if (letter >= "0" && letter <= "9") {
      if (!isNumber) {
        if (quoted === undefined) look += "#";
        else quoted += "#";
      }
      isNumber = true;
      continue;
    }
    // The parts of a broken number are one number.
    if (isNumber && letter === ".") continue;
    isNumber = false;
    if (letter !== '"') {
      if (quoted === undefined) look += letter;
      else quoted += letter;
    } else if (quoted === undefined) {
      quoted = "";
    } else {
      look += `"${isName(quoted) ? quoted : "~"}"`;
      quoted = undefined;
    }
  }
  return look;
}

function isName(quoted: string): boolean {
  if (quoted.length > MAX_NAME) return false;
  for (let index = 0; index < quoted.length; index++) if (quoted[index] === " ") return false;
  return true;
}
