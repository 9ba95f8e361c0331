// Tells the state of fields as it is now, not as the page's source had it.
import type { InputState } from "@webserv/shared/model/page/observation.ts";
import { pageLines } from "@webserv/shared/model/text/page-words.ts";
import { dots } from "@webserv/shared/model/text/text-difference.ts";
import type { ElementPart } from "../tree/parts.ts";
import { boundedWords } from "./bounded-words.ts";
import { selectionIn } from "./caret.ts";
import { editedText } from "./edited-text.ts";
import { hasKeys, isDrawnEditor, isReadOnlyEditor, keyTakerOf } from "../../dom/drawn-editors.ts";
import { drawnText, toldLines } from "../../dom/drawn-lines.ts";
import { roleOf } from "../../dom/element-kinds.ts";
import { withoutSecret } from "../secrecy/secret-state.ts";
import { isSecret } from "../secrecy/secrets.ts";
import type { PartOf } from "./widgets.ts";
import { markedInvalid, popupState, widgetState } from "./widgets.ts";
import { writtenFormat } from "./written-format.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The longest value that is told of one field, in UTF-16 units. */
export const MAX_VALUE = 100_000;
/** The most values that are told of those a browser would suggest. */
const MAX_SUGGESTIONS = 50;
/** The most file names that are told of one field. */
const MAX_FILES = 50;
/**
 * Returns the state of a field. It is undefined for an element without one, and for a select, whose
 * state has a type of its own.
 */
export function inputState(part: ElementPart, id: string, partOf: PartOf): InputState | undefined {
  const { element } = part;
  const state = fullState(part, id, partOf);
  const isWritten = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (state === undefined || !isWritten || !isSecret(element)) return state;
  return withoutSecret(state, element.value);
}

function fullState(part: ElementPart, id: string, partOf: PartOf): InputState | undefined {
  const { element } = part;
  const focused = hasKeys(element);
  if (part.interaction?.field === "input" && element instanceof HTMLInputElement) {
    return { ...stateOfInput(element, id, focused), ...popupState(element, partOf) };
  }
  if (element instanceof HTMLTextAreaElement) {
    return {
      id,
      type: "textarea",
      value: bounded(shownValue(element)),
      editable: !element.readOnly && part.interaction?.disabled !== true,
      focused,
      ...selectionOf(element, focused),
      ...(element.required ? { required: true } : {}),
      ...invalidity(element),
      ...lengthsOf(element),
      ...autofillOf(element),
      ...popupState(element, partOf),
    };
  }
  if (part.interaction?.field === "contenteditable" && element instanceof HTMLElement) {
    return stateOfEdited(element, id, part.interaction.disabled, focused);
  }
  if (element instanceof HTMLSelectElement) return undefined;
  const state = widgetState(part, id, focused, partOf);
  return isDrawnText(part) ? { ...stateOfDrawn(part, id, focused), ...named(state) } : state;
}

/**
 * Returns the value that a field shows: a dot for each character of a secret, the names of files,
 * and any other value as it is.
 */
export function shownValue(element: HTMLInputElement | HTMLTextAreaElement): string {
  if (isSecret(element)) return dots(element.value);
  const files = fileNames(element);
  return files === undefined ? element.value : files.join(", ");
}

function stateOfInput(element: HTMLInputElement, id: string, focused: boolean): InputState {
  const type = element.type;
  const checkable = type === "checkbox" || type === "radio";
  const ranged = RANGED.has(type);
  const format = writtenFormat(element);
  const files = fileNames(element);
  return {
    id,
    type,
    value: bounded(shownValue(element)),
    editable: !element.readOnly && !element.matches(":disabled"),
    focused,
    ...(checkable ? { checked: element.checked } : {}),
    ...(checkable && element.indeterminate ? { indeterminate: true } : {}),
    ...((type === "number" || type === "range") && !Number.isNaN(element.valueAsNumber)
      ? { number: element.valueAsNumber }
      : {}),
    ...(ranged ? limitsOf(element) : {}),
    ...(ranged && element.step !== "" ? { step: boundedWords(element.step) } : {}),
    ...(isSecret(element) ? {} : selectionOf(element, focused)),
    ...(element.required ? { required: true } : {}),
    ...invalidity(element),
    ...(format === undefined ? {} : { format }),
    ...(element.pattern === "" ? {} : { pattern: boundedWords(element.pattern) }),
    ...lengthsOf(element),
    ...autofillOf(element),
    ...(element.multiple ? { multiple: true } : {}),
    ...(type === "file" && element.accept !== "" ? { accept: boundedWords(element.accept) } : {}),
    ...(files === undefined || files.length === 0 ? {} : { files }),
    ...(type === "radio" && element.name !== "" ? { group: boundedWords(element.name) } : {}),
    ...suggestionsOf(element),
  };
}

/**
 * Returns the state of an editing host: its text as it is laid out, with the caret's place in it.
 */
