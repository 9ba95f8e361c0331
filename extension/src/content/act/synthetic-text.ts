// Enters text into a field as one insertion, with the events of one.
import { selectedRange } from "../observe/state/caret.ts";
import { isEditingHost } from "../dom/element-kinds.ts";
import { isPlain } from "./editing.ts";

/**
 * The field is focused, and what the text replaces is selected, or the caret stands at the end.
 * Resolves at once but for what is edited in place, whose editor takes one thing after the other.
 * @returns false where the page kept all of it from the field, to do what it likes with it
 */
export async function enterText(
  element: Element,
  text: string,
  mode: "replace" | "append",
): Promise<boolean> {
  if (isEditingHost(element)) return await editText(element, text);
  return setText(element, text, mode);
}

function setText(element: Element, text: string, mode: "replace" | "append"): boolean {
  const before = isField(element) ? element.value : null;
  const isTaken = insertText(element, text, mode);
  if (isTaken && isField(element) && element.value !== before) sendChange(element);
  return isTaken;
}

/** With the events of one insertion. @returns false where the page refused it */
export function insertText(element: Element, text: string, mode: "replace" | "append"): boolean {
  const inputType = text === "" ? "deleteContentBackward" : "insertText";
  const data = text === "" ? null : text;
  const goesOn = element.dispatchEvent(
    new InputEvent("beforeinput", {
      inputType,
      data,
      bubbles: true,
      cancelable: true,
      composed: true,
    }),
  );
  if (!goesOn || !isField(element)) return false;
  const before = element.value;
  // The browser keeps to the largest length only what a person types.
  const kept = mode === "append" ? before : "";
  const room = element.maxLength < 0 ? text.length : Math.max(0, element.maxLength - kept.length);
  element.value = kept + text.slice(0, room);
  if (element.value !== before) {
    element.dispatchEvent(
      new InputEvent("input", { inputType, data, bubbles: true, composed: true }),
    );
  }
  return true;
}

function isField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

export function sendChange(element: Element): void {
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * An editor may do by itself what it is told of before; what it leaves to the browser is done by the
 * browser's own editing commands, of which it hears afterwards. All act on the selection.
 */
async function editText(element: Element, text: string): Promise<boolean> {
  if (text === "") return await edit(element, "deleteContentBackward");
  if (isPlain(element)) return await edit(element, "insertText", text);
  let isTaken = false;
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (index > 0) isTaken = (await edit(element, "insertParagraph")) || isTaken;
    if (line !== "") isTaken = (await edit(element, "insertText", line)) || isTaken;
  }
  return isTaken;
}

const COMMANDS = {
  deleteContentBackward: "delete",
  insertParagraph: "insertParagraph",
  insertText: "insertText",
} as const;

async function edit(
  element: Element,
  inputType: keyof typeof COMMANDS,
  data: string | null = null,
): Promise<boolean> {
  // Editors take note of a selection, and draw what they have taken, in tasks of their own.
  await new Promise((resolve) => setTimeout(resolve));
  const range = element instanceof HTMLElement ? selectedRange(element) : undefined;
  const goesOn = element.dispatchEvent(
    new InputEvent("beforeinput", {
      inputType,
      data,
      targetRanges: range === undefined ? [] : [range],
      bubbles: true,
      cancelable: true,
      composed: true,
    }),
  );
  if (goesOn) document.execCommand(COMMANDS[inputType], false, data ?? undefined);
  return goesOn;
}
