// Finds words in an element or a field, tells between which points a mouse selects them, and selects them by script.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { lastOf } from "@webserv/shared/model/text/graphemes.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";

import { ancestors, focusedElement } from "../../dom/composed-tree.ts";
import type { Point } from "../../dom/hit-test.ts";
import { elementAt, isComposedDescendant } from "../../dom/hit-test.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { isSecret } from "../../observe/secrecy/secrets.ts";
import type { FieldSources } from "./field-within.ts";
import { fieldOf } from "./field-within.ts";
import { isEditable } from "./editing.ts";
import { isTextField } from "./text-places.ts";
import { rangesOf, stretchesOf } from "./words-within.ts";
import type { Stretch } from "./words-within.ts";

type Wanted = Omit<Params<"frame.find-words">, "aim">;
type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Words in a field, which only its own selection reaches, or in what an element shows. */
type Found =
  | { readonly field: TextField; readonly stretch: Stretch }
  | { readonly field?: undefined; readonly range: Range; readonly element: Element };

/**
 * @param takers the elements that take a press, if points for the mouse are wanted
 * @throws WebservError `no-such-text`, `ambiguous`, `not-selectable`, and what `ElementFinder.find` throws
 */
export function findWords(
  sources: FieldSources,
  wanted: Wanted,
  takers: ReadonlySet<Element> | undefined,
): Result<"frame.find-words"> {
  const found = wordsFor(sources, wanted);
  const selected = isSelected(found, wanted);
  if (found.field !== undefined) return { field: true, selected, mouse: null };
  const { range, element } = found;
  const around = range.startContainer.parentElement ?? element;
  if (getComputedStyle(around).userSelect === "none") {
    throw notSelectable(wanted.id, "the page lets nobody select it");
  }
  const mouse = takers === undefined ? null : mouseWay(sources, found, takers);
  return { field: false, selected, mouse };
}

/** Selects the words, or all but the last character of them, from their beginning on. */
export function selectWords(
  sources: FieldSources,
  { butLast, ...wanted }: Params<"frame.select-words">,
): Result<"frame.select-words"> {
  const found = wordsFor(sources, wanted);
  const less = butLast === true ? lastOf(wanted.text).length : 0;
  if (found.field !== undefined) {
    const { field, stretch } = found;
    const { from, to } = stretch;
    unshadowed(field).focus({ preventScroll: true });
    if (field.selectionStart !== null) field.setSelectionRange(from, to - less, "forward");
    else if (to - from === field.value.length) field.select();
    else throw notSelectable(wanted.id, "a field of this kind is selected whole or not at all");
    return { keys: getsKeys(sources, field) };
  }
  const { startContainer, startOffset, endContainer, endOffset } = found.range;
  const end = Math.max(0, endOffset - less);
  getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, end);
  const editor = startContainer.parentElement?.closest("[contenteditable]") ?? null;
  return { keys: editor !== null && getsKeys(sources, editor) };
}

/** Tells whether keys go to an element, or to something around it that is edited as a whole. */
function getsKeys({ shadowRootOf }: FieldSources, element: Element): boolean {
  const focused = focusedElement(shadowRootOf);
  if (focused === null || !document.hasFocus()) return false;
  if (focused === element) return true;
  return isEditable(focused) && isComposedDescendant(element, focused);
}

function notSelectable(id: string, why: string): WebservError {
  return new WebservError("not-selectable", `the words in "${id}" can't be selected: ${why}`, {
    details: { id },
  });
}

function wordsFor(sources: FieldSources, { id, text, occurrence }: Wanted): Found {
  const element = sources.finder.find(id);
  const wanted = { id, text, occurrence };
  const ranges = isTextField(element) ? [] : rangesOf(text, element);
  // The text that an element shows comes before the value of the field in it.
  const field =
    ranges.length > 0 ? undefined : isTextField(element) ? element : fieldIn(sources, id);
  if (field === undefined || !isTextField(field)) {
    return { range: chosen(ranges, wanted, isSecret(element)), element };
  }
  if (BUTTONS.has(field.type)) throw notSelectable(id, "it is no text, but a control");
  const stretches = stretchesOf(text.replace(/\r\n?/g, "\n"), field.value);
  return { field, stretch: chosen(stretches, wanted, isSecret(field)) };
}

