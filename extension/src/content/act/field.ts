// Focuses fields, selects what stands in them, and reads and sets their values.
import type { Params, Result } from "@webserv/shared/protocol/methods.ts";
import { WebservError } from "@webserv/shared/protocol/errors.ts";
import { isDisabled, isEditingHost } from "../observe/interaction.ts";
import { isSecret } from "../observe/secrets.ts";
import { hasFocus } from "../observe/states.ts";
import { writtenFormat } from "../observe/written-format.ts";
import type { ElementFinder } from "./element-finder.ts";
import { assertEditable } from "./locate.ts";
import { unshadowed } from "../unshadowed.ts";

export function focus(finder: ElementFinder, id: string): Result<"frame.focus"> {
  const element = finder.find(id);
  // Focus can be in the element: a host that hands it on, or a field in a wrapper.
  const within = (): boolean => hasFocus(element) || unshadowed(element).matches(":focus-within");
  if (!within() && (element instanceof HTMLElement || element instanceof SVGElement)) {
    unshadowed(element).focus();
  }
  return { target: finder.target(id, element), focused: within() };
}

/** @throws WebservError `not-editable` */
export function selectContents(
  finder: ElementFinder,
  params: Params<"frame.select-contents">,
): Result<"frame.select-contents"> {
  const element = finder.find(params.id);
  assertEditable(element, params.id);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    selectInField(element, params.part);
    return { empty: element.value === "" };
  }
  const selection = getSelection();
  selection?.selectAllChildren(element);
  if (params.part === "end") selection?.collapseToEnd();
  return { empty: unshadowed(element).textContent === "" };
}

/** @throws WebservError `not-editable` for an element without a value */
export function valueOf(finder: ElementFinder, id: string): Result<"frame.value"> {
  const element = finder.find(id);
  return { value: valueOfElement(element, id), ...(isSecret(element) ? { secret: true } : {}) };
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
    return unshadowed(element).innerText.toWellFormed();
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
 * Sets a whole value by the element's own setter, with the events a person's choice would bring.
 * The content script's world has setters of its own, so frameworks that watch theirs (React's value
 * tracker) see a change.
 * @throws WebservError `value-refused` where the field reads back something else; it is then as before
 */
export function setValue(
  finder: ElementFinder,
  params: Params<"frame.set-value">,
): Result<"frame.set-value"> {
  const element = finder.find(params.id);
  assertEditable(element, params.id);
  if (isDisabled(element)) {
    throw new WebservError("disabled", `"${params.id}" is disabled`, {
      details: { id: params.id },
    });
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    writeValue(element, params.id, params.value);
    return { value: element.value };
  }
  if (element instanceof HTMLElement) {
    element.textContent = params.value;
    element.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  }
  return { value: valueOfElement(element, params.id) };
}

function writeValue(
  element: HTMLInputElement | HTMLTextAreaElement,
  id: string,
  value: string,
): void {
  const before = element.value;
  element.value = value;
  if (!isTaken(element, value)) {
    const read = element.value;
    element.value = before;
    const format = formatOf(element);
    throw new WebservError(
      "value-refused",
      `"${id}" (${element.type}) does not take "${value}"${read === "" ? "" : `; it makes "${read}" of it`}`,
      {
        ...(format === "" ? {} : { next: `Use the format ${format}.` }),
        details: { id, value, format },
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
  // Number and e-mail fields have no selection to set; the caret can still be moved in them.
  getSelection()?.modify("move", "forward", "documentboundary");
}
