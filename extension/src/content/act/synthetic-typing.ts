// Types a short text key by key, with the events of each, as pages that complete or mask it expect.
import { canGoAhead } from "@webserv/shared/model/field-text.ts";
import { unshadowed } from "../unshadowed.ts";
import { editingOf } from "./editing.ts";
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

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface TypedKeys {
  /** What has not been typed, as the page made no room for it. */
  readonly unsent: string;
  /** Some of it was entered into a field; else the page kept it from all of them. */
  readonly entered: boolean;
}

export function isTypedByKeys(element: Element, text: string): element is Field {
  if (element instanceof HTMLTextAreaElement) return true;
  if (!(element instanceof HTMLInputElement)) return false;
  return KEYED.test(element.type) || (element.type === "number" && /^\d+$/.test(text));
}

/**
 * The field has the focus. Each character is typed where the page has moved the focus to by then; what
 * is long, or holds line ends, is put in whole after the first one, unless the page takes the keys itself. Nothing
 * is typed by itself that editors do something of their own at.
 */
export async function typeKeys(
  field: Field,
  text: string,
  mode: "replace" | "append",
  places: TextPlaces,
  signal: AbortSignal,
): Promise<TypedKeys> {
  const isWhole = text.length > MAX_TYPED || text.includes("\n");
  const written = new Set<Element>();
  let done = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (done === text.length) break;
    if (places.open() === undefined) await places.opened(signal);
    const at = places.open();
    if (at === undefined) break;
    places.goesTo(at);
    const put = async (given: string): Promise<boolean> => {
      // A key can have moved the focus.
      const to = places.now();
      if (to === undefined) return false;
      const replaces = to === field ? mode === "replace" : hasSelection(to);
      const isTaken = await insert(to, given, replaces && !written.has(to) ? "replace" : "append");
      if (!isTaken) return false;
      written.add(to);
      places.cameInto(to);
      return true;
    };
    if (isWhole && (written.size > 0 || !canGoAhead(text, editingOf(field)))) {
      await put(text.slice(done));
      done = text.length;
    } else {
      await typeOne(at, segment, put);
      done += segment.length;
    }
  }
  for (const each of written) if (unshadowed(each).isConnected) sendChange(each);
  return { unsent: text.slice(done), entered: written.size > 0 };
}

async function typeOne(
  field: Element,
  character: string,
  put: (given: string) => Promise<boolean>,
): Promise<void> {
  if (!ONE_KEY.test(character) || NO_KEY.test(character)) {
    await put(character);
    return;
  }
  const key = parseKey(character);
  const shifted = { ...key, shiftKey: character !== character.toLowerCase() };
  const goesOn = sendKey(field, "keydown", shifted) && sendKey(field, "keypress", shifted);
  if (goesOn) await put(character);
  if (unshadowed(field).isConnected) sendKey(field, "keyup", shifted);
}

async function insert(field: Element, text: string, mode: "replace" | "append"): Promise<boolean> {
  return isTextField(field) ? insertText(field, text, mode) : await enterText(field, text, mode);
}
