// Sends key events by script, and does what the browser would do on them: no synthetic key does it by itself.
import type { Params } from "@webserv/shared/protocol/methods.ts";
import { repeatTimes } from "@webserv/shared/model/key-repeat.ts";
import { pause } from "./synthetic-pointer.ts";
import { send } from "../script-events.ts";
import { deleteText, enterText, sendChange } from "./synthetic-text.ts";
import { isTextField, takesText } from "../text/text-places.ts";
import { editContextOf } from "../../dom/edit-context.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";
import { unshadowed } from "../../dom/unshadowed.ts";

export type Key = Params<"frame.press-key">["key"];

/** Presses a key on an element. Resolves once the key has had its effect, which takes an editing host some time. */
export async function pressKey(
  element: Element,
  key: Key,
  holdMs = 0,
  signal?: AbortSignal,
): Promise<void> {
  const beganAt = performance.now();
  await pressDown(element, key);
  for (const atMs of repeatTimes(holdMs)) {
    await pause(beganAt + atMs - performance.now(), signal);
    if (signal?.aborted === true || !unshadowed(element).isConnected) break;
    if (!isModifierKey(key)) await pressDown(element, { ...key, repeat: true });
  }
  if (holdMs > 0) await pause(beganAt + holdMs - performance.now(), signal);
  if (unshadowed(element).isConnected) sendKey(element, "keyup", key);
}

/** Sends what a key sends as it goes down, and again each time that it repeats. */
async function pressDown(element: Element, key: Key & { readonly repeat?: true }): Promise<void> {
  const held = key.ctrlKey || key.altKey || key.metaKey;
  const goesOn = sendKey(element, "keydown", key);
  const types = key.key.length === 1 || key.key === "Enter";
  const typed = goesOn && types && !held ? sendKey(element, "keypress", key) : goesOn;
  // A button is pressed once, however long its key is held.
  if (typed && !held && (key.repeat !== true || takesText(element))) await act(element, key);
}

function isModifierKey({ key }: Key): boolean {
  return /^(?:Alt|Control|Meta|Shift)$/.test(key);
}

/** Sends one key event. @returns false if the page has prevented the browser's default */
export function sendKey(element: Element, type: string, key: Key): boolean {
  // Older editors know a key by its number, and a character by its code (UI Events, "legacy key attributes").
  const character = key.key === "Enter" ? 13 : (key.key.codePointAt(0) ?? 0);
  const legacy =
    type === "keypress" ? { keyCode: character, charCode: character } : { keyCode: key.keyCode };
  return send(
    element,
    new KeyboardEvent(type, {
      ...key,
      ...legacy,
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
    }),
  );
}

async function act(element: Element, key: Key): Promise<void> {
  switch (key.key) {
    case "Enter":
      await enter(element);
      return;
    case " ":
      if (isButton(element) && element instanceof HTMLElement) element.click();
      else await edit(element, () => enterText(element, " "));
      return;
    case "Tab":
      moveFocus(key.shiftKey ? -1 : 1);
      return;
    case "Backspace":
      await edit(element, () => deleteText(element, "Backward"));
      return;
    case "Delete":
      await edit(element, () => deleteText(element, "Forward"));
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
      if (key.key.length === 1) await edit(element, () => enterText(element, key.key));
  }
}

/** Changes a field, and sends `change` at once, which the browser sends when a person leaves the field. */
async function edit(element: Element, change: () => Promise<boolean>): Promise<void> {
  if (!takesText(element)) return;
  const before = isTextField(element) ? element.value : undefined;
  await change();
  if (isTextField(element) && element.value !== before) sendChange(element);
}

async function enter(element: Element): Promise<void> {
  if (
    element instanceof HTMLTextAreaElement ||
    isEditingHost(element) ||
    editContextOf(element) !== undefined
  ) {
    await edit(element, () => enterText(element, "\n"));
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