/** Fields whose value nobody edits as a text. */
const BUTTONS: ReadonlySet<string> = new Set(
  "button checkbox color file hidden image radio range reset submit".split(" "),
);

/** Returns the one field that an element stands around, if what it shows besides can't be meant. */
function fieldIn(sources: FieldSources, id: string): Element | undefined {
  try {
    return fieldOf(sources, id);
  } catch {
    // It stands around several fields, and only its own text can be meant.
    return undefined;
  }
}

function chosen<T>(found: readonly T[], { id, text, occurrence }: Wanted, secret: boolean): T {
  const words = secret ? "these words" : JSON.stringify(text);
  const only = found[(occurrence ?? 1) - 1];
  if (found.length === 0) {
    throw new WebservError("no-such-text", `"${id}" does not hold ${words}`, { details: { id } });
  }
  if (occurrence === undefined && found.length > 1) {
    throw new WebservError("ambiguous", `${words} stand ${found.length} times in "${id}"`, {
      next: `Say which: occurrence from 1 to ${found.length}, or give more of the words around them.`,
      details: { id, wanted: secret ? "" : text, count: found.length },
    });
  }
  if (only !== undefined) return only;
  throw new WebservError(
    "no-such-text",
    `"${id}" holds ${words} ${found.length} times, and not ${occurrence} times`,
    { details: { id, count: found.length } },
  );
}

function isSelected(found: Found, { text }: Wanted): boolean {
  if (found.field !== undefined) {
    const { field, stretch } = found;
    const { selectionStart, selectionEnd } = field;
    // Number and e-mail fields do not tell their own selection.
    if (selectionStart === null) return true;
    return selectionStart === stretch.from && selectionEnd === stretch.to;
  }
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return false;
  const words = (written: string): string => written.replace(/\s+/g, " ").trim().toLowerCase();
  return (
    words(selection.toString()) === words(text) &&
    selection.getRangeAt(0).intersectsNode(found.range.startContainer)
  );
}

/** Returns where a mouse is pressed and released to select a range; null if a press there would do something else. */
function mouseWay(
  { shadowRootOf }: FieldSources,
  { range, element }: { readonly range: Range; readonly element: Element },
  takers: ReadonlySet<Element>,
): { readonly from: Point; readonly to: Point } | null {
  const around = range.startContainer.parentElement ?? element;
  const last = range.endContainer.parentElement ?? element;
  // A press and a release within one element are a click on it.
  const takesPress = (each: Element): boolean => takers.has(each) || each.matches(PRESSED);
  if ([around, last].some((each) => [...ancestors(each)].some(takesPress))) return null;
  unshadowed(around).scrollIntoView({ behavior: "instant", block: "center", inline: "nearest" });
  const first = edgeOf(range.startContainer, range.startOffset, true);
  const end = edgeOf(range.endContainer, range.endOffset - 1, false);
  if (first === undefined || end === undefined) return null;
  const isFree = (point: Point): boolean => {
    const hit = elementAt(point, shadowRootOf);
    return hit !== null && isComposedDescendant(hit, element);
  };
  return isFree(first) && isFree(end) ? { from: first, to: end } : null;
}

/** Selects what does something of its own when the mouse is pressed on it, also if it is disabled now. */
const PRESSED =
  "a[href], button, label, summary, select, input, [draggable=true], [role=button], [role=link], [role=option], [role=tab], [role=menuitem]";

/** Returns the point at the beginning or the end of a character. */
function edgeOf(node: Node, offset: number, isStart: boolean): Point | undefined {
  const character = document.createRange();
  character.setStart(node, offset);
  character.setEnd(node, offset + 1);
  const [rect] = character.getClientRects();
  if (rect === undefined) return undefined;
  const { direction } = getComputedStyle(node.parentElement ?? document.documentElement);
  const inside = Math.min(1, rect.width / 4);
  const isLeft = isStart === (direction !== "rtl");
  return { x: isLeft ? rect.left + inside : rect.right - inside, y: rect.top + rect.height / 2 };
}
