// Key events by script, with what the browser would do on them: no synthetic key does it by itself.
import { isEditingHost } from "../dom/element-kinds.ts";
import type { Key } from "./key-names.ts";
import { parseKey } from "./key-names.ts";
import { enterText } from "./synthetic-text.ts";
import { unshadowed } from "../dom/unshadowed.ts";

/** @throws WebservError `unknown-key` */
export function pressKey(element: Element, name: string): void {
  const key = parseKey(name);
  const held = key.ctrlKey || key.altKey || key.metaKey;
  const goesOn = sendKey(element, "keydown", key);
  const types = key.key.length === 1 || key.key === "Enter";
  const typed = goesOn && types && !held ? sendKey(element, "keypress", key) : goesOn;
  if (typed && !held) act(element, key);
  if (unshadowed(element).isConnected) sendKey(element, "keyup", key);
}

/** @returns false where the page keeps it from having its effect */
export function sendKey(element: Element, type: string, key: Key): boolean {
  return unshadowed(element).dispatchEvent(
    new KeyboardEvent(type, {
      ...key,
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
    }),
  );
}

function act(element: Element, key: Key): void {
  switch (key.key) {
    case "Enter":
      enter(element);
      return;
    case " ":
      if (isButton(element) && element instanceof HTMLElement) element.click();
      else if (isField(element)) void enterText(element, " ", "append");
      return;
    case "Tab":
      moveFocus(key.shiftKey ? -1 : 1);
      return;
    case "Backspace":
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        void enterText(element, element.value.slice(0, -1), "replace");
      }
      return;
    case "ArrowDown":
    case "ArrowUp":
      if (element instanceof HTMLSelectElement) step(element, key.key === "ArrowDown" ? 1 : -1);
      return;
    case "Escape":
      for (const dialog of [...document.querySelectorAll("dialog:modal")].slice(-1)) {
        if (!(dialog instanceof HTMLDialogElement)) continue;
        if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
      }
      return;
    default:
      if (key.key.length === 1 && isField(element)) void enterText(element, key.key, "append");
  }
}

function enter(element: Element): void {
  if (element instanceof HTMLTextAreaElement || isEditingHost(element)) {
    void enterText(element, "\n", "append");
  } else if (element instanceof HTMLInputElement && !/^(button|reset)$/.test(element.type)) {
    submit(element);
  } else if (
    element instanceof HTMLElement &&
    (isButton(element) || unshadowed(element).matches("a[href]"))
  ) {
    element.click();
  }
}

/** Implicit submission (HTML standard): the default button is clicked; without one, a lone field submits. */
function submit(element: HTMLInputElement): void {
  if (element.form === null) return;
  const form = unshadowed(element.form);
  const button = [...form.elements].find(
    (control): control is HTMLButtonElement | HTMLInputElement =>
      (control instanceof HTMLButtonElement && control.type === "submit") ||
      (control instanceof HTMLInputElement && /^(submit|image)$/.test(control.type)),
  );
  if (button !== undefined) {
    if (!button.disabled) button.click();
    return;
  }
  const fields = [...form.elements].filter(
    (control) =>
      control instanceof HTMLInputElement && !/^(checkbox|radio|hidden)$/.test(control.type),
  );
  if (fields.length <= 1) form.requestSubmit();
}

function isButton(element: Element): boolean {
  return (
    element instanceof HTMLButtonElement ||
    unshadowed(element).localName === "summary" ||
    (element instanceof HTMLInputElement &&
      /^(button|submit|reset|image|checkbox|radio)$/.test(element.type))
  );
}

function isField(element: Element): boolean {
  return (
    (element instanceof HTMLInputElement && !isButton(element)) ||
    element instanceof HTMLTextAreaElement ||
    isEditingHost(element)
  );
}

function step(select: HTMLSelectElement, by: number): void {
  const index = select.selectedIndex + by;
  if (index < 0 || index >= select.options.length) return;
  select.selectedIndex = index;
  select.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

function moveFocus(by: number): void {
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]",
    ),
  ].filter((stop) => {
    const own = unshadowed(stop);
    return own.tabIndex >= 0 && !own.matches(":disabled") && own.checkVisibility();
  });
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops.at((at === -1 && by < 0 ? 0 : at) + by) ?? stops[0];
  next?.focus();
}
