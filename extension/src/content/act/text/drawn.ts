// Handles editors that pages draw themselves: where their keys go, what they show, and how they take a text.
import type { Result } from "@webserv/shared/protocol/methods.ts";
import { isSameDrawn } from "@webserv/shared/model/text/drawn-text.ts";
import { isEditable } from "./editing.ts";
import { takesText } from "./text-places.ts";
import { composedParent, focusedElement } from "../../dom/composed-tree.ts";
import {
  drawsPicture,
  isTerminal,
  keyTakerOf,
  noteEditor,
  noteKeysAtPress,
} from "../../dom/drawn-editors.ts";
import { drawnText, toldLines } from "../../dom/drawn-lines.ts";
import { editContextOf } from "../../dom/edit-context.ts";
import { CLICK_ROLES, isEditingHost, roleOf } from "../../dom/element-kinds.ts";
import { isComposedDescendant } from "../../dom/hit-test.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { isNativeControl } from "../../observe/interactivity/interaction.ts";
import { secrecyOf } from "../../observe/secrecy/secrets.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

type Held = Pick<Result<"frame.value">, "value" | "secret" | "drawn">;

/** The longest wait for an editor to draw a text, in ms. */
const DRAW_MS = 600;

/** Returns what an editor shows, and how it takes a text. */
export function heldByDrawn(editor: Element): Held {
  const taker = keyTakerOf(editor);
  const { above, below, text } = drawnText(editor);
  const isUnread = text === "" && drawsPicture(editor);
  const own = text === "" && taker !== undefined ? valueOf(taker) : "";
  const value = text === "" ? own : text;
  return {
    value,
    ...secrecyOf(taker ?? editor),
    drawn: {
      told: text === "" ? own : toldLines({ text, above, below }),
      by: wayOf(editor, taker),
      ...(above || below ? { cut: true } : {}),
      ...(isUnread && own === "" ? { unread: true } : {}),
      ...(isTerminal(editor) ? { terminal: true } : {}),
    },
  };
}

/** Returns what a field of one line holds. An area holds what the editor needs for its own ends, as in Ace. */
function valueOf(taker: Element): string {
  return taker instanceof HTMLInputElement ? taker.value : "";
}

/**
 * Tells how an editor takes a text. One without a field hears only keys. One that completes what is typed would add
 * brackets and indents to a text, and takes a paste as it is.
 */
function wayOf(editor: Element, taker: Element | undefined): "keys" | "insert" | "paste" {
  const at = taker ?? editor;
  if (isTerminal(editor)) return "keys";
  if (COMPLETING.has(unshadowed(at).ariaAutoComplete ?? "")) return "paste";
  const isField = taker !== undefined || editContextOf(editor) !== undefined;
  return isField ? "insert" : "keys";
}

const COMPLETING: ReadonlySet<string> = new Set(["both", "inline", "list"]);

/** Waits until an editor shows a text, as far as it draws it. It may draw one some frames after it got it. */
export async function untilDrawn(
  editor: Element,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + DRAW_MS;
  const isShown = (): boolean => {
    const { value, drawn } = heldByDrawn(editor);
    return drawn?.unread === true || isSameDrawn(text, value, drawn ?? {});
  };
  while (!isShown() && performance.now() < endsAt) await nextFrame(signal);
}

/**
 * Tells whether an element that nothing marks as a field seems to draw a text, so that it is pressed to find out where
 * the keys go. It has the pointer of a text, is a canvas that takes the focus, or there is a field out of sight for
 * its keys. What is there to be clicked is not pressed.
 */
export function mayDrawText(element: Element): boolean {
  const own = unshadowed(element);
  if (isEditable(element) || isNativeControl(element, own.localName)) return false;
  if (CLICK_ROLES.has(roleOf(element)) || own.ariaDisabled === "true") return false;
  const { cursor } = getComputedStyle(element);
  // A page may show that pointer everywhere.
  if (cursor === "text") return getComputedStyle(document.body).cursor !== "text";
  if (cursor === "pointer") return false;
  const isCanvas = own.localName === "canvas";
  if (isCanvas && own.hasAttribute("tabindex")) return true;
  if (!isCanvas && (!LAYERS.has(own.localName) || own.querySelector(CONTROLS) !== null))
    return false;
  // A field out of sight in a form is filled by the form's script, or lays a trap for programs.
  const fields = [...document.querySelectorAll("textarea, [contenteditable]")];
  return fields.some((field) => {
    if (unshadowed(field).closest("form") !== null) return false;
    // Beside boxes of text such a field may only measure a text. Over a canvas nothing is measured so.
    return (isCanvas || unshadowed(field).ariaHidden !== "true") && isOutOfSight(field);
  });
}

/** The elements of which editors make the layers that they draw on. */
const LAYERS: ReadonlySet<string> = new Set(["div", "pre", "code", "section", "svg"]);
const CONTROLS = "a[href], button, input, select, [onclick], [role=button], [role=link]";

/**
 * Notes where the keys go after a press on such an element.
 * @returns whether they go to it
 */
export function noteKeys(
  editor: Element,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): boolean {
  const at = focusedElement(shadowRootOf);
  if (at === null) return false;
  if (takesText(at) && at !== editor) {
    if (isOutOfSight(at)) noteEditor(editor, at);
    return true;
  }
  if (!isComposedDescendant(at, editor)) {
    // A page may also listen for keys wherever the focus is. Only what looks as if it is written in gets them then:
    // elsewhere, a letter may be a shortcut.
    const isAround = isComposedDescendant(editor, at);
    const isCanvas = unshadowed(editor).localName === "canvas";
    const isForText = at !== document.body && getComputedStyle(editor).cursor === "text";
    if (!isAround || !(isCanvas || isForText)) return false;
  }
  noteKeysAtPress(editor);
  return true;
}

function isOutOfSight(field: Element): boolean {
  const own = unshadowed(field);
  if (field instanceof HTMLTextAreaElement ? field.readOnly : !isEditingHost(field)) return false;
  if (!own.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height, right, bottom } = own.getBoundingClientRect();
  if (width * height <= 32 || right + scrollX <= 0 || bottom + scrollY <= 0) return true;
  for (let at: Element | null = field; at !== null; at = composedParent(at)) {
    if (getComputedStyle(at).opacity === "0") return true;
  }
  return false;
}
