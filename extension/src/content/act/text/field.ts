// Focuses fields, selects their contents, and reads and sets their values.
import type { Params, ParamsInput, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/errors/errors.ts";
import { hexColour } from "./colour.ts";
import { heldByDrawn, mayDrawText, noteKeys, untilDrawn } from "./drawn.ts";
import { assertEditable, assertWritable, editingOf } from "./editing.ts";
import type { FieldSources } from "./field-within.ts";
import { fieldOf, idOfField } from "./field-within.ts";
import { writtenValue } from "./written-value.ts";
import { selectedRange } from "../../observe/state/caret.ts";
import { editedText } from "../../observe/state/edited-text.ts";
import { isDisabled } from "../../observe/interactivity/interaction.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { secrecyOf } from "../../observe/secrecy/secrets.ts";
import { getsKeysAtPress, hasKeys, keyTakerOf } from "../../dom/drawn-editors.ts";
import { writtenFormat } from "../../observe/state/written-format.ts";
import { nextFrame } from "../../dom/next-frame.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export function focus(
  sources: FieldSources,
  { id, field = false }: ParamsInput<"frame.focus">,
): Result<"frame.focus"> {
  const { finder } = sources;
  const element = field ? fieldOf(sources, id) : finder.find(id);
  const isDrawing = field && mayDrawText(element) && noteKeys(element, sources.shadowRootOf);
  const taker = keyTakerOf(element);
  if (taker !== undefined && !isFocused(element) && taker instanceof HTMLElement) taker.focus();
  else if (
    !isFocused(element) &&
    !isDrawing &&
    (element instanceof HTMLElement || element instanceof SVGElement)
  ) {
    unshadowed(element).focus();
  }
  const told = field ? idOfField(finder, element, id) : id;
  return {
    target: finder.target(told, element),
    focused: isFocused(element) || isDrawing || getsKeysAtPress(element),
    ...secrecyOf(taker ?? element),
  };
}

/** Tells whether the element has the focus, or holds it: a host may delegate it, and a wrapper may hold a field. */
function isFocused(element: Element): boolean {
  return hasKeys(element) || unshadowed(element).matches(":focus-within");
}

/**
 * Selects the contents of a field, or puts the caret at its end, and returns its value. In an editing host the
 * selection is left alone if it is there already: an editor that keeps a selection of its own then agrees with it.
 * @throws WebservError `not-editable`
 */
export async function selectContents(
  sources: FieldSources,
  { id, part }: Params<"frame.select-contents">,
  signal: AbortSignal,
): Promise<Result<"frame.select-contents">> {
  const element = fieldOf(sources, id);
  assertEditable(element, id);
  assertWritable(element, id);
  const found = heldValue(element, id);
  if (editingOf(element) === "drawn") return found;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    selectInField(element, part);
    return found;
  }
  if (!isSelected(element, part)) {
    const selection = getSelection();
    selection?.selectAllChildren(element);
    if (part === "end") selection?.collapseToEnd();
  }
  // Editors act on the selection that they know, and may learn of a new one a frame later.
  await nextFrame(signal);
  await nextFrame(signal);
  return found;
}

function isSelected(element: Element, part: "all" | "end"): boolean {
  const selected = element instanceof HTMLElement ? selectedRange(element) : undefined;
  if (selected === undefined) return false;
  const rest = document.createRange();
  const isNothing = (): boolean => rest.toString().replace(/[\s\u200B\u2060\uFEFF]/g, "") === "";
  rest.selectNodeContents(element);
  rest.setStart(selected.endContainer, selected.endOffset);
  if (!isNothing()) return false;
  if (part === "end") return selected.collapsed;
  rest.selectNodeContents(element);
  rest.setEnd(selected.startContainer, selected.startOffset);
  return isNothing();
}

/** @throws WebservError `not-editable` for an element without a value */
export async function valueOf(
  sources: FieldSources,
  { id, drawn = false, until }: ParamsInput<"frame.value">,
  signal: AbortSignal,
): Promise<Result<"frame.value">> {
  // A page may still change its field's value before the next frame.
  if (drawn) await nextFrame(signal);
  const element = fieldOf(sources, id);
  if (until !== undefined && editingOf(element) === "drawn") {
    await untilDrawn(element, until, signal);
  }
  return { ...heldValue(element, id), focused: isFocused(element) };
}

