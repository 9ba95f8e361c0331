// Types a short text key by key, with the events of each, as pages that complete or mask it expect.
import { startOf } from "@webserv/shared/model/graphemes.ts";
import { unshadowed } from "../dom/unshadowed.ts";
import { takeCompletion } from "./key-completion.ts";
import { parseKey } from "./key-names.ts";
import { sendKey } from "./synthetic-keys.ts";
import { enterText, insertText, sendChange } from "./synthetic-text.ts";
import type { TextPlaces } from "./text-places.ts";
import { hasSelection, isTextField } from "./text-places.ts";

/** Longer text is put in whole, unless the page takes the keys itself. */
const MAX_TYPED = 64;
/** Others hold nothing, or nothing of what was typed, while a value is incomplete. */
const KEYED = /^(text|search|tel|url|password|email)$/;
const ONE_KEY = /^[\p{L}\p{N}\p{P}\p{S} ]$/u;
const NO_KEY =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]$/u;

export interface TypedKeys {
  /** What has not been typed, as the page made no room for it. */
  readonly unsent: string;
  /** Some of it was entered into a field; else the page kept it from all of them. */
  readonly entered: boolean;
}

/**
 * The field has the focus. Each character is typed where the page has moved the focus to by then. What is put in whole
 * has one key ahead of it, and each part of it goes where there is room for that; if the page takes the key itself, the
 * next one is tried, so that nothing is set behind its back.
 */
export async function typeKeys(
  field: Element,
  text: string,
  mode: "replace" | "append",
  places: TextPlaces,
  signal: AbortSignal,
): Promise<TypedKeys> {
  const isWhole = isPutWhole(field, text);
  const former = isTextField(field) ? field.value : undefined;
  const written = new Set<Element>();
  let isTaken = false;
  const put = async (given: string): Promise<void> => {
    // A key can have moved the focus.
    const to = places.now();
    if (to === undefined) return;
    // What the page itself has made of a key stays.
    const isPagesOwn = isTaken && isTextField(field) && field.value !== former;
    const replaces = to === field ? mode === "replace" && !isPagesOwn : hasSelection(to);
    if (!(await insert(to, given, replaces && !written.has(to) ? "replace" : "append"))) return;
    written.add(to);
    places.cameInto(to);
  };
  let done = 0;
  while (done < text.length) {
    if (places.open() === undefined) await places.opened(signal);
    const at = places.open();
    if (at === undefined) break;
    places.goesTo(at);
    const rest = text.slice(done);
    const character = startOf(rest, 1);
    const part = isWhole
      ? startOf(putTogether(rest, character), places.room ?? Infinity)
      : character;
    const goesOn = await typeOne(at, character, () => put(part));
    done += goesOn ? part.length : character.length;
    isTaken ||= !goesOn;
    const now = places.now();
    if (isWhole && !goesOn && now !== undefined) takeCompletion(character, now);
  }
  for (const each of written) {
    if (isTextField(each) && unshadowed(each).isConnected) sendChange(each);
  }
  return { unsent: text.slice(done), entered: written.size > 0 };
}

/**
 * What is long, or holds line ends. In what is edited in place, editors do something of their own at single
 * characters, and a number that is not complete is none.
 */
function isPutWhole(field: Element, text: string): boolean {
  if (text.length > MAX_TYPED || text.includes("\n")) return true;
  if (field instanceof HTMLTextAreaElement) return false;
  if (!(field instanceof HTMLInputElement)) return true;
  return !KEYED.test(field.type) && !(field.type === "number" && /^\d+$/.test(text));
}

/** What begins with a key goes in with all that follows; what has none, up to the next that has one, which asks the page. */
function putTogether(text: string, first: string): string {
  if (hasKey(first)) return text;
  let end = 0;
  while (end < text.length) {
    const character = startOf(text.slice(end), 1);
    if (hasKey(character)) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function hasKey(character: string): boolean {
  return ONE_KEY.test(character) && !NO_KEY.test(character);
}

/** @returns false where the page has taken the key itself */
async function typeOne(
  field: Element,
  character: string,
  put: () => Promise<void>,
): Promise<boolean> {
  if (!hasKey(character)) {
    await put();
    return true;
  }
  const key = parseKey(character);
  const shifted = { ...key, shiftKey: character !== character.toLowerCase() };
  const goesOn = sendKey(field, "keydown", shifted) && sendKey(field, "keypress", shifted);
  if (goesOn) await put();
  if (unshadowed(field).isConnected) sendKey(field, "keyup", shifted);
  return goesOn;
}

async function insert(field: Element, text: string, mode: "replace" | "append"): Promise<boolean> {
  return isTextField(field) ? insertText(field, text, mode) : await enterText(field, text, mode);
}
