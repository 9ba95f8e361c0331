// Tells the state of fields and selects as it is now, not as the page's source had it.
import type { InputState, SelectState } from "@webserv/shared/model/observation.ts";
import type { ElementPart } from "./parts.ts";
import { unshadowed } from "../unshadowed.ts";

/** The longest value told of one field, in UTF-16 units. */
export const MAX_VALUE = 100_000;
/** Options told of one select; more are left out, and said. */
export const MAX_OPTIONS = 200;

/** The state of a field; undefined for selects, which have one of their own kind. */
export function inputState(part: ElementPart, id: string): InputState | undefined {
  const { element } = part;
  const focused = hasFocus(element);
  if (element instanceof HTMLInputElement) return stateOfInput(element, id, focused);
  if (element instanceof HTMLTextAreaElement) {
    return {
      id,
      type: "textarea",
      value: bounded(element.value),
      editable: !element.readOnly && part.interaction?.disabled !== true,
      focused,
      ...selectionOf(element, focused),
      ...(element.required ? { required: true } : {}),
      ...invalidity(element),
    };
  }
  if (part.interaction?.field !== "contenteditable" || !(element instanceof HTMLElement)) {
    return undefined;
  }
  return {
    id,
    type: "contenteditable",
    value: bounded(unshadowed(element).innerText),
    editable: !part.interaction.disabled,
    focused,
  };
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
    value: element.value.toWellFormed(),
    selectedIndex: element.selectedIndex,
    multiple: element.multiple,
    options: options.map(({ option, id }) => ({
      id,
      value: option.value.toWellFormed(),
      text: optionText(option),
      selected: option.selected,
      ...(isOptionDisabled(option) ? { disabled: true } : {}),
    })),
  };
}

/** The options that are told: the first ones, and whichever are selected. */
export function toldOptions(select: HTMLSelectElement): HTMLOptionElement[] {
  const options = [...select.options];
  if (options.length <= MAX_OPTIONS) return options;
  return options.filter((option, index) => index < MAX_OPTIONS || option.selected);
}

export function optionText(option: HTMLOptionElement): string {
  return (option.label || option.text).toWellFormed().replace(/\s+/g, " ").trim();
}

export function isOptionDisabled(option: HTMLOptionElement): boolean {
  return option.matches(":disabled") || option.closest("optgroup:disabled") !== null;
}

/** A dot for each character of a password; any other value as it is. */
export function shownValue(element: HTMLInputElement): string {
  return element.type === "password" ? "•".repeat(element.value.length) : element.value;
}

/** Whether the keyboard goes to `element`, also inside shadow roots. */
export function hasFocus(element: Element): boolean {
  const root = unshadowed(element).getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
}

function stateOfInput(element: HTMLInputElement, id: string, focused: boolean): InputState {
  const type = element.type;
  const checkable = type === "checkbox" || type === "radio";
  const ranged = RANGED.has(type);
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
    ...(ranged && element.min !== "" ? { min: element.min } : {}),
    ...(ranged && element.max !== "" ? { max: element.max } : {}),
    ...(ranged && element.step !== "" ? { step: element.step } : {}),
    ...(type === "password" ? {} : selectionOf(element, focused)),
    ...(element.required ? { required: true } : {}),
    ...invalidity(element),
  };
}

const RANGED: ReadonlySet<string> = new Set(
  "number range date month week time datetime-local".split(" "),
);

function selectionOf(
  element: HTMLInputElement | HTMLTextAreaElement,
  focused: boolean,
): { selection?: { start: number; end: number } } {
  // Null for the types that have no selection (HTML standard, "do not apply").
  const start = element.selectionStart;
  const end = element.selectionEnd;
  if (start === null || end === null || (!focused && start === end)) return {};
  return { selection: { start, end } };
}

function invalidity(element: HTMLInputElement | HTMLTextAreaElement): { invalid?: string } {
  // An empty required field is not a fault before anyone has touched it; `required` tells of it.
  if (!element.willValidate || element.validity.valid) return {};
  if (element.value === "" && element.validity.valueMissing && !element.matches(":user-invalid")) {
    return {};
  }
  return { invalid: element.validationMessage.toWellFormed() };
}

function bounded(value: string): string {
  return value.slice(0, MAX_VALUE).toWellFormed();
}
