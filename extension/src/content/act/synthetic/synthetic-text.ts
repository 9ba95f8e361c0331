// Changes the text of a field at its caret, and sends the events that a person's typing would cause.
import { isPlain } from "../text/editing.ts";
import { send } from "../script-events.ts";
import type { TextField } from "../text/text-places.ts";
import { hasSelection, isTextField } from "../text/text-places.ts";
import { selectedRange } from "../../observe/state/caret.ts";
import type { EditContextOf } from "../../dom/edit-context.ts";
import { editContextOf } from "../../dom/edit-context.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";

/**
 * Replaces what is selected in the field by the text. Resolves at once, except for an editing host, whose editor takes
 * one line after the other.
 * @returns false if the page prevented the browser's default for all of the text, as it does if it enters it itself
 */
export async function enterText(
  element: Element,
  text: string,
  inputType: "insertText" | "insertFromPaste" = "insertText",
): Promise<boolean> {
  if (isTextField(element)) return insert(element, text, inputType);
  const context = editContextOf(element);
  if (context !== undefined) return updateContext(element, context, inputType, text);
  return isEditingHost(element) && (await editText(element, text));
}

/** Deletes what is selected in the field, or the character beside the caret. @returns false as `enterText` does */
export async function deleteText(
  element: Element,
  direction: "Backward" | "Forward",
): Promise<boolean> {
  const inputType = `deleteContent${direction}` as const;
  if (isEditingHost(element)) return await edit(element, inputType);
  const context = editContextOf(element);
  if (context !== undefined) return updateContext(element, context, inputType, "");
  if (!isTextField(element)) return false;
  return replace(element, inputType, "", () => {
    const [start, end] = selectionOf(element);
    if (start !== end) return { start, end, text: "" };
    const { value } = element;
    const { length: before } = Array.from(value.slice(0, start)).at(-1) ?? "";
    const { length: behind } = Array.from(value.slice(end, end + 2))[0] ?? "";
    return direction === "Backward"
      ? { start: start - before, end, text: "" }
      : { start, end: end + behind, text: "" };
  });
}

export function sendChange(element: Element): void {
  send(element, new Event("change", { bubbles: true }));
}

/** Ends the line, or the paragraph, in an editing host. */
export async function endLine(element: Element): Promise<boolean> {
  return isEditingHost(element) && (await edit(element, "insertParagraph"));
}

function insert(field: TextField, text: string, inputType: string): boolean {
  return replace(field, inputType, text, () => {
    const [start, end] = selectionOf(field);
    // The browser enforces `maxlength` only for what a person types.
    const left = field.value.length - (end - start);
    const room = field.maxLength < 0 ? text.length : Math.max(0, field.maxLength - left);
    return { start, end, text: text.slice(0, room) };
  });
}

/** Changes the text of an edit context at its selection, and tells the page as the browser does. */
function updateContext(
  element: Element,
  context: EditContextOf,
  inputType: string,
  text: string,
): boolean {
  const isLineEnd = text === "\n";
  const about = {
    inputType: isLineEnd ? "insertParagraph" : inputType,
    data: text === "" || isLineEnd ? null : text,
    bubbles: true,
    cancelable: true,
    composed: true,
  };
  if (!send(element, new InputEvent("beforeinput", about))) return false;
  // The browser leaves a new line to the page.
  if (isLineEnd) return true;
  const { text: old, selectionStart, selectionEnd } = context;
  let start = Math.min(selectionStart, selectionEnd);
  let end = Math.max(selectionStart, selectionEnd);
  if (text === "" && start === end) {
    if (inputType === "deleteContentBackward") start = Math.max(0, start - 1);
    else end = Math.min(old.length, end + 1);
  }
  if (text === "" && start === end) return true;
  context.updateText(start, end, text);
  const caret = start + text.length;
  context.updateSelection(caret, caret);
  const update = { updateRangeStart: start, updateRangeEnd: end, text };
  context.dispatchEvent(textUpdate({ ...update, selectionStart: caret, selectionEnd: caret }));
  return true;
}

/** Makes an event that TypeScript's library does not know. */
function textUpdate(about: object): Event {
  const type: unknown = Reflect.get(globalThis, "TextUpdateEvent");
  const made: unknown =
    typeof type === "function" ? Reflect.construct(type, ["textupdate", about]) : undefined;
  return made instanceof Event ? made : new Event("textupdate");
}

/** Describes a part of a value by its offsets, with the text that replaces it. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Replaces a part of the field's value, and sends `beforeinput` and `input`.
 * @param place is called after `beforeinput`, as its listeners may change what is selected
 */
function replace(
  field: TextField,
  inputType: string,
  text: string,
  place: () => Replacement,
): boolean {
  const data = text === "" ? null : text;
  const about = { inputType, data, bubbles: true, composed: true };
  if (!send(field, new InputEvent("beforeinput", { ...about, cancelable: true }))) return false;
  const before = field.value;
  const { start, end, text: taken } = place();
  if (taken === "" && start === end) return true;
  if (field.selectionStart === null) {
    // The field is emptied first: if the value stayed the same, so would the caret and the selection.
    field.value = "";
    field.value = before.slice(0, start) + taken + before.slice(end);
  } else field.setRangeText(taken, start, end, "end");
  if (field.value !== before || start !== end) send(field, new InputEvent("input", about));
  return true;
}

/** Returns the selection. Number and e-mail fields hide theirs: either all is selected, or the caret is at the end. */
function selectionOf(field: TextField): readonly [start: number, end: number] {
  const { value, selectionStart, selectionEnd } = field;
  if (selectionStart !== null && selectionEnd !== null) return [selectionStart, selectionEnd];
  return [hasSelection(field) ? 0 : value.length, value.length];
}

/**
 * Enters a text into an editing host, at its selection. A page's editor may handle `beforeinput` by itself. If it does
 * not, the browser's own editing commands make the change, and send `input`.
 */
async function editText(element: Element, text: string): Promise<boolean> {
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
  deleteContentForward: "forwardDelete",
  insertParagraph: "insertParagraph",
  insertText: "insertText",
} as const;

async function edit(
  element: Element,
  inputType: keyof typeof COMMANDS,
  data: string | null = null,
): Promise<boolean> {
  // Editors read the selection, and draw what they have entered, in later tasks.
  await new Promise((resolve) => setTimeout(resolve));
  const range = element instanceof HTMLElement ? selectedRange(element) : undefined;
  const goesOn = send(
    element,
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
