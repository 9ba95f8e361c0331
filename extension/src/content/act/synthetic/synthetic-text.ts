// Changes the text of a field as a person would where the caret is, with the events of that.
import { isPlain } from "../text/editing.ts";
import { send } from "../script-events.ts";
import type { TextField } from "../text/text-places.ts";
import { hasSelection, isTextField } from "../text/text-places.ts";
import { selectedRange } from "../../observe/state/caret.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";

/**
 * The text takes the place of what is selected in the field. Resolves at once but for what is edited in place, whose
 * editor takes one thing after the other.
 * @returns false where the page kept all of it from the field, to do what it likes with it
 */
export async function enterText(element: Element, text: string): Promise<boolean> {
  if (isTextField(element)) return insert(element, text);
  return isEditingHost(element) && (await editText(element, text));
}

/** Deletes what is selected in the field, or the character beside the caret. @returns false as of `enterText` */
export async function deleteText(
  element: Element,
  direction: "Backward" | "Forward",
): Promise<boolean> {
  const inputType = `deleteContent${direction}` as const;
  if (isEditingHost(element)) return await edit(element, inputType);
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

/** Puts a line end, or a paragraph's, into what is edited in place. */
export async function endLine(element: Element): Promise<boolean> {
  return isEditingHost(element) && (await edit(element, "insertParagraph"));
}

function insert(field: TextField, text: string): boolean {
  return replace(field, "insertText", text, () => {
    const [start, end] = selectionOf(field);
    // The browser keeps to the largest length only what a person types.
    const left = field.value.length - (end - start);
    const room = field.maxLength < 0 ? text.length : Math.max(0, field.maxLength - left);
    return { start, end, text: text.slice(0, room) };
  });
}

/** A part of a value, and what takes its place. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param place is asked once the page has been told, which may change what is selected */
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
    // Emptied first, or the caret and what is selected stay if it is the same text.
    field.value = "";
    field.value = before.slice(0, start) + taken + before.slice(end);
  } else field.setRangeText(taken, start, end, "end");
  if (field.value !== before || start !== end) send(field, new InputEvent("input", about));
  return true;
}

/** Number and e-mail fields do not tell where their caret is: it stands at the end, or all is selected. */
function selectionOf(field: TextField): readonly [start: number, end: number] {
  const { value, selectionStart, selectionEnd } = field;
  if (selectionStart !== null && selectionEnd !== null) return [selectionStart, selectionEnd];
  return [hasSelection(field) ? 0 : value.length, value.length];
}

/**
 * An editor may do by itself what it is told of before; what it leaves to the browser is done by the
 * browser's own editing commands, of which it hears afterwards. All act on the selection.
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
  // Editors take note of a selection, and draw what they have taken, in tasks of their own.
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
