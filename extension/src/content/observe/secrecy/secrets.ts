// Which fields hold a secret: what is in them is told by its length alone, to anyone and in any form.
import { unshadowed } from "../../dom/unshadowed.ts";
import { comesForSecret, isPlaceKnown, notePlace, notePlain } from "./former-fields.ts";
import { hasFocus } from "../../dom/has-focus.ts";
import { noteValue, wasHeld } from "./held-values.ts";
import { isEditingHost } from "../../dom/element-kinds.ts";

/**
 * Once a secret, always one: a page may show it in clear for a while, or ask for it in another way. And whether its
 * value is one anywhere: a card's holder has the same name elsewhere.
 */
const secretFields = new WeakMap<Element, boolean>();

/**
 * A password stays one when a "show password" switch makes its field a text field: a person looks at it then,
 * and an observation is kept. The same holds for cards, one-time codes, and whatever the page dots out.
 */
export function isSecret(element: Element): boolean {
  const value = writtenValue(element);
  if (value === undefined) return isDottedEditor(element);
  const isFound =
    secretFields.has(element) || isMarkedSecret(element) || isSuccessor(element, value);
  if (isFound) noteSecret(element, value, !hasFocus(element));
  else notePlain(element);
  if (secretFields.get(element) === true) notePlace(element);
  return isFound;
}

/** Whether a person sees dots in the place of the texts that stand in an element, or saw them once. */
export function hidesTexts(holder: Element): boolean {
  if (isDotted(holder)) return true;
  const editor = unshadowed(holder).closest("[contenteditable]");
  return (
    editor !== null && (secretFields.has(editor) || (isEditingHost(editor) && isDotted(editor)))
  );
}

/** For the answers of a frame. */
export function secrecyOf(element: Element): { secret?: true } {
  return isSecret(element) ? { secret: true } : {};
}

/** As `isSecret`, of what its own attributes say; without asking for styles, as often as a key is pressed. */
export function noteField(element: Element, isLeft: boolean): void {
  const value = writtenValue(element);
  if (value === undefined) return;
  if (secretFields.has(element) || isMarkedByAttributes(element)) {
    noteSecret(element, value, isLeft);
    if (secretFields.get(element) === true && !isPlaceKnown(element)) notePlace(element);
  }
}

/** As `noteField`, of a page that no session reads: that it is secret is known later, and what it holds is not. */
export function markField(element: Element): void {
  if (writtenValue(element) === undefined || !isMarkedByAttributes(element)) return;
  secretFields.set(element, secretFields.get(element) === true || isMarkedHeld(element));
}

/** Undefined for what takes no writing, and for what is edited in place. */
function writtenValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    return UNWRITTEN.has(element.type) ? undefined : element.value;
  }
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) {
    return element.value;
  }
  return undefined;
}

/** Types whose value no person writes or chooses as a text. */
const UNWRITTEN: ReadonlySet<string> = new Set(
  "button checkbox color file hidden image radio range reset submit".split(" "),
);

function noteSecret(element: Element, value: string, isLeft: boolean): void {
  const known = secretFields.get(element);
  const isHeld = known === true || isMarkedHeld(element) || isSecretOtherwise(element, known);
  secretFields.set(element, isHeld);
  if (isHeld && !(element instanceof HTMLSelectElement)) noteValue(element, value, isLeft);
}

/** Not for what its attributes say, now or before. */
function isSecretOtherwise(element: Element, known: boolean | undefined): boolean {
  return known === undefined && !isMarkedByAttributes(element);
}

/** It holds what a secret field held that does not show any more, or comes where that one was. */
function isSuccessor(element: Element, value: string): boolean {
  if (element instanceof HTMLSelectElement) return false;
  return wasHeld(value) || comesForSecret(element);
}

function isMarkedSecret(element: Element): boolean {
  return isMarkedByAttributes(element) || isBoxOfCode(element) || isDotted(element);
}

function isMarkedByAttributes(element: Element): boolean {
  return (
    isMarkedHeld(element) || autofillTokensOf(element).some((token) => token.startsWith("cc-"))
  );
}

/** Its value is a secret in any other field too. */
function isMarkedHeld(element: Element): boolean {
  if (element instanceof HTMLInputElement && element.type === "password") return true;
  return autofillTokensOf(element).some((token) => HELD_TOKENS.has(token));
}

function autofillTokensOf(element: Element): string[] {
  const tokens = unshadowed(element).getAttribute("autocomplete");
  return tokens === null ? [] : tokens.toLowerCase().split(/\s+/);
}

/** Names of autofill fields (HTML standard); those of payment cards begin with `cc-`. */
const HELD_TOKENS: ReadonlySet<string> = new Set(
  "current-password new-password one-time-code cc-number cc-csc".split(" "),
);

/** Often only the first of the boxes for one character each says what they are for together. */
function isBoxOfCode(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || element.maxLength !== 1) return false;
  let around: Element | null = unshadowed(element).parentElement;
  for (let step = 0; step < MAX_AROUND && around !== null; step++) {
    const own = unshadowed(around);
    if (own.querySelector('input[autocomplete~="one-time-code" i]') !== null) return true;
    around = own.parentElement;
  }
  return false;
}

/** How far around a box of a code the others are. */
const MAX_AROUND = 3;

function isDotted(element: Element): boolean {
  return !(element instanceof HTMLSelectElement) && isDottedStyle(getComputedStyle(element));
}

/** Of whatever holds a text: it is inherited. */
export function isDottedStyle(style: CSSStyleDeclaration): boolean {
  const dots = style.getPropertyValue("-webkit-text-security");
  // An element that is no longer in the document has no style.
  return dots !== "none" && dots !== "";
}

function isDottedEditor(element: Element): boolean {
  if (secretFields.has(element)) return true;
  if (!isEditingHost(element) || !holdsDots(element)) return false;
  secretFields.set(element, false);
  return true;
}

/** An editor may dot out a part of what it holds: nobody knows beforehand which part a text comes to. */
function holdsDots(editor: Element): boolean {
  return isDotted(editor) || [...unshadowed(editor).querySelectorAll("*")].some(isDotted);
}
