// Types a short text into a field key by key, with the events of each, as pages that complete or mask it expect.
import { focusedElement } from "../observe/composed-tree.ts";
import { unshadowed } from "../unshadowed.ts";
import { parseKey } from "./key-names.ts";
import { sendKey } from "./synthetic-keys.ts";
import { insertText, sendChange } from "./synthetic-text.ts";

/** Longer text is put in whole. */
const MAX_TYPED = 64;
/** Others hold nothing, or nothing of what was typed, while a value is incomplete. */
const KEYED = /^(text|search|tel|url|password|email)$/;
const ONE_KEY = /^[\p{L}\p{N}\p{P}\p{S} ]$/u;
const NO_KEY =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]$/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

type Field = HTMLInputElement | HTMLTextAreaElement;

export function isTypedByKeys(element: Element, text: string): element is Field {
  if (text === "" || text.length > MAX_TYPED || text.includes("\n")) return false;
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && KEYED.test(element.type))
  );
}

/**
 * The field has the focus.
 * @returns what was not typed, since the field lost the focus or is gone
 */
export function typeKeys(
  field: Field,
  text: string,
  mode: "replace" | "append",
  shadowRootOf: (element: Element) => ShadowRoot | null,
): string {
  let part = mode;
  let done = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (done > 0 && focusedElement(shadowRootOf) !== field) break;
    if (typeOne(field, segment, part)) part = "append";
    done += segment.length;
  }
  if (unshadowed(field).isConnected) sendChange(field);
  return text.slice(done);
}

/** @returns false where the page refused it */
function typeOne(field: Field, character: string, mode: "replace" | "append"): boolean {
  if (!ONE_KEY.test(character) || NO_KEY.test(character)) return insertText(field, character, mode);
  const key = parseKey(character);
  const shifted = { ...key, shiftKey: character !== character.toLowerCase() };
  const goesOn = sendKey(field, "keydown", shifted) && sendKey(field, "keypress", shifted);
  const taken = goesOn && insertText(field, character, mode);
  if (unshadowed(field).isConnected) sendKey(field, "keyup", shifted);
  return taken;
}