function stateOfEdited(
  element: HTMLElement,
  id: string,
  disabled: boolean,
  focused: boolean,
): InputState {
  const text = bounded(editedText(element));
  const secret = isSecret(element);
  const value = secret ? dots(text) : text;
  const selection = secret ? undefined : selectionIn(element, text);
  const isTold = selection !== undefined && (focused || selection.start < selection.end);
  return {
    id,
    type: "contenteditable",
    value,
    editable: !disabled && unshadowed(element).ariaReadOnly !== "true",
    focused,
    ...(isTold ? { selection } : {}),
    ...(unshadowed(element).ariaRequired === "true" ? { required: true } : {}),
    ...markedInvalid(element),
  };
}

/** Tells whether the page draws what is written in an element. A number's state has a value of its own. */
function isDrawnText({ element, interaction }: ElementPart): boolean {
  return (
    interaction?.field !== undefined && roleOf(element) !== "spinbutton" && isDrawnEditor(element)
  );
}

function stateOfDrawn(part: ElementPart, id: string, focused: boolean): InputState {
  const { element, interaction } = part;
  const taker = keyTakerOf(element) ?? element;
  const text = bounded(toldLines(drawnText(element)));
  return {
    id,
    type: "editor",
    value: isSecret(taker) ? dots(text) : text,
    editable: interaction?.disabled !== true && !isReadOnlyEditor(element),
    focused,
    ...markedInvalid(element),
  };
}

/** Keeps what the role of an element says, besides its value. */
function named(state: InputState | undefined): Partial<InputState> {
  if (state === undefined) return {};
  const { type, required } = state;
  return { type, ...(required === undefined ? {} : { required }) };
}

const RANGED: ReadonlySet<string> = new Set(
  "number range date month week time datetime-local".split(" "),
);

/**
 * Returns the limits of a field. A range has both even if its page sets neither (HTML standard: 0
 * and 100).
 */
function limitsOf(element: HTMLInputElement): { min?: string; max?: string } {
  const isRange = element.type === "range";
  const min = element.min === "" && isRange ? "0" : element.min;
  const max = element.max === "" && isRange ? "100" : element.max;
  return {
    ...(min === "" ? {} : { min: boundedWords(min) }),
    ...(max === "" ? {} : { max: boundedWords(max) }),
  };
}

function lengthsOf(element: HTMLInputElement | HTMLTextAreaElement): {
  minLength?: number;
  maxLength?: number;
} {
  const { minLength, maxLength } = element;
  return { ...(minLength > 0 ? { minLength } : {}), ...(maxLength >= 0 ? { maxLength } : {}) };
}

function autofillOf(element: HTMLInputElement | HTMLTextAreaElement): { autocomplete?: string } {
  const { autocomplete } = element;
  return autocomplete === "" || autocomplete === "on" || autocomplete === "off"
    ? {}
    : { autocomplete: boundedWords(autocomplete) };
}

function fileNames(element: HTMLInputElement | HTMLTextAreaElement): string[] | undefined {
  if (!(element instanceof HTMLInputElement) || element.files === null) return undefined;
  return [...element.files].slice(0, MAX_FILES).map((file) => boundedWords(file.name));
}

function suggestionsOf(
  element: HTMLInputElement,
): Pick<InputState, "suggestions" | "suggestionLabels"> {
  const options = element.list?.options;
  if (options === undefined || options.length === 0) return {};
  const told = [...options].slice(0, MAX_SUGGESTIONS);
  return {
    suggestions: told.map(({ value }) => boundedWords(value)),
    ...(told.some(({ label, value }) => label !== "" && label !== value)
      ? { suggestionLabels: told.map(({ label, value }) => boundedWords(label || value)) }
      : {}),
  };
}

/** Returns the value of a suggestion, and its label if that says more: `OSL (Oslo)`. */
export function suggestionText({ value, label }: HTMLOptionElement): string {
  const [text, more] = [boundedWords(value), boundedWords(label)];
  return more === "" || more === text ? text : `${text} (${more})`;
}

export function selectionOf(
  element: HTMLInputElement | HTMLTextAreaElement,
  focused: boolean,
): { selection?: { start: number; end: number } } {
  // These are null for the types that have no selection (HTML standard, "do not apply").
  const start = element.selectionStart;
  const end = element.selectionEnd;
  if (start === null || end === null || (!focused && start === end)) return {};
  const seen = (units: number): number => pageLines(element.value.slice(0, units), units).length;
  return { selection: { start: seen(start), end: seen(end) } };
}

function invalidity(element: HTMLInputElement | HTMLTextAreaElement): { invalid?: string } {
  const fault = faultOf(element);
  return fault === undefined ? markedInvalid(element) : { invalid: fault };
}

/** Returns the browser's message if it would not take the value as it is. */
export function faultOf(
  element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
): string | undefined {
  if (!element.willValidate || element.validity.valid) return undefined;
  const { valueMissing, customError, badInput } = element.validity;
  // An empty required field is not a fault before anyone has touched it; `required` tells of it.
  if (valueMissing && !customError && !badInput && !element.matches(":user-invalid"))
    return undefined;
  return boundedWords(element.validationMessage);
}

function bounded(value: string): string {
  return pageLines(value, MAX_VALUE);
}