/** @throws WebservError `not-editable` for an element without a value */
export function heldValue(
  element: Element,
  id: string,
): Pick<Result<"frame.value">, "value" | "secret" | "drawn"> {
  if (editingOf(element) === "drawn") return heldByDrawn(element);
  return { value: valueOfElement(element, id), ...secrecyOf(element) };
}

function valueOfElement(element: Element, id: string): string {
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  ) {
    return element.value.toWellFormed();
  }
  if (element instanceof HTMLElement && isEditingHost(element)) {
    return editedText(element);
  }
  throw new WebservError(
    "not-editable",
    `"${id}" is a <${unshadowed(element).localName}> without a value`,
    {
      details: { id },
    },
  );
}

/**
 * Sets a whole value by the element's setter, and sends the events that a person's choice would cause. The content
 * script's world has setters of its own, so frameworks that replace the page's (React's value tracker) see a change.
 * @throws WebservError `not-editable` if the element has no such setter; `value-refused` if the field then holds
 *   another value; it is then as before
 */
export function setValue(
  sources: FieldSources,
  { id, value }: Params<"frame.set-value">,
): Result<"frame.set-value"> {
  const element = fieldOf(sources, id);
  assertEditable(element, id);
  assertWritable(element, id);
  if (isDisabled(element)) {
    throw new WebservError("disabled", `"${id}" is disabled`, { details: { id } });
  }
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) {
    throw new WebservError("not-editable", `"${id}" has no value to be set`, { details: { id } });
  }
  writeValue(element, id, value);
  return { value: element.value, ...secrecyOf(element) };
}

function writeValue(
  element: HTMLInputElement | HTMLTextAreaElement,
  id: string,
  text: string,
): void {
  const before = element.value;
  const isPicker = editingOf(element) === "setter" && text !== "";
  const value = isPicker ? writtenValue(element.type, text, hexColour) : text;
  element.value = value;
  if (!isTaken(element, value)) {
    const read = element.value;
    element.value = before;
    const format = formatOf(element);
    throw new WebservError(
      "value-refused",
      `"${id}" (${element.type}) does not take "${text}"${read === "" ? "" : `; it makes "${read}" of it`}`,
      {
        ...(format === "" ? {} : { next: `Use the format ${format}.` }),
        details: { id, value: text, format },
      },
    );
  }
  if (element.value === before) return;
  element.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function isTaken(element: HTMLInputElement | HTMLTextAreaElement, value: string): boolean {
  const read = element.value;
  if (read === value) return true;
  switch (element.type) {
    case "color":
      return read.toLowerCase() === value.toLowerCase();
    case "range":
    case "number":
      return value.trim() !== "" && Number(read) === Number(value);
    case "time":
    case "datetime-local":
      // Seconds and the T between date and time may be written in more than one way.
      return read !== "" && read.replace(/(:\d\d):00(\.0+)?$/, "$1") === normalTime(value);
    case "textarea":
      return read === value.replace(/\r\n?/g, "\n");
    default:
      return false;
  }
}

function normalTime(value: string): string {
  return value.replace(" ", "T").replace(/(:\d\d):00(\.0+)?$/, "$1");
}

function formatOf(element: HTMLInputElement | HTMLTextAreaElement): string {
  const ranged = element instanceof HTMLInputElement ? rangeOf(element) : "";
  const written = writtenFormat(element);
  if (written !== undefined) return `${written}${element.type === "color" ? "" : ranged}`;
  switch (element.type) {
    case "range":
      return `of a number${ranged === "" ? " from 0 to 100" : ranged}`;
    case "number":
      return `of a number${ranged}`;
    default:
      return "";
  }
}

function rangeOf(element: HTMLInputElement): string {
  const { min, max, step } = element;
  return [
    min === "" ? "" : ` from ${min}`,
    max === "" ? "" : ` to ${max}`,
    step === "" ? "" : ` in steps of ${step}`,
  ].join("");
}

function selectInField(element: HTMLInputElement | HTMLTextAreaElement, part: "all" | "end"): void {
  element.select();
  if (part === "all") return;
  if (element.selectionEnd !== null) {
    element.setSelectionRange(element.value.length, element.value.length);
    return;
  }
  // Number and e-mail fields take no selection offsets, but their caret can still be moved.
  getSelection()?.modify("move", "forward", "documentboundary");
}
