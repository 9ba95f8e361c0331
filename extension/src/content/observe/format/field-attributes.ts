// Chooses the attributes of a field: what it holds, what it takes, where the caret is, and what is
// wrong with its value.
import type { AttributeList } from "./attribute-list.ts";
import { selectionIn } from "../state/caret.ts";
import { editedText } from "../state/edited-text.ts";
import { controlBehind, labelsOf } from "../../dom/labels.ts";
import type { ElementPart } from "../tree/parts.ts";
import { isInId } from "./repeats.ts";
import { isSecret } from "../secrecy/secrets.ts";
import { hasFocus } from "../../dom/has-focus.ts";
import { faultOf, selectionOf, shownValue, suggestionText } from "../state/input-state.ts";
import { unshadowed } from "../../dom/unshadowed.ts";
import { writtenFormat } from "../state/written-format.ts";

/** The most suggestions that are written; the list of inputs has more. */
const MAX_WRITTEN = 10;
/**
 * A limit above this many characters is not written: hardly any value that an agent writes meets
 * it.
 */
const LONGEST_LIMIT = 1000;
/**
 * The longest text, in UTF-16 units, whose caret is told. To lay out a longer one again takes too
 * long.
 */
const MAX_EDITED = 20_000;

export type NativeField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isNativeField(element: Element): element is NativeField {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

export function addFieldAttributes(
  part: ElementPart,
  element: NativeField,
  isShort: boolean,
  list: AttributeList,
): void {
  if (element instanceof HTMLInputElement) addInput(part, element, isShort, list);
  else if (element instanceof HTMLTextAreaElement) {
    if (!isShort || isPlaceholderTold(part, element)) list.add("placeholder", element.placeholder);
    list.flag("readonly", element.readOnly);
    list.flag("required", element.required);
    addLengths(element, isShort, list);
    list.add("invalid", faultOf(element));
  } else {
    list.flag("open", element.matches(":open"));
    list.flag("multiple", element.multiple);
    list.flag("required", element.required);
    list.add("invalid", faultOf(element));
  }
}

/** Returns the checkbox or radio button that a label stands in for; null if it stands in for none. */
export function boxOf({ element, interaction }: ElementPart): HTMLInputElement | null {
  if (interaction === undefined || !(element instanceof HTMLLabelElement)) return null;
  const box = controlBehind(element);
  return box instanceof HTMLInputElement && isCheckable(box) ? box : null;
}

/** Says what kind of box a label draws, and whether it is checked: the box itself is not told. */
export function addBox(
  { type, checked, indeterminate }: HTMLInputElement,
  list: AttributeList,
): void {
  list.add("type", type);
  list.flag("checked", checked);
  list.flag("indeterminate", type === "checkbox" && indeterminate);
}

function isCheckable({ type }: HTMLInputElement): boolean {
  return type === "checkbox" || type === "radio";
}

function addInput(
  part: ElementPart,
  element: HTMLInputElement,
  isShort: boolean,
  list: AttributeList,
): void {
  const hasState = isCheckable(element);
  if (element.type !== "text") list.add("type", element.type);
  if (!isShort || isPlaceholderTold(part, element)) list.add("placeholder", element.placeholder);
  // The value of a checkbox is for the server. If nothing else names the checkbox, its value tells
  // it from others.
  const isValueSeen = !hasState || (isShort ? isUnnamedField(element) : true);
  if (isValueSeen && !(element.value === "on" && hasState)) list.add("value", shownValue(element));
  list.flag("checked", hasState && element.checked);
  list.flag("indeterminate", element.type === "checkbox" && element.indeterminate);
  list.flag("readonly", element.readOnly);
  list.flag("required", element.required);
  list.flag("multiple", element.multiple);
  for (const name of ["min", "max", "step", "alt", "accept"]) {
    const value = element.getAttribute(name);
    if (!isShort || value !== "any") list.add(name, value);
  }
  // A value that is there shows how it is written.
  if (!isShort || element.value === "") list.add("format", writtenFormat(element));
  list.add("pattern", element.pattern);
  addLengths(element, isShort, list);
  list.add("suggestions", suggestionsIn(element));
  if (isFirstOfGroup(element)) list.add("invalid", faultOf(element));
}

function addLengths(
  { minLength, maxLength }: HTMLInputElement | HTMLTextAreaElement,
  isShort: boolean,
  list: AttributeList,
): void {
  if (minLength > 0) list.add("minlength", String(minLength));
  if (maxLength >= 0 && (!isShort || maxLength <= LONGEST_LIMIT)) {
    list.add("maxlength", String(maxLength));
  }
}

/**
 * Tells whether a radio button is the first of its group. What is wrong with a group is wrong with
 * each of them, and told once.
 */
function isFirstOfGroup(element: HTMLInputElement): boolean {
  if (element.type !== "radio" || element.validity.valid) return true;
  const first = [...(element.form?.elements ?? [])].find(
    (each) =>
      each instanceof HTMLInputElement && each.type === "radio" && each.name === element.name,
  );
  return first === undefined || first === element;
}

/**
 * Writes the suggestions of a field, such as `Oslo | Bergen | … 40 more`, each with the label that the browser shows
 * beside it: `OSL (Oslo)`.
 */
function suggestionsIn(element: HTMLInputElement): string {
  const options = [...(element.list?.options ?? [])];
  const values = options.slice(0, MAX_WRITTEN).map(suggestionText);
  const more = options.length - values.length;
  return [...values, ...(more > 0 ? [`… ${more} more`] : [])].join(" | ");
}

/**
 * Returns where the caret of the focused element stands, such as `5`, or what is selected, such as
 * `0-5`, in UTF-16 units. It is undefined at the end of the text, where whoever writes expects it.
 */
export function caretOf({ element, interaction }: ElementPart): string | undefined {
  if (interaction?.field === "contenteditable") {
    if (!(element instanceof HTMLElement) || isSecret(element)) return undefined;
    if (unshadowed(element).textContent.length > MAX_EDITED) return undefined;
    const text = editedText(element);
    return caretText(text, selectionIn(element, text));
  }
  const isWritten = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isWritten || isSecret(element)) return undefined;
  return caretText(element.value, selectionOf(element, hasFocus(element)).selection);
}

function caretText(
  text: string,
  selection: { start: number; end: number } | undefined,
): string | undefined {
  if (selection === undefined) return undefined;
  const { start, end } = selection;
  if (start < end) return `${start}-${end}`;
  return start < text.length ? String(start) : undefined;
}

export function isUnnamedField(element: Element): boolean {
  return (
    (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
    !NAMED_BY_VALUE.has(element.type) &&
    labelsOf(element).length === 0 &&
    element.placeholder === "" &&
    !element.hasAttribute("aria-label") &&
    !element.hasAttribute("aria-labelledby")
  );
}

/** Types whose value is the label that a person reads. */
const NAMED_BY_VALUE: ReadonlySet<string> = new Set(["submit", "reset", "button"]);

/** Tells whether a person sees the placeholder now, and nothing else says the same. */
function isPlaceholderTold(
  part: ElementPart,
  { value, placeholder }: HTMLInputElement | HTMLTextAreaElement,
): boolean {
  return value === "" && !isInId(part, placeholder);
}
