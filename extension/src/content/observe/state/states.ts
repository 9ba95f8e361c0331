// Tells the state of fields and selects as it is now, not as the page's source had it.
import type { InputState, SelectState } from "@webserv/shared/model/page/observation.ts";
import { pageLines, pageWords } from "@webserv/shared/model/text/page-words.ts";
import { dots } from "@webserv/shared/model/text/text-difference.ts";
import { visibleCharacters } from "@webserv/shared/model/text/visible-characters.ts";
import type { ElementPart } from "../tree/parts.ts";
import { selectionIn } from "./caret.ts";
import { editedText } from "./edited-text.ts";
import { hasFocus } from "../../dom/has-focus.ts";
import { withoutSecret } from "../secrecy/secret-state.ts";
import { isSecret } from "../secrecy/secrets.ts";
import type { PartOf } from "./widgets.ts";
import { markedInvalid, popupState, widgetState } from "./widgets.ts";
import { writtenFormat } from "./written-format.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

/** The longest value that is told of one field, in UTF-16 units. */
export const MAX_VALUE = 100_000;
/** The most options that are told of one select. If there are more, the reading says so. */
export const MAX_OPTIONS = 200;
/** The most values that are told of those a browser would suggest. */
const MAX_SUGGESTIONS = 50;
/** The most file names that are told of one field. */
const MAX_FILES = 50;
/** The longest string of the page's own that is told about a field, in UTF-16 units. */
const MAX_HINT = 200;

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
  const focused = hasFocus(element);
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
  return element instanceof HTMLSelectElement ? undefined : widgetState(part, id, focused, partOf);
}

export interface OptionEntry {
  readonly option: HTMLOptionElement;
  readonly id: string;
}

export function selectState(
  element: HTMLSelectElement,
  id: string,
  options: readonly OptionEntry[],
): SelectState {
  return {
    id,
    value: isSecret(element) ? dots(element.value) : boundedWords(element.value),
    selectedIndex: isSecret(element) ? -1 : element.selectedIndex,
    multiple: element.multiple,
    options: options.map(({ option, id }) => ({
      id,
      value: boundedWords(option.value),
      text: boundedWords(optionText(option)),
      selected: isShownSelected(option, element),
      ...(isOptionDisabled(option) ? { disabled: true } : {}),
      ...groupOf(option),
    })),
  };
}

/**
 * Returns the options that are told: the first ones that a menu shows, and whichever are selected.
 */
export function listedOptions(select: HTMLSelectElement): HTMLOptionElement[] {
  const told: HTMLOptionElement[] = [];
  for (const option of select.options) {
    // A selected option shows while the menu is closed.
    if (option.selected || (told.length < MAX_OPTIONS && isOptionShown(option))) told.push(option);
  }
  return told;
}

/**
 * Tells whether an option shows that it is selected. A choice of a card's data is as secret as what
 * is typed.
 */
export function isShownSelected(option: HTMLOptionElement, select: Element): boolean {
  return option.selected && !isSecret(select);
}

/**
 * Counts the options that are shown and not among the `told` ones. Of long lists, only the source
 * is asked what is hidden.
 */
export function countUnlisted(select: HTMLSelectElement, told: number): number {
  const isHidden = (element: HTMLElement | null): boolean =>
    element?.hasAttribute("hidden") === true;
  if (told < MAX_OPTIONS) return 0;
  const shown = [...select.options].filter(
    (option) => option.selected || !(isHidden(option) || isHidden(option.closest("optgroup"))),
  );
  return shown.length - told;
}

/**
 * Tells whether a menu shows an option. It passes over those that are not displayed, such as a
 * hidden first one that asks to choose.
 */
export function isOptionShown(option: HTMLOptionElement): boolean {
  const group = option.closest("optgroup");
  return [option, group].every(
    (element) => element === null || getComputedStyle(element).display !== "none",
  );
}

/**
 * Returns the whole text of an option as a person reads it. An observation holds its
 * `boundedWords`.
 */
export function optionText(option: HTMLOptionElement): string {
  return visibleCharacters(option.label || option.text)
    .replace(/\s+/g, " ")
    .trim();
}

/** Shortens a string of the page's own to what an observation holds of it. */
export function boundedWords(words: string): string {
  return pageWords(words, MAX_HINT);
}

export function isOptionDisabled(option: HTMLOptionElement): boolean {
  return option.matches(":disabled") || option.closest("optgroup:disabled") !== null;
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

function suggestionsOf(element: HTMLInputElement): { suggestions?: string[] } {
  const options = element.list?.options;
  if (options === undefined || options.length === 0) return {};
  return {
    suggestions: [...options].slice(0, MAX_SUGGESTIONS).map(({ value }) => boundedWords(value)),
  };
}

function groupOf(option: HTMLOptionElement): { group?: string } {
  const label = groupLabel(option);
  return label === "" ? {} : { group: label };
}

/** Returns the label of the group that an option stands in; empty if it stands in none. */
export function groupLabel(option: HTMLOptionElement): string {
  return boundedWords(option.closest("optgroup")?.label ?? "");
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
